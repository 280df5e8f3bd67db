public import Cryptography
public import JOSE
import JSONCoding

/// The keys of a client's assertions, from what its registration holds.
public enum AssertionKeys {
    /// The usable keys of a JWK set.
    ///
    /// - Parameter jwkSet: the registered JWK set as JSON text; nil when there is none.
    /// - Returns: the keys; none when the text is no JWK set, so that a damaged registration authenticates nobody.
    public static func read(jwkSet: String?) -> JWKSet {
        guard let jwkSet else { return JWKSet([]) }
        do {
            return try JWKSet(jsonBytes: Array(jwkSet.utf8))
        } catch {
            return JWKSet([])
        }
    }

    /// The key of a certificate, named by the thumbprints that assertion headers choose it with.
    ///
    /// - Parameters:
    ///   - key: the certificate's public key.
    ///   - der: the certificate in DER form.
    /// - Returns: the key.
    public static func key(_ key: PublicKey, ofCertificate der: [UInt8]) -> JWK {
        JWK(
            key, certificateSHA1: Base64URL.encode(Digest.sha1ForLookup(der)),
            certificateSHA256: Base64URL.encode(Digest.sha256(der)))
    }
}
