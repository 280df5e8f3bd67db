/// Authenticated encryption with AES-256 in Galois/counter mode (NIST SP 800-38D).
public enum AESGCM {
    /// The size of a key in bytes.
    public static let keyByteCount = 32
    /// The size of a nonce in bytes.
    public static let nonceByteCount = 12
    /// The size of a tag in bytes.
    public static let tagByteCount = 16
    /// The most bytes sealed in one message.
    public static let maximumByteCount = 1 << 30

    /// A sealed message: what must be kept to open it again, beside the key and the additional data.
    public struct SealedBox: Sendable, Equatable {
        /// The number used once with this key: 12 bytes.
        public let nonce: [UInt8]
        /// The encrypted content, as long as the content.
        public let ciphertext: [UInt8]
        /// The authentication tag: 16 bytes.
        public let tag: [UInt8]

        /// A box of its parts.
        /// - Throws: `malformed` when the nonce or the tag has a wrong size.
        public init(nonce: [UInt8], ciphertext: [UInt8], tag: [UInt8]) throws(CryptographyError) {
            guard nonce.count == nonceByteCount, tag.count == tagByteCount, ciphertext.count <= maximumByteCount else {
                throw .malformed("sealed box")
            }
            self.nonce = nonce
            self.ciphertext = ciphertext
            self.tag = tag
        }

        /// Reads nonce, ciphertext and tag that follow one another.
        /// - Throws: `malformed` when there are too few bytes.
        public init(combined: [UInt8]) throws(CryptographyError) {
            guard combined.count >= nonceByteCount + tagByteCount else { throw .malformed("sealed box") }
            try self.init(
                nonce: Array(combined.prefix(nonceByteCount)),
                ciphertext: Array(combined.dropFirst(nonceByteCount).dropLast(tagByteCount)),
                tag: Array(combined.suffix(tagByteCount)))
        }

        /// Nonce, ciphertext and tag one after another.
        public var combined: [UInt8] { nonce + ciphertext + tag }
    }

    /// Encrypts `content` and authenticates it together with `additionalData`.
    ///
    /// Without a `nonce` a random one is made; one key may then seal at most 2^32 messages. A nonce that is passed in
    /// must never be used twice with the same key.
    /// - Throws: `unsupported` for a key or nonce of a wrong size or content past ``maximumByteCount``.
    public static func seal(
        _ content: [UInt8], key: SecretBytes, nonce: [UInt8]? = nil, additionalData: [UInt8] = []
    ) throws(CryptographyError) -> SealedBox {
        let nonce = nonce ?? RandomBytes.generate(nonceByteCount)
        guard nonce.count == nonceByteCount else { throw .unsupported("nonce size") }
        guard content.count <= maximumByteCount else { throw .unsupported("content size") }
        let operation = try GCMOperation.begin(.seal, key: key, nonce: nonce, additionalData: additionalData)
        let ciphertext = try operation.process(content)
        return try SealedBox(nonce: nonce, ciphertext: ciphertext, tag: operation.finishSealing())
    }

    /// Decrypts `box` after its tag was found right for `key` and `additionalData`.
    /// - Throws: ``CryptographyError/sealBroken`` when anything was altered; `unsupported` for a key of a wrong size.
    public static func open(
        _ box: SealedBox, key: SecretBytes, additionalData: [UInt8] = []
    ) throws(CryptographyError) -> [UInt8] {
        let operation = try GCMOperation.begin(.open, key: key, nonce: box.nonce, additionalData: additionalData)
        let content = try operation.process(box.ciphertext)
        try operation.finishOpening(tag: box.tag)
        return content
    }
}
