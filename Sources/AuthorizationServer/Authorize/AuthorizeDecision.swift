public import AccessModel

/// What an authorize request is answered with.
///
/// | state | prompt allows asking | prompt=none |
/// |---|---|---|
/// | nobody signed in, too long ago, another account, account disabled | sign-in page | `login_required` |
/// | a policy blocks | page that says so, no code | `access_denied` |
/// | a policy demands a more recent sign-in | sign-in page | `login_required` |
/// | a policy demands more factors or a new password | page that says so, no code | `interaction_required` |
/// | it could not be decided | page that says so | `temporarily_unavailable` |
/// | a device, app or token-protection control is open | code: it is decided at redemption | code |
/// | everything is satisfied | code | code |
public enum AuthorizeDecision: Sendable, Hashable {
    /// The sign-in page.
    case signIn(loginHint: String?)
    /// A page that says that access is blocked; the reason is for the log.
    case blocked(ReasonCode)
    /// A page that says what the user would have to show.
    case interactionRequired(ReasonCode)
    /// A page that says to try again later.
    case unavailable(ReasonCode)
    /// The client is told by redirect.
    case redirect(AuthorizeRedirect)
    /// A code is issued to this session.
    case issueCode(AuthorizeSession)

    /// Whether the session will do, before any policy is asked.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - session: the browser's session in this tenant; nil when there is none.
    ///   - account: the standing of the session's account.
    ///   - issuer: the tenant's issuer.
    ///   - now: the time of the request.
    /// - Returns: nil when it will do; policy is to be asked then.
    public static func beforePolicy(
        _ request: AuthorizeRequest, session: AuthorizeSession?, account: AccountStanding, issuer: String,
        now: Timestamp
    ) -> AuthorizeDecision? {
        if let session, case .active(let name, _) = account, suffices(session, name: name, for: request, now: now) {
            return nil
        }
        guard request.prompt == AuthorizePrompt.none else { return .signIn(loginHint: request.loginHint) }
        return error(.loginRequired, "nobody is signed in", request, issuer)
    }

    /// What the policies' decision comes to.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - session: the session, of which ``beforePolicy(_:session:account:issuer:now:)`` said that it will do.
    ///   - decision: what the policies decide.
    ///   - issuer: the tenant's issuer.
    /// - Returns: the answer.
    public static func afterPolicy(
        _ request: AuthorizeRequest, session: AuthorizeSession, decision: Decision, issuer: String
    ) -> AuthorizeDecision {
        let asks = request.prompt != AuthorizePrompt.none
        switch decision.outcome {
        case .blocked(let reason), .requires(.block, let reason):
            return asks ? .blocked(reason) : error(.accessDenied, "access is blocked", request, issuer)
        case .requires(.signInFrequency, _):
            return asks
                ? .signIn(loginHint: request.loginHint)
                : error(.loginRequired, "the last sign-in is too long ago", request, issuer)
        case .requires(.mfa, let reason), .requires(.authenticationStrength, let reason),
            .requires(.passwordChange, let reason):
            return more(reason, request, issuer)
        case .allowed, .allowedNoPolicyApplied, .requires:
            // What else is open is decided at redemption, after which nobody could be asked for a new password.
            guard let change = decision.unmet.first(where: { $0.control == .passwordChange }) else {
                return .issueCode(session)
            }
            return more(change.reason, request, issuer)
        case .failed(let reason):
            return asks
                ? .unavailable(reason)
                : error(.temporarilyUnavailable, "access could not be decided", request, issuer)
        }
    }

    private static func more(
        _ reason: ReasonCode, _ request: AuthorizeRequest, _ issuer: String
    ) -> AuthorizeDecision {
        request.prompt == AuthorizePrompt.none
            ? error(.interactionRequired, "the user must show more", request, issuer) : .interactionRequired(reason)
    }

    private static func suffices(
        _ session: AuthorizeSession, name: String, for request: AuthorizeRequest, now: Timestamp
    ) -> Bool {
        if session.isNew { return true }
        if request.prompt == .login { return false }
        if let hint = request.loginHint, !sameName(hint, name) { return false }
        guard let maximumAge = request.maximumAge else { return true }
        return session.authenticatedAt.duration(to: now) <= maximumAge
    }

    private static func sameName(_ one: String, _ other: String) -> Bool {
        func folded(_ text: String) -> [UInt8] { text.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 } }
        return folded(one) == folded(other)
    }

    private static func error(
        _ code: AuthorizeErrorCode, _ description: String, _ request: AuthorizeRequest, _ issuer: String
    ) -> AuthorizeDecision {
        .redirect(AuthorizeRedirect(request, .error(code, description: description), issuer: issuer))
    }
}
