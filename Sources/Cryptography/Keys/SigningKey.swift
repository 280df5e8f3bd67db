import COpenSSL

/// A private key with its public half; it never shows itself in a text.
public struct SigningKey: Sendable {
    let handle: KeyHandle
    /// The public half.
    public let publicKey: PublicKey

    /// The kind of key.
    public var type: KeyType { publicKey.type }

    /// A new key; `rsaBits` (2048 to 8192) counts for RSA alone.
    /// - Throws: `unsupported` for a size out of range; `library` when generation fails.
    public static func generate(_ type: KeyType, rsaBits: Int = 2048) throws(CryptographyError) -> SigningKey {
        guard PublicKeyComponents.rsaModulusBits.contains(rsaBits) else { throw .unsupported("rsa modulus size") }
        return try SigningKey(reading: KeyHandle.generate(type, rsaBits: rsaBits))
    }

    /// A key of its DER PKCS#8 PrivateKeyInfo (RFC 5208), unencrypted.
    /// - Throws: `malformed` when it can't be read or its halves don't fit; `unsupported` for other kinds of key.
    public init(pkcs8 der: [UInt8]) throws(CryptographyError) {
        try self.init(reading: KeyHandle.make(pkcs8: der))
    }

    /// A key of its PEM text with the label `PRIVATE KEY` (RFC 7468 section 10).
    /// - Throws: `malformed` when it can't be read or its halves don't fit; `unsupported` for other kinds of key.
    public init(pem: String) throws(CryptographyError) {
        try self.init(pkcs8: PEM.decodeOne(pem, label: .privateKey))
    }

    private init(reading handle: KeyHandle) throws(CryptographyError) {
        publicKey = try PublicKey(reading: handle)
        self.handle = handle
    }

    /// The DER PKCS#8 PrivateKeyInfo, unencrypted.
    /// - Throws: `library` when memory runs out.
    public func pkcs8() throws(CryptographyError) -> SecretBytes {
        var bytes = try der()
        return SecretBytes(taking: &bytes)
    }

    /// The PEM text with the label `PRIVATE KEY`, unencrypted.
    /// - Throws: `library` when memory runs out.
    public func pem() throws(CryptographyError) -> SecretBytes {
        var text = Array(try PEM.encode(der(), label: .privateKey).utf8)
        return SecretBytes(taking: &text)
    }

    private func der() throws(CryptographyError) -> [UInt8] {
        let information = try unsafe CryptographyError.make("write a private key") {
            unsafe EVP_PKEY2PKCS8(handle.pointer)
        }
        defer { unsafe PKCS8_PRIV_KEY_INFO_free(information) }
        return try unsafe DERWriter.write("write a private key") { unsafe i2d_PKCS8_PRIV_KEY_INFO(information, $0) }
    }

    /// Signs `message` in JOSE form (RFC 7518 section 3.4); use a ``Signer`` where many are signed.
    /// - Throws: `unsupported` when the algorithm takes another kind of key; `library` when signing fails.
    public func sign(_ message: [UInt8], algorithm: SignatureAlgorithm) throws(CryptographyError) -> [UInt8] {
        try Signer(self, algorithm: algorithm).sign(message)
    }
}

extension SigningKey: CustomStringConvertible, CustomReflectable {
    /// Always `***`.
    public var description: String { "***" }

    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
