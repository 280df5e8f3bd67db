import AccessModel
import Compliance
import ComplianceGateway
import Cryptography
import JOSE
import JSONCoding

/// An installation of an app: its key, and the tokens that it signs.
struct TestApp: Sendable {
    let key: SigningKey
    let account: AccountID
    let client: ClientID

    init(_ account: AccountID = World.alice, client: ClientID = "app") throws {
        key = try SigningKey.generate(.p256)
        self.account = account
        self.client = client
    }

    /// The same key in another account's or client's hands.
    init(_ app: TestApp, account: AccountID, client: ClientID) {
        key = app.key
        self.account = account
        self.client = client
    }

    var thumbprint: String { KeyThumbprint(of: key.publicKey).encoded }

    /// A DPoP proof (RFC 9449 section 4.2).
    func proof(
        _ method: String, _ url: String, accessToken: String? = nil, at now: Timestamp, id: String
    ) throws -> String {
        try sign("dpop+jwt", header: .init(algorithm: .es256, type: "dpop+jwt", embedding: key.publicKey)) { claims in
            claims.member("htm", method)
            claims.member("htu", url)
            claims.member("iat", now.seconds)
            claims.member("jti", id)
            if let accessToken {
                claims.member("ath", Base64URL.encode(Digest.sha256(Array(accessToken.utf8))))
            }
        }
    }

    /// A posture report.
    func posture(
        _ instance: AppInstanceID, issuer: String, revision: String?, pin: Bool? = true, rooted: Bool? = nil,
        at now: Timestamp, id: String
    ) throws -> String {
        try sign("posture+jwt") { claims in
            claims.member("aud", issuer)
            claims.member("sub", instance.rawValue)
            claims.member("iat", now.seconds)
            claims.member("jti", id)
            claims.member("revision", ifPresent: revision)
            claims.member("platform", "iOS")
            claims.member("osVersion", "18.4")
            claims.member("appVersion", "2.1")
            claims.member("pinSet", ifPresent: pin)
            claims.member("rooted", ifPresent: rooted)
        }
    }

    private func sign(
        _ type: String, header: ProtectedHeader? = nil, _ claims: (inout JSONObjectWriter) -> Void
    ) throws -> String {
        try Self.sign(
            header ?? ProtectedHeader(algorithm: .es256, type: type, keyID: nil), key, claims)
    }

    static func sign(
        _ header: ProtectedHeader, _ key: SigningKey, _ claims: (inout JSONObjectWriter) -> Void
    ) throws -> String {
        var writer = JSONWriter()
        writer.object(claims)
        let signer = try Signer(key, algorithm: header.algorithm)
        return String(decoding: try JWS.sign(writer.bytes, header: header, signer: signer), as: UTF8.self)
    }
}

/// An authority of managed identities, and identities of it.
struct Identities: Sendable {
    let authority: Certificate
    private let key: SigningKey

    init() throws {
        key = try SigningKey.generate(.p256)
        authority = try Certificate.selfSigned(
            CertificateTemplate(
                commonName: "Devices", notBefore: 1_700_000_000, notAfter: 2_000_000_000, usage: .authority),
            key: key)
    }

    func issue(_ name: String = "app identity", until end: Int64 = 1_900_000_000) throws -> ManagedIdentity {
        let own = try SigningKey.generate(.p256)
        let certificate = try authority.issue(
            CertificateTemplate(commonName: name, notBefore: 1_700_000_000, notAfter: end, usage: .client),
            for: own.publicKey, key: key)
        return ManagedIdentity(key: own, certificate: certificate)
    }
}

/// A certificate and key that were provisioned to an app.
struct ManagedIdentity: Sendable {
    let key: SigningKey
    let certificate: Certificate

    func proof(for app: TestApp, issuer: String, at now: Timestamp, id: String) throws -> String {
        let chain = Base64.encode(certificate.der)
        let header = ProtectedHeader(algorithm: .es256, type: "managed-identity-proof+jwt", keyID: nil) { header in
            header.member("x5c", [chain])
        }
        return try TestApp.sign(header, key) { claims in
            claims.member("aud", issuer)
            claims.member("sub", app.client.rawValue)
            claims.member("jkt", app.thumbprint)
            claims.member("iat", now.seconds)
            claims.member("jti", id)
        }
    }
}
