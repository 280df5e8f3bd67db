public import AccessModel

/// A token request (RFC 6749 section 3.2), parsed once: nothing behind it sees the form.
public struct TokenRequest: Sendable, Hashable {
    /// What is redeemed.
    public var grant: TokenGrantRequest
    /// How the client authenticates.
    public var credential: ClientCredential
    /// The scope parameter; nil when it is absent.
    public var scope: String?
    /// The capabilities that `claims` declares; nil when there is no `claims`, or none that says anything of them.
    public var declaredCapabilities: Set<ClientCapability>?
    /// Whether the answer carries `client_info`.
    public var wantsClientInfo: Bool
    /// The enrolment identifier of a stock client.
    public var enrollmentID: PresentedSecret?
    /// The header `DPoP`, not yet verified (RFC 9449 section 4.1).
    public var proof: String?
    /// The client's `client-request-id`, when it is a GUID.
    public var correlation: CorrelationID?
    /// The platform that the headers tell of; an enrolled instance's own is better.
    public var platform: DevicePlatform?

    /// Makes a request.
    public init(
        grant: TokenGrantRequest, credential: ClientCredential, scope: String? = nil,
        declaredCapabilities: Set<ClientCapability>? = nil, wantsClientInfo: Bool = false,
        enrollmentID: PresentedSecret? = nil, proof: String? = nil, correlation: CorrelationID? = nil,
        platform: DevicePlatform? = nil
    ) {
        self.grant = grant
        self.credential = credential
        self.scope = scope
        self.declaredCapabilities = declaredCapabilities
        self.wantsClientInfo = wantsClientInfo
        self.enrollmentID = enrollmentID
        self.proof = proof
        self.correlation = correlation
        self.platform = platform
    }
}

/// What a token request redeems.
public enum TokenGrantRequest: Sendable, Hashable {
    /// An authorization code (RFC 6749 section 4.1.3, RFC 7636 section 4.5).
    case authorizationCode(PresentedSecret, redirectURI: String?, codeVerifier: PresentedSecret?)
    /// A refresh token (RFC 6749 section 6).
    case refreshToken(PresentedSecret)
    /// A device code (RFC 8628 section 3.4).
    case deviceCode(PresentedSecret)
    /// The client's own credentials (RFC 6749 section 4.4).
    case clientCredentials

    /// The `grant_type`.
    public var type: GrantType {
        switch self {
        case .authorizationCode: .authorizationCode
        case .refreshToken: .refreshToken
        case .deviceCode: .deviceCode
        case .clientCredentials: .clientCredentials
        }
    }
}

/// The grant types that are served, as `grant_type` spells them.
public enum GrantType: String, Sendable, Hashable, CaseIterable {
    /// RFC 6749 section 4.1.
    case authorizationCode = "authorization_code"
    /// RFC 6749 section 6.
    case refreshToken = "refresh_token"
    /// RFC 8628.
    case deviceCode = "urn:ietf:params:oauth:grant-type:device_code"
    /// RFC 6749 section 4.4.
    case clientCredentials = "client_credentials"
}
