public import Cryptography
public import JOSE

/// A tenant's signing keys: one that signs, and all that verify.
public struct TenantKeys: Sendable {
    /// The algorithm that tokens are signed with: P-256 signs an order of magnitude faster than RSA.
    public static let algorithm = SignatureAlgorithm.es256

    /// The public halves of every key, the active one first.
    public let published: JWKSet
    private let active: SigningKey
    private let activeID: String
    private let accessTokenHeader: ProtectedHeader
    private let idTokenHeader: ProtectedHeader
    private let policyHeader: ProtectedHeader

    /// What is signed.
    public enum Purpose: Sendable {
        /// An access token (RFC 9068).
        case accessToken
        /// An id_token (OpenID Connect Core section 2).
        case idToken
        /// An app-protection policy for one app instance.
        case protectionPolicy
    }

    /// Takes the keys, the active one first.
    ///
    /// - Returns: nil when there is none.
    init?(_ keys: [(id: String, key: SigningKey)]) {
        guard let first = keys.first else { return nil }
        active = first.key
        activeID = first.id
        published = JWKSet(keys.map { JWK($0.key.publicKey, keyID: $0.id, algorithm: Self.algorithm) })
        func header(_ type: String) -> ProtectedHeader {
            ProtectedHeader(algorithm: Self.algorithm, type: type, keyID: first.id)
        }
        accessTokenHeader = header(TokenType.accessToken)
        idTokenHeader = header(TokenType.jwt)
        policyHeader = header(ProtectionPolicyToken.type)
    }

    /// Signs a payload of claims.
    ///
    /// - Parameters:
    ///   - payload: the claims as JSON.
    ///   - purpose: what kind of token it becomes.
    /// - Returns: the token in compact form.
    /// - Throws: `CryptographyError` when the library fails.
    public func sign(_ payload: [UInt8], as purpose: Purpose) throws(CryptographyError) -> String {
        let header =
            switch purpose {
            case .accessToken: accessTokenHeader
            case .idToken: idTokenHeader
            case .protectionPolicy: policyHeader
            }
        let signer = try Signer(active, algorithm: Self.algorithm)
        return String(decoding: try JWS.sign(payload, header: header, signer: signer), as: UTF8.self)
    }
}
