import AuthorizationServer
public import Cryptography
public import JOSE
import JSONCoding

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
    private let checkpointHeader: ProtectedHeader

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
        checkpointHeader = ProtectedHeader(algorithm: Self.algorithm, type: JournalCheckpoint.type, keyID: first.id)
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

    /// Signs a checkpoint of the tenant's journal.
    ///
    /// - Throws: `CryptographyError` when the library fails.
    func sign(_ checkpoint: JournalCheckpoint) throws(CryptographyError) -> String {
        String(
            decoding: try JWS.sign(checkpoint.jsonBytes(), header: checkpointHeader, signer: signer()), as: UTF8.self)
    }

    /// Believes a checkpoint that one of the keys signed, whether it still signs or not.
    ///
    /// - Returns: the checkpoint, or why it is none of this tenant's.
    func checkpoint(in text: String) -> Result<JournalCheckpoint, TokenRefusal> {
        let policy = JWSPolicy(
            algorithms: [Self.algorithm], type: .exactly(JournalCheckpoint.type), keys: .set(published))
        return Result { () throws(TokenRefusal) in
            let verified = try UnverifiedJWS(text).verified(by: policy).get()
            do {
                return try JournalCheckpoint(jsonBytes: verified.payload)
            } catch {
                throw .malformed(.payload)
            }
        }
    }

    private func signer() throws(CryptographyError) -> Signer { try Signer(active, algorithm: Self.algorithm) }
}
