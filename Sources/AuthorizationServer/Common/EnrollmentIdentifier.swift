import Cryptography

/// The enrolment identifier by which a stock client shows its app instance: `{sequence in base 36}.{32 random bytes}`.
///
/// The sequence lets any node wait for the journal entry of its issue; the store keeps only the hash of the random part.
public struct EnrollmentIdentifier: Sendable, Hashable {
    /// The journal sequence of its issue.
    public let sequence: Int64
    /// The hash of the random part.
    public let hash: SecretHash
    /// The text as the client holds it; a secret.
    public let text: String

    /// Makes an identifier of 32 fresh random bytes.
    ///
    /// - Returns: nil unless there are 32 bytes and the sequence is not negative.
    public init?(sequence: Int64, randomBytes: [UInt8]) {
        guard sequence >= 0, randomBytes.count == 32 else { return nil }
        self.sequence = sequence
        hash = SecretHash(of: randomBytes)
        text = String(sequence, radix: 36) + "." + Base64URL.encode(randomBytes)
    }

    /// Reads a presented identifier.
    ///
    /// - Returns: nil when the text is none, which counts as an unknown instance.
    public init?(presented: String) {
        guard presented.utf8.count <= 64 else { return nil }
        let parts = presented.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        // What can't be decoded is an unknown instance like any other, whatever the decoder's reason.
        guard parts.count == 2, let sequence = Int64(String(decoding: parts[0], as: UTF8.self), radix: 36),
            let bytes = try? Base64URL.decode(Array(parts[1])), bytes.count == 32
        else { return nil }
        // One value has one spelling: signs, leading zeros and upper case are none of ours.
        guard sequence >= 0, String(sequence, radix: 36).utf8.elementsEqual(parts[0]) else { return nil }
        self.sequence = sequence
        hash = SecretHash(of: bytes)
        text = presented
    }
}

extension EnrollmentIdentifier: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The sequence, without the secret.
    public var description: String { String(sequence, radix: 36) + ".***" }
    /// The sequence, without the secret.
    public var debugDescription: String { description }
    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
