import AccessModel
import Cryptography
import JOSE
import JSONCoding

/// The statements that the installation signs: DPoP proofs, posture reports, proofs of a managed identity.
enum SignedStatement {
    /// A DPoP proof (RFC 9449, section 4.2).
    static func proof(
        _ request: DPoPProof.Request, key: any DeviceKey, now: Timestamp
    ) async throws(CryptographyError) -> String {
        var header = JSONWriter()
        header.object { header in
            header.member("typ", TokenType.dpop)
            header.member("alg", SignatureAlgorithm.es256.rawValue)
            header.member("jwk", JWK(key.publicKey))
        }
        var claims = JSONWriter()
        claims.object { claims in
            claims.member("htm", request.method)
            claims.member("htu", String(request.url.prefix { $0 != "?" && $0 != "#" }))
            claims.member("iat", now.seconds)
            claims.member("jti", identifier())
            claims.member(
                "ath", ifPresent: request.accessToken.map { Base64URL.encode(Digest.sha256(Array($0.utf8))) })
            claims.member("nonce", ifPresent: request.nonce)
        }
        return try await compact(header.bytes, claims.bytes) { (message) throws(CryptographyError) in
            try await key.sign(message)
        }
    }

    /// What the app says of itself, and which revision of its policy it applied.
    static func posture(
        _ posture: AppPosture, revision: String?, instance: String, issuer: String,
        configuration: ManagedAppConfiguration, key: any DeviceKey, at time: Timestamp
    ) async throws(CryptographyError) -> String {
        var header = JSONWriter()
        header.object { header in
            header.member("typ", "posture+jwt")
            header.member("alg", SignatureAlgorithm.es256.rawValue)
        }
        var claims = JSONWriter()
        claims.object { claims in
            claims.member("aud", issuer)
            claims.member("sub", instance)
            // Of two reports with the same whole second the later would not be newer.
            claims.member("iat", Double(time.milliseconds) / 1000)
            claims.member("jti", identifier())
            claims.member("platform", configuration.platform.rawValue)
            claims.member("osVersion", configuration.osVersion.description)
            claims.member("appVersion", configuration.appVersion.description)
            claims.member("revision", ifPresent: revision)
            claims.member("pinSet", ifPresent: posture.isPINSet)
            claims.member("rooted", ifPresent: posture.isRooted)
        }
        return try await compact(header.bytes, claims.bytes) { (message) throws(CryptographyError) in
            try await key.sign(message)
        }
    }

    /// The word of a managed identity for the installation's key.
    static func evidence(
        _ identity: any ManagedIdentity, for key: any DeviceKey, issuer: String, clientID: String, now: Timestamp
    ) async throws(CryptographyError) -> String {
        var header = JSONWriter()
        header.object { header in
            header.member("typ", "managed-identity-proof+jwt")
            header.member("alg", identity.algorithm.rawValue)
            header.member("x5c", identity.certificateChain.map { Base64.encode($0) })
        }
        var claims = JSONWriter()
        claims.object { claims in
            claims.member("aud", issuer)
            claims.member("sub", clientID)
            claims.member("jkt", KeyThumbprint(of: key.publicKey).encoded)
            claims.member("iat", now.seconds)
            claims.member("jti", identifier())
        }
        return try await compact(header.bytes, claims.bytes) { (message) throws(CryptographyError) in
            try await identity.sign(message)
        }
    }

    /// RFC 7515, section 7.1; the key may be where it can't leave, so that it signs itself.
    private static func compact(
        _ header: [UInt8], _ claims: [UInt8], _ sign: ([UInt8]) async throws(CryptographyError) -> [UInt8]
    ) async throws(CryptographyError) -> String {
        let message = Base64URL.encode(header) + "." + Base64URL.encode(claims)
        return message + "." + Base64URL.encode(try await sign(Array(message.utf8)))
    }

    private static func identifier() -> String { Base64URL.encode(RandomBytes.generate(16)) }
}
