/// The values of the `typ` header that keep one kind of token from passing for another (RFC 8725 section 3.11).
public enum TokenType {
    /// An access token (RFC 9068 section 2.1).
    public static let accessToken = "at+jwt"
    /// A token of no kind in particular, such as an ID token or a client assertion (RFC 7519 section 5.1).
    public static let jwt = "JWT"
    /// A client assertion with a type of its own (RFC 7523bis section 4).
    public static let clientAuthentication = "client-authentication+jwt"
    /// A proof of possession for one request (RFC 9449 section 4.2).
    public static let dpop = "dpop+jwt"
    /// A security event token (RFC 8417 section 2.3).
    public static let securityEvent = "secevent+jwt"
    /// A back-channel logout token (OpenID Connect Back-Channel Logout 1.0 section 2.4).
    public static let logout = "logout+jwt"
    /// A request object (RFC 9101 section 4).
    public static let requestObject = "oauth-authz-req+jwt"
    /// A signed introspection answer (RFC 9701 section 5).
    public static let introspection = "token-introspection+jwt"
    /// A status list (Token Status List section 5.1).
    public static let statusList = "statuslist+jwt"
    /// A client attestation (OAuth 2.0 Attestation-Based Client Authentication section 4.1).
    public static let clientAttestation = "oauth-client-attestation+jwt"
    /// A proof of possession beside a client attestation (same specification, section 4.2).
    public static let clientAttestationProof = "oauth-client-attestation-pop+jwt"

    /// Whether a header's value names the media type `expected`: without regard to case, `application/` left out or
    /// not (RFC 7515 section 4.1.9).
    static func matches(_ value: String, _ expected: String) -> Bool {
        let prefix = "application/"
        let folded = value.utf8.map(lowercased)
        let wanted = expected.utf8.map(lowercased)
        return folded == wanted || folded == Array(prefix.utf8) + wanted
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte + 32 : byte
    }
}
