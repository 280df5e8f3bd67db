import AccessModel
import HTTPClient

/// Why a call of the SDK gave nothing.
///
/// Every case says whose turn it is: the app's own fault, the user's, the gateway's, or the network's.
public enum ManagedAppError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The account id is not an object id; says what it looks like instead.
    case invalidAccountID(AccountIDFault)
    /// Nobody has signed in with this account here.
    case unknownAccount
    /// The token is refused until the app is compliant, and remediation ended with this status.
    case complianceRequired(ComplianceReport)
    /// The user must act, and the call was silent.
    case interactionRequired(String)
    /// Another account signed in than the one that was asked for.
    case otherAccount
    /// The user left a sign-in or a remediation, or the task was cancelled.
    case userCancelled
    /// Policies block the access, or the user declined; nothing that the app does helps.
    case accessDenied(correlationID: String?)
    /// The same challenge came again for a token that was issued in answer to it.
    case challengeRepeated
    /// The gateway could not be reached.
    case networkFailure(String)
    /// The gateway was reached and answered badly; with the time after which to ask again, if it said one.
    case serviceFailure(String, retryAfter: Duration? = nil)
    /// The app did something wrong: its registration, what it brought back from the browser, or its store.
    case clientFault(String)

    /// One line that is safe to log; never a token.
    public var description: String {
        switch self {
        case .invalidAccountID(let fault): fault.description
        case .unknownAccount: "nobody has signed in with this account here"
        case .complianceRequired(let report): "the app must be compliant and is `\(report.status.name)`"
        case .interactionRequired(let what): "the user must act: \(what)"
        case .otherAccount: "another account signed in"
        case .userCancelled: "the user cancelled"
        case .accessDenied(let id?): "access is denied, correlation id `\(id)`"
        case .accessDenied(nil): "access is denied"
        case .challengeRepeated: "the resource repeats a challenge that was answered"
        case .networkFailure(let what): "the gateway could not be reached: \(what)"
        case .serviceFailure(let what, _): "the gateway failed: \(what)"
        case .clientFault(let what): "the app is at fault: \(what)"
        }
    }
}

extension ManagedAppError {
    /// What a failed transfer means for the app.
    init(_ error: HTTPClientError) {
        switch (error.cause, error.kind) {
        case (.cancelled, _): self = .userCancelled
        case (.overloaded, _), (_, .answer): self = .serviceFailure(error.description)
        case (_, .connection): self = .networkFailure(error.description)
        case (_, .local): self = .clientFault(error.description)
        }
    }

    /// What a refusal means that asking again does not solve.
    init(_ refusal: OAuthRefusal) {
        switch refusal.kind {
        case .interaction, .grantEnded, .protectionRequired: self = .interactionRequired(refusal.error)
        case .denied: self = .accessDenied(correlationID: refusal.correlationID)
        case .unavailable: self = .serviceFailure("it is not available")
        case .expired: self = .interactionRequired("the code was not entered in time")
        case .pending, .slowDown, .nonceRequired, .clientFault:
            self = .clientFault("the request was refused with `\(refusal.error)`")
        }
    }
}

/// What a text that should be an account's object id is instead.
public enum AccountIDFault: Sendable, Equatable, CustomStringConvertible {
    /// A user principal name.
    case userPrincipalName
    /// A home account id, which is an object id and a tenant id.
    case homeAccountID
    /// Something else.
    case other

    /// One line that is safe to log; it does not repeat the text.
    public var description: String {
        switch self {
        case .userPrincipalName:
            "the account id is a user principal name; the account's object id is expected, such as `uid` of client_info"
        case .homeAccountID: "the account id is a home account id; only what is before its dot is expected"
        case .other: "the account id is not an object id, which is a guid"
        }
    }
}
