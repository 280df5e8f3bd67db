import AccessModel

extension TokenErrorBody {
    /// The one map from a refusal to the wire.
    ///
    /// - Parameter refusal: why the request is refused.
    public init(_ refusal: TokenRequestRefusal) {
        switch refusal {
        case .invalidRequest(let fault):
            self.init("invalid_request", Self.text(1001, "the parameter \(fault.parameter) \(fault.problem.rawValue)"))
        case .unsupportedGrantType:
            self.init("unsupported_grant_type", Self.text(1002, "this grant type is not served"))
        case .invalidClient:
            self.init(status: 401, "invalid_client", Self.text(1101, "the client did not authenticate"))
        case .unauthorizedGrantType:
            self.init("unauthorized_client", Self.text(1102, "the client may not use this grant type"))
        case .invalidScope(let name): self.init("invalid_scope", Self.text(1201, Self.scopeText(name)))
        case .invalidProof(let fault):
            self.init("invalid_dpop_proof", Self.text(1301, Self.text(of: fault)))
        case .invalidGrant(let fault): self.init("invalid_grant", Self.text(2001, Self.text(of: fault)))
        case .authorizationPending, .slowDown, .deviceDeclined, .deviceCodeExpired: self.init(device: refusal)
        case .appProtectionRequired, .deviceRequired, .interactionRequired, .blocked: self.init(policy: refusal)
        case .tooManyRequests(let retryAfter):
            self.init(
                status: 429, "temporarily_unavailable", Self.text(1401, "too many requests from here; try again later"),
                retryAfter: retryAfter)
        case .temporarilyUnavailable(_, let retryAfter):
            self.init(
                status: 503, "temporarily_unavailable", Self.text(5001, "access could not be decided; try again later"),
                retryAfter: retryAfter)
        }
    }

    private init(device refusal: TokenRequestRefusal) {
        switch refusal {
        case .authorizationPending(let interval):
            self.init(
                "authorization_pending", Self.text(3001, "the user has not confirmed yet; keep polling"),
                retryAfter: interval)
        case .slowDown(let interval):
            self.init(
                "slow_down", Self.text(3002, "poll no faster than every \(interval.wholeSeconds) seconds"),
                retryAfter: interval)
        case .deviceDeclined: self.init("access_denied", Self.text(3003, "the user declined"))
        default: self.init("expired_token", Self.text(3004, "the device code is expired; start again"))
        }
    }

    private init(policy refusal: TokenRequestRefusal) {
        let retry = Duration.seconds(1)
        switch refusal {
        case .appProtectionRequired(let declared, _, let claims, let hints):
            let step =
                declared
                ? "remediate compliance for this account, then ask again"
                : "the client does not declare the capability protapp, so it can not be made compliant"
            self.init(
                "unauthorized_client", suberror: "protection_policy_required", errorCodes: [53005],
                Self.text(4001, "the app must be protected by an app protection policy; \(step)"), claims: claims,
                hints: hints, retryAfter: retry)
        case .deviceRequired(let fixable, _, let claims, let hints):
            self.init(
                "interaction_required", suberror: fixable ? "additional_action" : "message_only",
                Self.text(
                    4002,
                    fixable
                        ? "the device must be made compliant; fix the device, then ask again"
                        : "a compliant device is required, and this sign-in has none"), claims: claims, hints: hints,
                retryAfter: fixable ? retry : nil)
        case .interactionRequired(.passwordChangeRequired, let claims, let hints):
            self.init(
                "interaction_required", suberror: "user_password_expired",
                Self.text(4005, "the user must change the password; ask interactively"), claims: claims,
                hints: hints, retryAfter: retry)
        case .interactionRequired(.signInFrequency, let claims, let hints):
            self.init(
                "interaction_required", suberror: "basic_action",
                Self.text(4006, "the last sign-in is too long ago; ask interactively"), claims: claims, hints: hints,
                retryAfter: retry)
        case .interactionRequired(_, let claims, let hints):
            self.init(
                "interaction_required", suberror: "basic_action",
                Self.text(4003, "the user must sign in again, more strongly; ask interactively"), claims: claims,
                hints: hints, retryAfter: retry)
        default:
            self.init(
                "access_denied", suberror: "message_only",
                Self.text(4004, "access is blocked; ask the administrator, and name the correlation id"))
        }
    }

    private static func text(_ code: Int, _ text: String) -> String { "POSTERN\(code): \(text)" }

    private static func scopeText(_ name: String?) -> String {
        // Only what error_description may hold is shown of the request's own text (RFC 6749 section 5.2).
        let shown = name.map { $0.utf8.allSatisfy { (0x23...0x5B).contains($0) || (0x5D...0x7E).contains($0) } }
        guard let name, shown == true, name.utf8.count <= 256 else {
            return "ask for scopes of exactly one resource that the client is registered for"
        }
        return "the scope \(name) is not granted to this client; ask for scopes of one resource it is registered for"
    }

    private static func text(of fault: ProofFault) -> String {
        switch fault {
        case .invalid: "the proof of possession is not valid"
        case .replayed: "the proof of possession was used before"
        case .missing: "a proof of possession of the bound key is required"
        case .otherKey: "the proof is of another key than the bound one"
        case .demanded: "a token must be bound to a key of the client; send a DPoP proof"
        }
    }

    private static func text(of fault: GrantFault) -> String {
        switch fault {
        case .unknown, .otherClient: "the grant is not valid; sign in again"
        case .expired: "the grant is expired; sign in again"
        case .reused: "the grant was used before and is revoked; sign in again"
        case .redirectURI: "the redirect_uri is not the one of the authorize request"
        case .codeVerifier: "the code_verifier does not fit the code_challenge"
        case .dead(.accountDisabled): "the account can not sign in"
        case .dead: "the grant is revoked; sign in again"
        }
    }
}
