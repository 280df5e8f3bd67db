import AuthorizationServer
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
    private let policyHeader: ProtectedHeader

    /// Takes the keys, the active one first.
    ///
    /// - Returns: nil when there is none.
    init?(_ keys: [(id: String, key: SigningKey)]) {
        guard let first = keys.first else { return nil }
        active = first.key
        activeID = first.id
        published = JWKSet(keys.map { JWK($0.key.publicKey, keyID: $0.id, algorithm: Self.algorithm) })
        accessTokenHeader = AccessToken.header(keyID: first.id)
        policyHeader = ProtectedHeader(algorithm: Self.algorithm, type: ProtectionPolicyToken.type, keyID: first.id)
    }

    /// Signs an access token (RFC 9068).
    ///
    /// - Throws: `CryptographyError` when the library fails.
    func sign(_ claims: AccessTokenClaims) throws(CryptographyError) -> String {
        String(decoding: try AccessToken.mint(claims, header: accessTokenHeader, signer: signer()), as: UTF8.self)
    }

    /// Signs an id_token (OpenID Connect Core section 2).
    ///
    /// - Throws: `CryptographyError` when the library fails.
    func sign(_ claims: IDTokenClaims) throws(CryptographyError) -> String {
        String(decoding: try claims.mint(keyID: activeID, signer: signer()), as: UTF8.self)
    }

    /// Signs an app-protection policy for one app instance.
    ///
    /// - Throws: `CryptographyError` when the library fails.
    func sign(protectionPolicy claims: [UInt8]) throws(CryptographyError) -> String {
        String(decoding: try JWS.sign(claims, header: policyHeader, signer: signer()), as: UTF8.self)
    }

    private func signer() throws(CryptographyError) -> Signer { try Signer(active, algorithm: Self.algorithm) }
}
