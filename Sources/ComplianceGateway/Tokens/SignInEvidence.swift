import AccessModel
import Authentication
import AuthorizationServer

/// How and when an account has signed in, as policies weigh it.
struct SignInEvidence: Sendable, Hashable {
    /// What strengths and session controls ask for.
    let authentication: AuthenticationFacts
    /// Whether more than one factor was shown.
    let isMultifactor: Bool
    /// How the sign-in was carried to the device that asks; nil when it was not.
    let transferMethod: TransferMethod?

    /// What a grant keeps of the sign-in that it comes from.
    init(_ grant: Grant, isTokenBound: Bool, now: Timestamp) {
        self.init(
            grant.authenticationMethods, at: grant.authenticatedAt, isTokenBound: isTokenBound,
            // The mark stays on everything that comes of such a sign-in.
            transferMethod: grant.origin == .deviceCode ? .deviceCodeFlow : nil, now: now)
    }

    /// What a browser's session shows; whether a token will be bound is seen when the code is redeemed.
    init(_ session: AuthorizeSession, now: Timestamp) {
        self.init(
            session.authenticationMethods, at: session.authenticatedAt, isTokenBound: true, transferMethod: nil,
            now: now)
    }

    private init(
        _ claim: [String], at authenticatedAt: Timestamp, isTokenBound: Bool, transferMethod: TransferMethod?,
        now: Timestamp
    ) {
        let methods = AuthenticationMethod.methods(in: claim)
        let age = Int(max(0, authenticatedAt.duration(to: now).components.seconds))
        authentication = AuthenticationFacts(
            methods: methods.contains(.password) ? [.password] : [], secondsSinceSignIn: age,
            secondsSinceSecondFactor: methods.contains(.multipleFactors) ? age : nil, isTokenBound: isTokenBound)
        isMultifactor = methods.contains(.multipleFactors)
        self.transferMethod = transferMethod
    }
}
