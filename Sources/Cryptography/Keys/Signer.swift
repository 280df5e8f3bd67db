/// Signs many messages with one key, on one thread at a time: each event loop has its own.
///
/// It reuses the library's state for the key, which is what makes signing as fast as the library can.
public final class Signer {
    /// The algorithm it signs with.
    public let algorithm: SignatureAlgorithm
    private let context: SignatureContext

    /// A signer for `key`.
    /// - Throws: `unsupported` when the algorithm takes another kind of key; `library` when it can't be prepared.
    public init(_ key: SigningKey, algorithm: SignatureAlgorithm) throws(CryptographyError) {
        guard algorithm.keyType == key.type else { throw .unsupported("algorithm for this key") }
        guard let context = SignatureContext(.sign, key: key.handle, algorithm: algorithm) else {
            throw .failed(to: "prepare a signature")
        }
        self.algorithm = algorithm
        self.context = context
    }

    /// The signature over `message` in JOSE form (RFC 7518 section 3.4).
    /// - Throws: `library` when signing fails.
    public func sign(_ message: [UInt8]) throws(CryptographyError) -> [UInt8] { try sign(message.span) }

    /// The signature over `message` in JOSE form (RFC 7518 section 3.4).
    /// - Throws: `library` when signing fails.
    public func sign(_ message: Span<UInt8>) throws(CryptographyError) -> [UInt8] { try context.sign(message) }
}

@available(*, unavailable)
extension Signer: Sendable {}
