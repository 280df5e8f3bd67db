public import AccessModel

/// Why a token request is refused: every row of the one table that maps outcomes to the wire.
///
/// ``TokenErrorBody/init(_:)`` is that map. A refusal is a value; nothing else decides what a client is told.
public enum TokenRequestRefusal: Sendable, Hashable {
    // The request.

    /// The request is malformed.
    case invalidRequest(RequestFault)
    /// The grant type is none that is served.
    case unsupportedGrantType
    /// The client did not authenticate.
    case invalidClient(ClientFault)
    /// The client may not use this grant type.
    case unauthorizedGrantType
    /// The scope is refused; the text is the scope that is, where one can be named.
    case invalidScope(named: String?)
    /// The proof of possession is invalid (RFC 9449 section 5).
    case invalidProof(ProofFault)

    // The grant.

    /// The grant is unknown, used, expired or dead: the account has to sign in again.
    case invalidGrant(GrantFault)

    // The device flow.

    /// The user has not decided yet (RFC 8628 section 3.5).
    case authorizationPending(interval: Duration)
    /// The client polls too fast; the interval holds from now on.
    case slowDown(interval: Duration)
    /// The user declined.
    case deviceDeclined
    /// The device code is too old.
    case deviceCodeExpired

    // What the policies decided.

    /// A policy demands an app-protection policy that the instance does not satisfy.
    case appProtectionRequired(declared: Bool, ReasonCode, ClaimsChallenge, AccountHints)
    /// A policy demands a compliant device.
    case deviceRequired(fixable: Bool, ReasonCode, ClaimsChallenge, AccountHints)
    /// The user can solve it by signing in again or more strongly.
    case interactionRequired(ReasonCode, ClaimsChallenge, AccountHints)
    /// A policy blocks; the reason is for the log only.
    case blocked(ReasonCode)

    // The gateway.

    /// Too many requests of this kind came from this address.
    case tooManyRequests(retryAfter: Duration)
    /// It could not be decided: the gateway or a source that it needs failed.
    case temporarilyUnavailable(ReasonCode, retryAfter: Duration)

    /// Why, for log, journal and loop guard; nil where no policy took part.
    public var reason: ReasonCode? {
        switch self {
        case .appProtectionRequired(_, let reason, _, _), .deviceRequired(_, let reason, _, _),
            .interactionRequired(let reason, _, _), .blocked(let reason), .temporarilyUnavailable(let reason, _):
            reason
        case .invalidGrant(.dead(.accountDisabled)): .accountDisabled
        case .invalidProof(.demanded): .tokenProtectionRequired
        case .invalidRequest, .unsupportedGrantType, .invalidClient, .unauthorizedGrantType, .invalidScope,
            .invalidProof, .invalidGrant, .authorizationPending, .slowDown, .deviceDeclined, .deviceCodeExpired,
            .tooManyRequests:
            nil
        }
    }
}

/// What is wrong with a request.
public struct RequestFault: Sendable, Hashable {
    /// What is wrong with a parameter.
    public enum Problem: String, Sendable, Hashable, CaseIterable {
        /// It is required.
        case missing = "is required"
        /// It may be given once only.
        case repeated = "is given more than once"
        /// It is longer than it may be.
        case tooLong = "is too long"
        /// It is not in its format.
        case malformed = "is malformed"
        /// Its value is none that is served.
        case unsupported = "has a value that is not supported"
        /// It contradicts another parameter.
        case conflicting = "contradicts another parameter"
    }

    /// The parameter or header.
    public let parameter: String
    /// What is wrong with it.
    public let problem: Problem

    /// Makes a fault; the parameter is named by us, never by the request.
    public init(_ parameter: String, _ problem: Problem) {
        self.parameter = parameter
        self.problem = problem
    }
}

/// Why a client did not authenticate; for the log, the client learns only that it did not.
public enum ClientFault: String, Sendable, Hashable, CaseIterable {
    /// No such client is registered in the tenant.
    case unknownClient = "unknown_client"
    /// The client holds credentials and presented none.
    case credentialMissing = "credential_missing"
    /// The client holds no credential of the kind that it presented.
    case credentialNotRegistered = "credential_not_registered"
    /// The secret is wrong.
    case wrongSecret = "wrong_secret"
    /// The assertion is no JWT, too large, or signed with an algorithm that is not accepted.
    case assertionMalformed = "assertion_malformed"
    /// No registered key fits the assertion's header.
    case assertionKeyUnknown = "assertion_key_unknown"
    /// The assertion's signature is wrong.
    case assertionSignature = "assertion_signature"
    /// The assertion's issuer or subject is not the client.
    case assertionSubject = "assertion_subject"
    /// The assertion is for somebody else.
    case assertionAudience = "assertion_audience"
    /// The assertion is expired, not yet valid, or valid for too long.
    case assertionTime = "assertion_time"
    /// The assertion was used before, or can't be used once because it has no `jti`.
    case assertionReplayed = "assertion_replayed"
}

/// Why a proof of possession is refused.
public enum ProofFault: String, Sendable, Hashable, CaseIterable {
    /// The proof itself does not verify.
    case invalid
    /// The proof was used before.
    case replayed
    /// The code or refresh token is bound to a key, and no proof came with it.
    case missing
    /// The code or refresh token is bound to another key.
    case otherKey = "other_key"
    /// A policy demands a token that is bound to a key, and no proof came with the request.
    case demanded
}

/// Why a grant is refused; for the log and the description.
public enum GrantFault: Sendable, Hashable {
    /// There is no such code or token, or it is another tenant's.
    case unknown
    /// It was issued to another client.
    case otherClient
    /// It is expired.
    case expired
    /// It was used before; its grant is dead now.
    case reused
    /// The redirect URI is not the authorize request's.
    case redirectURI
    /// The code verifier is missing, wrong, or given where no challenge was.
    case codeVerifier
    /// The grant is dead.
    case dead(GrantDeath)
}
