import AccessModel
import AuthorizationServer
import Compliance
import Cryptography
import JOSE
import JSONCoding

/// The proof that an app holds an identity which was provisioned to it: claims signed with the identity's key, its
/// certificate chain in the header.
struct ManagedIdentityProof {
    /// The `typ` header.
    static let type = "managed-identity-proof+jwt"
    /// How old a proof may be.
    static let maximumAge = Duration.seconds(300)

    /// The SHA-256 of the identity's public key (SubjectPublicKeyInfo).
    ///
    /// Not of the certificate: what is outside of the signed part, the signature of an authority with an elliptic key
    /// among it, can be written in more than one way, and each would count as another identity.
    let fingerprint: SecretHash
    /// The evidence that it gives; it ends with the certificate.
    let evidence: Evidence
    /// The proof's identifier, which is used once.
    let tokenID: String
    /// The device that the certificate names, if its authority's certificates do.
    let device: DeviceIdentifier?

    /// Verifies a proof.
    ///
    /// - Parameters:
    ///   - compact: the token.
    ///   - thumbprint: the thumbprint of the instance's key, which it must name: a proof backs no other key.
    ///   - client: the client that it must be about.
    ///   - issuer: the audience that it must name.
    ///   - authorities: the authorities configured for the client.
    ///   - naming: those of them whose certificates name the device.
    ///   - now: the time.
    /// - Throws: ``EvidenceFault``.
    init(
        _ compact: String, thumbprint: KeyThumbprint, client: ClientID, issuer: String,
        authorities: CertificateAuthorityStore?, naming: [DeviceNamingAuthority] = [], now: Timestamp
    ) throws(EvidenceFault) {
        guard let authorities else { throw .noAuthority }
        let token: UnverifiedJWS
        let chain: [[UInt8]]
        do {
            token = try UnverifiedJWS(compact, limits: Self.limits)
            chain = try token.header.certificateChain()
        } catch {
            throw .malformed
        }
        let certificates = try Self.believed(chain, authorities: authorities, now: now)
        guard let leaf = certificates.first else { throw .malformed }
        let key: PublicKey
        do {
            key = try leaf.publicKey()
        } catch {
            throw .malformed
        }
        let claims = try Self.claims(token, key: key, client: client, issuer: issuer, now: now)
        guard let named = claims.members["jkt"]?.stringValue, named == thumbprint.encoded else { throw .claims }
        guard let tokenID = claims.tokenID, tokenID.utf8.count <= 128,
            let fingerprint = SecretHash(bytes: Digest.sha256(leaf.spki))
        else { throw .malformed }
        self.tokenID = tokenID
        self.fingerprint = fingerprint
        device = naming.lazy.compactMap { $0.device(of: certificates, now: now) }.first
        evidence = Evidence(.managedSecret, expires: Timestamp(seconds: leaf.notAfter))
    }

    /// A chain of a few certificates in the header, and little else.
    private static let limits = JWSLimits(maximumBytes: 32 << 10, header: .standard, claims: .token)

    private static func believed(
        _ chain: [[UInt8]], authorities: CertificateAuthorityStore, now: Timestamp
    ) throws(EvidenceFault) -> [Certificate] {
        let certificates: [Certificate]
        do {
            certificates = try chain.map { (der) throws(CryptographyError) in try Certificate(der: der) }
        } catch {
            throw .malformed
        }
        guard !certificates.isEmpty else { throw .malformed }
        let refusal = authorities.refusal(of: certificates, at: now.seconds, for: .clientAuthentication)
        guard refusal == nil else { throw .certificate }
        return certificates
    }

    private static func claims(
        _ token: UnverifiedJWS, key: PublicKey, client: ClientID, issuer: String, now: Timestamp
    ) throws(EvidenceFault) -> JWTClaims {
        let policy = JWSPolicy(
            algorithms: Set(SignatureAlgorithm.allCases), type: .exactly(type), keys: .key(key))
        let rules = JWTRules(
            issuer: nil, subject: client.rawValue, audience: .only([issuer]), requiredClaims: ["iat", "jti"],
            maximumAge: maximumAge)
        do {
            return try JWT.verify(token, policy: policy, rules: rules, at: now).get().claims
        } catch .badSignature {
            throw .signature
        } catch .unknownKey {
            throw .signature
        } catch .algorithmNotAllowed {
            throw .signature
        } catch .missingClaim, .malformedClaim, .malformed, .wrongType, .oversized, .encrypted, .unknownExtension {
            throw .malformed
        } catch {
            throw .claims
        }
    }
}
