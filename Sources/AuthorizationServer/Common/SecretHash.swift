import Cryptography

/// The SHA-256 hash under which a code, a refresh token or any other 256-bit secret is stored.
public struct SecretHash: Sendable, Hashable {
    /// The 32 bytes.
    public let bytes: [UInt8]

    /// Takes a stored hash.
    ///
    /// - Returns: nil unless there are 32 bytes.
    public init?(bytes: [UInt8]) {
        guard bytes.count == 32 else { return nil }
        self.bytes = bytes
    }

    /// Hashes a secret as it was presented, whole.
    public init(of secret: String) {
        bytes = Digest.sha256(Array(secret.utf8))
    }

    /// Hashes a secret's bytes.
    public init(of secret: [UInt8]) {
        bytes = Digest.sha256(secret)
    }

    /// Whether both are the hash of one secret, in constant time.
    public func matches(_ other: SecretHash) -> Bool { ConstantTime.equal(bytes, other.bytes) }
}
