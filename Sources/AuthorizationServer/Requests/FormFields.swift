/// The parameters of a form or query, each at most once.
///
/// A parameter without a value counts as absent, unknown ones are left alone, and any that comes twice refuses the
/// request (RFC 6749 sections 3.1 and 3.2).
struct FormFields {
    /// The most parameters of one request.
    static let maximumCount = 64

    private var values: [String: String] = [:]

    init(_ fields: [(name: String, value: String)]) throws(RequestFault) {
        guard fields.count <= Self.maximumCount else { throw RequestFault("request", .tooLong) }
        for (name, value) in fields {
            // The name may be the request's own invention, so the fault names only those that are known.
            guard values.updateValue(value, forKey: name) == nil else {
                throw RequestFault(Self.known.contains(name) ? name : "a parameter", .repeated)
            }
        }
    }

    /// A parameter's value; nil when it is absent or empty.
    func optional(_ name: String, atMost limit: Int) throws(RequestFault) -> String? {
        guard let value = values[name], !value.isEmpty else { return nil }
        guard value.utf8.count <= limit else { throw RequestFault(name, .tooLong) }
        guard !value.utf8.contains(0) else { throw RequestFault(name, .malformed) }
        return value
    }

    /// A parameter's value, which must be there.
    func required(_ name: String, atMost limit: Int) throws(RequestFault) -> String {
        guard let value = try optional(name, atMost: limit) else { throw RequestFault(name, .missing) }
        return value
    }

    private static let known: Set<String> = [
        "client_id", "client_secret", "client_assertion", "client_assertion_type", "grant_type", "scope", "code",
        "redirect_uri", "code_verifier", "code_challenge", "code_challenge_method", "refresh_token", "device_code",
        "client_info", "claims", "microsoft_enrollment_id", "response_type", "response_mode", "state", "nonce",
        "prompt", "login_hint", "max_age", "dpop_jkt", "token", "token_type_hint", "user_code",
    ]
}

extension RequestFault: Error {}

/// The longest values that are looked at, in bytes.
enum FieldLimit {
    static let identifier = 128
    static let secret = 512
    static let assertion = 16_384
    static let token = 512
    static let redirectURI = 2048
    static let scope = 4096
    static let claims = 8192
    static let state = 2048
    static let header = 8192
}
