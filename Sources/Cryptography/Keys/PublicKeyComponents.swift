import COpenSSL

/// The numbers that a public key consists of, as a JWK spells them.
public enum PublicKeyComponents: Sendable, Hashable {
    /// The coordinates of a point on P-256: 32 bytes each, big-endian.
    case p256(x: [UInt8], y: [UInt8])
    /// Modulus and public exponent, big-endian, without leading zero bytes.
    case rsa(modulus: [UInt8], exponent: [UInt8])
    /// The 32-byte encoding of a point on Ed25519 (RFC 8032 section 5.1.5).
    case ed25519([UInt8])

    /// The sizes of an RSA modulus that are accepted, in bits.
    public static let rsaModulusBits = 2048...8192

    /// The kind of key.
    public var type: KeyType {
        switch self {
        case .p256: .p256
        case .rsa: .rsa
        case .ed25519: .ed25519
        }
    }

    /// Reads the components of a key that the library parsed.
    init(of key: KeyHandle) throws(CryptographyError) {
        switch try key.type() {
        case .p256:
            self = .p256(
                x: try key.number(OSSL_PKEY_PARAM_EC_PUB_X, byteCount: 32),
                y: try key.number(OSSL_PKEY_PARAM_EC_PUB_Y, byteCount: 32))
        case .rsa:
            self = .rsa(
                modulus: try key.number(OSSL_PKEY_PARAM_RSA_N), exponent: try key.number(OSSL_PKEY_PARAM_RSA_E))
        case .ed25519:
            var count = 32
            ERR_clear_error()
            let bytes = unsafe [UInt8].filled(32) { start in
                unsafe EVP_PKEY_get_raw_public_key(key.pointer, start, &count) == 1 && count == 32
            }
            guard let bytes else { throw .failed(to: "read a key") }
            self = .ed25519(bytes)
        }
        try checkSizes()
    }

    /// Refuses sizes and exponents that are weak, wasteful or spelled in more than one way.
    func checkSizes() throws(CryptographyError) {
        switch self {
        case .p256(let x, let y):
            guard x.count == 32, y.count == 32 else { throw .malformed("elliptic curve coordinates") }
        case .rsa(let modulus, let exponent):
            guard let top = modulus.first, top != 0, let lowest = modulus.last, !lowest.isMultiple(of: 2) else {
                throw .malformed("rsa modulus")
            }
            let bits = modulus.count * 8 - top.leadingZeroBitCount
            guard Self.rsaModulusBits.contains(bits) else { throw .unsupported("rsa modulus size") }
            try Self.checkExponent(exponent)
        case .ed25519(let bytes):
            guard bytes.count == 32 else { throw .malformed("ed25519 key") }
        }
    }

    /// An exponent is odd, at least 65537 (below it padding mistakes become forgeries) and at most four bytes (time).
    private static func checkExponent(_ exponent: [UInt8]) throws(CryptographyError) {
        guard let first = exponent.first, first != 0 else { throw .malformed("rsa exponent") }
        guard exponent.count <= 4 else { throw .unsupported("rsa exponent") }
        let value = exponent.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        guard value >= 65_537, !value.isMultiple(of: 2) else { throw .unsupported("rsa exponent") }
    }
}
