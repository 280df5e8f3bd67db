import Cryptography
import JOSE
import JSONCoding

/// The authority that provisions identities to managed apps.
final class DeviceManagement: Sendable {
    let certificate: Certificate
    private let key: SigningKey
    private let now: Int64

    init(now: Int64) throws {
        self.now = now
        key = try SigningKey.generate(.p256)
        certificate = try Certificate.selfSigned(
            CertificateTemplate(
                commonName: "Contoso device management", notBefore: now - 86_400, notAfter: now + 86_400 * 3650,
                usage: .authority), key: key)
    }

    /// An identity for one app on one device.
    func identity() throws -> ManagedIdentity {
        let own = try SigningKey.generate(.p256)
        let template = CertificateTemplate(
            commonName: "managed app", notBefore: now - 3600, notAfter: now + 86_400 * 365, usage: .client)
        return ManagedIdentity(
            certificate: try certificate.issue(template, for: own.publicKey, key: key), key: own)
    }
}

/// A certificate and its key, as device management gives them to one app.
struct ManagedIdentity: Sendable {
    let certificate: Certificate
    let key: SigningKey

    /// A proof that the app holds the identity, for the key with the thumbprint.
    func proof(client: String, thumbprint: String, tokenID: String, now: Int64, audience: String) throws -> String {
        let chain = [Base64.encode(certificate.der)]
        let header = ProtectedHeader(algorithm: .es256, type: "managed-identity-proof+jwt", keyID: nil) { header in
            header.member("x5c", chain)
        }
        var claims = JSONWriter()
        claims.object { object in
            object.member("aud", audience)
            object.member("sub", client)
            object.member("jkt", thumbprint)
            object.member("iat", now)
            object.member("jti", tokenID)
        }
        let signer = try Signer(key, algorithm: .es256)
        return String(decoding: try JWS.sign(claims.bytes, header: header, signer: signer), as: UTF8.self)
    }
}
