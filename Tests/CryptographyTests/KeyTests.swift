import Cryptography
import Testing

@Suite struct KeyTests {
    @Test(arguments: KeyType.allCases)
    func `a key survives export and import in each form`(type: KeyType) throws {
        let key = try SigningKey.generate(type)
        #expect(key.type == type)
        let der = try key.pkcs8().withBytes { bytes in Array(copying: bytes) }
        let pem = try key.pem().withBytes { bytes in String(decoding: Array(copying: bytes), as: UTF8.self) }
        #expect(try SigningKey(pkcs8: der).publicKey == key.publicKey)
        #expect(try SigningKey(pem: pem).publicKey == key.publicKey)
        let spki = try key.publicKey.spki()
        #expect(try PublicKey(spki: spki) == key.publicKey)
        #expect(try PublicKey(pem: key.publicKey.pem()) == key.publicKey)
        let rebuilt = try PublicKey(key.publicKey.components)
        #expect(rebuilt == key.publicKey)
        #expect(try rebuilt.spki() == spki)
    }

    @Test func `reads and writes what the OpenSSL command line writes`() throws {
        #expect(try SigningKey(pem: KeyFixtures.p256Private).publicKey.pem() == KeyFixtures.p256Public + "\n")
        #expect(try SigningKey(pem: KeyFixtures.rsaPrivate).publicKey.pem() == KeyFixtures.rsaPublic + "\n")
        #expect(try PublicKey(pem: KeyFixtures.p256Compressed) == PublicKey(pem: KeyFixtures.p256Public))
    }

    @Test func `a private key shows nothing of itself`() throws {
        let key = try SigningKey.generate(.p256)
        var dumped = ""
        dump(key, to: &dumped)
        #expect("\(key)" == "***")
        #expect(dumped.utf8.count < 20)
    }

    struct Refusal: Sendable, CustomTestStringConvertible {
        var note: String
        var pem: String
        var error: CryptographyError
        var testDescription: String { note }
    }

    static let publicRefusals = [
        Refusal(note: "P-384", pem: KeyFixtures.p384Public, error: .unsupported("curve")),
        Refusal(note: "explicit curve", pem: KeyFixtures.p256ExplicitCurve, error: .unsupported("curve")),
        Refusal(note: "RSA 1024", pem: KeyFixtures.rsa1024Public, error: .unsupported("rsa modulus size")),
        Refusal(note: "RSA exponent 3", pem: KeyFixtures.rsaExponent3, error: .unsupported("rsa exponent")),
        Refusal(note: "RSA for PSS only", pem: KeyFixtures.rsaPSSOnly, error: .unsupported("key type")),
        Refusal(note: "Ed448", pem: KeyFixtures.ed448Public, error: .unsupported("key type")),
        Refusal(note: "private key", pem: KeyFixtures.p256Private, error: .malformed("pem label")),
        Refusal(
            note: "two keys", pem: KeyFixtures.p256Public + "\n" + KeyFixtures.rsaPublic, error: .malformed("pem text")),
        Refusal(note: "nothing", pem: "", error: .malformed("pem text")),
        Refusal(note: "cut", pem: String(KeyFixtures.p256Public.dropLast(30)), error: .malformed("pem text")),
        Refusal(
            note: "oversized", pem: String(repeating: "x", count: (1 << 20) + 1), error: .unsupported("pem size")),
    ]

    @Test(arguments: publicRefusals)
    func `refuses a public key`(refusal: Refusal) {
        #expect(throws: refusal.error) { try PublicKey(pem: refusal.pem) }
    }

    @Test(arguments: [KeyFixtures.p256OtherLabel, KeyFixtures.p256Encrypted, KeyFixtures.p256Public])
    func `refuses a private key under another label`(pem: String) {
        #expect(throws: CryptographyError.malformed("pem label")) { try SigningKey(pem: pem) }
    }

    @Test func `refuses a key with bytes after it`() throws {
        let key = try SigningKey.generate(.p256)
        let spki = try key.publicKey.spki()
        #expect(throws: CryptographyError.malformed("public key")) { try PublicKey(spki: spki + [0]) }
        let der = try key.pkcs8().withBytes { bytes in Array(copying: bytes) }
        #expect(throws: CryptographyError.malformed("private key")) { try SigningKey(pkcs8: der + [0]) }
        #expect(throws: CryptographyError.malformed("private key")) { try SigningKey(pkcs8: spki) }
        #expect(throws: CryptographyError.malformed("public key")) { try PublicKey(spki: []) }
    }

    @Test func `refuses a private key whose public half is another's`() throws {
        let one = try SigningKey.generate(.p256).pkcs8().withBytes { bytes in Array(copying: bytes) }
        let two = try SigningKey.generate(.p256).pkcs8().withBytes { bytes in Array(copying: bytes) }
        let mixed = Array(one.prefix(one.count - 64)) + Array(two.suffix(64))
        #expect(throws: CryptographyError.malformed("private key")) { try SigningKey(pkcs8: mixed) }
    }

    static let point = (
        x: Array("0123456789abcdef0123456789abcdef".utf8), y: Array("0123456789abcdef0123456789abcdef".utf8)
    )

    @Test func `refuses points that are not on the curve`() throws {
        let key = try SigningKey.generate(.p256).publicKey
        guard case .p256(let x, var y) = key.components else {
            Issue.record("not a point")
            return
        }
        y[31] ^= 1
        let zero = [UInt8](repeating: 0, count: 32)
        let high = [UInt8](repeating: 0xFF, count: 32)
        for (x, y) in [(x, y), (zero, zero), (high, high), (x, high), (Self.point.x, Self.point.y)] {
            #expect(throws: CryptographyError.malformed("elliptic curve point")) { try PublicKey(.p256(x: x, y: y)) }
        }
        for (x, y) in [([], []), ([0] + x, y), (Array(x.dropFirst()), y)] {
            #expect(throws: CryptographyError.malformed("elliptic curve coordinates")) {
                try PublicKey(.p256(x: x, y: y))
            }
        }
    }

    @Test func `refuses RSA numbers out of bounds`() throws {
        let key = try PublicKey(pem: KeyFixtures.rsaPublic)
        guard case .rsa(let modulus, let exponent) = key.components else {
            Issue.record("not an RSA key")
            return
        }
        #expect(exponent == [1, 0, 1])
        let huge = [UInt8](repeating: 0xFF, count: 1025)
        let even = Array(modulus.dropLast()) + [modulus[255] & 0xFE]
        let short = Array(modulus.prefix(255)) + []
        let cases: [(modulus: [UInt8], exponent: [UInt8], error: CryptographyError)] = [
            ([], exponent, .malformed("rsa modulus")),
            ([0] + modulus, exponent, .malformed("rsa modulus")),
            (even, exponent, .malformed("rsa modulus")),
            (Array(short.dropLast()) + [1], exponent, .unsupported("rsa modulus size")),
            (huge, exponent, .unsupported("rsa modulus size")),
            (modulus, [], .malformed("rsa exponent")),
            (modulus, [0, 1, 0, 1], .malformed("rsa exponent")),
            (modulus, [3], .unsupported("rsa exponent")),
            (modulus, [1], .unsupported("rsa exponent")),
            (modulus, [1, 0, 0], .unsupported("rsa exponent")),
            (modulus, [1, 0, 0, 0, 1], .unsupported("rsa exponent")),
        ]
        for refused in cases {
            #expect(throws: refused.error) {
                try PublicKey(.rsa(modulus: refused.modulus, exponent: refused.exponent))
            }
        }
    }

    @Test func `refuses an Ed25519 key of another size`() {
        #expect(throws: CryptographyError.malformed("ed25519 key")) {
            try PublicKey(.ed25519([UInt8](repeating: 1, count: 31)))
        }
    }

    @Test(arguments: [1024, 2047, 8193])
    func `refuses to generate an RSA key of a size that is not accepted`(bits: Int) {
        #expect(throws: CryptographyError.unsupported("rsa modulus size")) {
            try SigningKey.generate(.rsa, rsaBits: bits)
        }
    }
}

extension Array where Element == UInt8 {
    init(copying bytes: Span<UInt8>) {
        self = bytes.withUnsafeBufferPointer { Array($0) }
    }
}
