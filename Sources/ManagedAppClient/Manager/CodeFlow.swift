import Cryptography

/// One authorization code flow with PKCE (RFC 6749, section 4.1; RFC 7636).
struct CodeFlow {
    private let configuration: ManagedAppConfiguration
    private let metadata: GatewayMetadata
    private let verifier = Base64URL.encode(RandomBytes.generate(32))
    private let state = Base64URL.encode(RandomBytes.generate(16))

    init(configuration: ManagedAppConfiguration, metadata: GatewayMetadata) {
        self.configuration = configuration
        self.metadata = metadata
    }

    func url(_ scopes: [String], loginHint: String?, common: [(name: String, value: String)]) -> String {
        var fields: [(name: String, value: String)] = [
            ("client_id", configuration.clientID), ("response_type", "code"), ("response_mode", "query"),
            ("redirect_uri", configuration.redirectURI), ("scope", ComplianceManager.signInScope(scopes)),
            ("state", state), ("nonce", Base64URL.encode(RandomBytes.generate(16))),
            ("code_challenge", Base64URL.encode(Digest.sha256(Array(verifier.utf8)))),
            ("code_challenge_method", "S256"),
        ]
        if let loginHint { fields.append(("login_hint", loginHint)) }
        return metadata.authorizationEndpoint + "?" + FormText.encode(fields + common)
    }

    /// The code of the URL that the browser came back with.
    ///
    /// - Throws: `clientFault` when it is no answer to this flow; what the gateway says otherwise.
    func code(in returned: String) throws(ManagedAppError) -> String {
        guard returned.hasPrefix(configuration.redirectURI), let mark = returned.firstIndex(of: "?"),
            returned[..<mark] == configuration.redirectURI,
            let fields = FormText.decode(returned[returned.index(after: mark)...].prefix { $0 != "#" })
        else { throw .clientFault("what came back from the browser is not an answer to the sign-in") }
        guard fields["state"] == state else { throw .clientFault("an answer to another sign-in came back") }
        // RFC 9207: the answer of another server must not be redeemed at this one.
        guard fields["iss"] == metadata.issuer else { throw .clientFault("another issuer answered the sign-in") }
        if let error = fields["error"] { throw Self.failure(error) }
        guard let code = fields["code"], !code.isEmpty else { throw .clientFault("the sign-in brought no code") }
        return code
    }

    func redemption(of code: String) -> [(name: String, value: String)] {
        [
            ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", configuration.redirectURI),
            ("code_verifier", verifier),
        ]
    }

    private static func failure(_ error: String) -> ManagedAppError {
        switch error {
        case "access_denied": .accessDenied(correlationID: nil)
        case "login_required", "interaction_required", "consent_required": .interactionRequired(error)
        case "temporarily_unavailable", "server_error": .serviceFailure("the sign-in page is not available")
        default: .clientFault("the sign-in was refused with `\(error.prefix(64).filter { $0.isLetter || $0 == "_" })`")
        }
    }
}
