import JSONCoding

/// What an OAuth endpoint answers to a request that it refuses (RFC 6749, section 5.2).
struct OAuthRefusal: Error, JSONObjectReadable {
    /// What a client does about it.
    enum Kind: Equatable {
        /// The app must become compliant, then ask again.
        case protectionRequired
        /// The user must sign in, or do more.
        case interaction
        /// The grant is of no use any more: the user must sign in.
        case grantEnded
        /// Nothing helps.
        case denied
        /// Ask again later.
        case unavailable
        /// The device flow: the user has not decided yet.
        case pending
        /// The device flow: ask less often.
        case slowDown
        /// The device code is too old.
        case expired
        /// The gateway wants its nonce in the proof.
        case nonceRequired
        /// The app's registration or request is wrong.
        case clientFault
    }

    static let unknownMembers = UnknownMembers.ignore

    let error: String
    let suberror: String?
    let claims: ClaimsChallenge?
    let account: ClientInfo?
    let userPrincipalName: String?
    let correlationID: String?

    init(json: inout JSONObject) throws(JSONError) {
        error = try json.required("error")
        suberror = try Self.text("suberror", &json)
        claims = try Self.text("claims", &json).flatMap(ClaimsChallenge.init(json:))
        account = try Self.text("client_info", &json).flatMap(ClientInfo.init)
        userPrincipalName = try Self.text("adi", &json)
        correlationID = try Self.text("correlation_id", &json)
    }

    /// `error` and `suberror` decide: neither a text nor a number does.
    var kind: Kind {
        switch error.lowercased() {
        case "unauthorized_client" where suberror == "protection_policy_required": .protectionRequired
        case "interaction_required", "login_required", "consent_required":
            suberror == "message_only" ? .denied : .interaction
        case "invalid_grant": .grantEnded
        case "access_denied": .denied
        case "temporarily_unavailable", "server_error": .unavailable
        case "authorization_pending": .pending
        case "slow_down": .slowDown
        case "expired_token": .expired
        case "use_dpop_nonce": .nonceRequired
        default: .clientFault
        }
    }

    /// A member that other servers write in other forms is left out rather than fatal.
    private static func text(_ name: String, _ json: inout JSONObject) throws(JSONError) -> String? {
        json.element(name)?.value.stringValue
    }
}
