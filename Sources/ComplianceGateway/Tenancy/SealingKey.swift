public import Cryptography

/// A key that seals secrets at rest with AES-256-GCM, each bound to what it is for.
///
/// The master key seals each tenant's data key; the data key seals that tenant's secrets.
public struct SealingKey: Sendable {
    private let key: SecretBytes

    /// Takes a key of 32 bytes.
    ///
    /// - Returns: nil for any other length.
    public init?(_ key: SecretBytes) {
        guard key.count == AESGCM.keyByteCount else { return nil }
        self.key = key
    }

    /// Seals a secret for one purpose, such as `data-key:{tenant}`.
    ///
    /// - Parameters:
    ///   - secret: what to seal.
    ///   - purpose: what it is for; it must be given again to open it.
    ///   - nonce: 12 bytes that were never used with this key.
    /// - Returns: nonce, ciphertext and tag.
    /// - Throws: `CryptographyError` when the nonce has another length.
    public func seal(_ secret: [UInt8], for purpose: String, nonce: [UInt8]) throws(CryptographyError) -> [UInt8] {
        try AESGCM.seal(secret, key: key, nonce: nonce, additionalData: Array(purpose.utf8)).combined
    }

    /// Opens what was sealed for the purpose.
    ///
    /// - Throws: `CryptographyError` when the key or the purpose is another one, or anything was altered.
    public func open(_ sealed: [UInt8], for purpose: String) throws(CryptographyError) -> [UInt8] {
        let box = try AESGCM.SealedBox(combined: sealed)
        return try AESGCM.open(box, key: key, additionalData: Array(purpose.utf8))
    }
}
