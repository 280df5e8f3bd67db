import COpenSSL

/// A public key that verifies signatures; sizes, exponent and curve were checked when it was made.
public struct PublicKey: Sendable {
    let handle: KeyHandle
    /// The numbers that the key consists of.
    public let components: PublicKeyComponents

    /// The kind of key.
    public var type: KeyType { components.type }

    /// A key of its numbers.
    /// - Throws: `malformed` for a point off the curve or numbers of a wrong form; `unsupported` for a weak or oversized key.
    public init(_ components: PublicKeyComponents) throws(CryptographyError) {
        handle = try KeyHandle.make(components)
        self.components = components
    }

    /// A key of its DER SubjectPublicKeyInfo (RFC 5280 section 4.1.2.7).
    /// - Throws: `malformed` or `unsupported`.
    public init(spki der: [UInt8]) throws(CryptographyError) {
        try self.init(reading: KeyHandle.make(spki: der))
    }

    /// A key of its PEM text with the label `PUBLIC KEY` (RFC 7468 section 13).
    /// - Throws: `malformed` or `unsupported`.
    public init(pem: String) throws(CryptographyError) {
        try self.init(spki: PEM.decodeOne(pem, label: .publicKey))
    }

    init(reading handle: KeyHandle) throws(CryptographyError) {
        components = try PublicKeyComponents(of: handle)
        self.handle = handle
    }

    /// The DER SubjectPublicKeyInfo.
    /// - Throws: `library` when memory runs out.
    public func spki() throws(CryptographyError) -> [UInt8] {
        try unsafe DERWriter.write("write a public key") { unsafe i2d_PUBKEY(handle.pointer, $0) }
    }

    /// The PEM text with the label `PUBLIC KEY`.
    /// - Throws: `library` when memory runs out.
    public func pem() throws(CryptographyError) -> String {
        try PEM.encode(spki(), label: .publicKey)
    }

    /// Whether `signature` (in JOSE form: RFC 7518 section 3.4) is this key's over `message`.
    ///
    /// False for a key of another kind, a signature of another size and any failure of the library.
    public func verify(_ signature: [UInt8], over message: [UInt8], algorithm: SignatureAlgorithm) -> Bool {
        verify(signature.span, over: message.span, algorithm: algorithm)
    }

    /// Whether `signature` (in JOSE form: RFC 7518 section 3.4) is this key's over `message`.
    ///
    /// False for a key of another kind, a signature of another size and any failure of the library.
    public func verify(_ signature: Span<UInt8>, over message: Span<UInt8>, algorithm: SignatureAlgorithm) -> Bool {
        guard algorithm.keyType == type else { return false }
        defer { ERR_clear_error() }
        guard let context = SignatureContext(.verify, key: handle, algorithm: algorithm) else { return false }
        return context.verify(signature, over: message)
    }
}

extension PublicKey: Equatable, Hashable {
    /// Whether both are the same key.
    public static func == (left: PublicKey, right: PublicKey) -> Bool { left.components == right.components }

    /// Hashes the numbers of the key.
    public func hash(into hasher: inout Hasher) { hasher.combine(components) }
}
