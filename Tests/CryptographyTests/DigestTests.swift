import Cryptography
import Testing

@Suite struct DigestTests {
    /// FIPS 180-4 examples and the empty message.
    @Test func `hashes the published examples`() {
        let abc = Array("abc".utf8)
        #expect(Hexadecimal.encode(Digest.sha1ForLookup(abc)) == "a9993e364706816aba3e25717850c26c9cd0d89d")
        #expect(
            Hexadecimal.encode(Digest.sha256(abc))
                == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        #expect(
            Hexadecimal.encode(Digest.sha256([UInt8]()))
                == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
        #expect(
            Hexadecimal.encode(Digest.sha384(abc))
                == "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed"
                + "8086072ba1e7cc2358baeca134c825a7")
        #expect(
            Hexadecimal.encode(Digest.sha512(abc))
                == "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
                + "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f")
        let slice = abc.span.extracting(0..<3)
        #expect(Digest.sha256(slice) == Digest.sha256(abc))
    }

    /// RFC 4231 test cases 1, 2, 3 and 6.
    static let macs: [(key: [UInt8], message: [UInt8], code: String)] = [
        (
            Array(repeating: 0x0B, count: 20), Array("Hi There".utf8),
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
        ),
        (
            Array("Jefe".utf8), Array("what do ya want for nothing?".utf8),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        ),
        (
            Array(repeating: 0xAA, count: 20), Array(repeating: 0xDD, count: 50),
            "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"
        ),
        (
            Array(repeating: 0xAA, count: 131), Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
        ),
    ]

    @Test(arguments: macs)
    func `authenticates the vectors of RFC 4231`(key: [UInt8], message: [UInt8], code: String) throws {
        let expected = try Hexadecimal.decode(code)
        #expect(HMACSHA256.authenticate(message, key: SecretBytes(key)) == expected)
        #expect(HMACSHA256.verify(expected, of: message, key: SecretBytes(key)))
    }

    @Test func `refuses a code that is altered, cut or of another key`() {
        let key = SecretBytes([1, 2, 3])
        var code = HMACSHA256.authenticate([9], key: key)
        #expect(!HMACSHA256.verify(code, of: [8], key: key))
        #expect(!HMACSHA256.verify(code, of: [9], key: SecretBytes([1, 2])))
        #expect(!HMACSHA256.verify(Array(code.prefix(31)), of: [9], key: key))
        #expect(!HMACSHA256.verify([], of: [9], key: key))
        code[31] ^= 1
        #expect(!HMACSHA256.verify(code, of: [9], key: key))
    }

    struct Derivation: Sendable {
        var key: String
        var salt: String
        var info: String
        var count: Int
        var output: String
    }

    /// RFC 5869 appendix A, test cases 1 to 3.
    static let derivations = [
        Derivation(
            key: String(repeating: "0b", count: 22), salt: "000102030405060708090a0b0c",
            info: "f0f1f2f3f4f5f6f7f8f9", count: 42,
            output: "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865"),
        Derivation(
            key: (0x00...0x4F).map { Hexadecimal.encode([UInt8($0)]) }.joined(),
            salt: (0x60...0xAF).map { Hexadecimal.encode([UInt8($0)]) }.joined(),
            info: (0xB0...0xFF).map { Hexadecimal.encode([UInt8($0)]) }.joined(), count: 82,
            output: "b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c"
                + "59045a99cac7827271cb41c65e590e09da3275600c2f09b8367793a9aca3db71"
                + "cc30c58179ec3e87c14c01d5c1f3434f1d87"),
        Derivation(
            key: String(repeating: "0b", count: 22), salt: "", info: "", count: 42,
            output: "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8"),
    ]

    @Test(arguments: derivations)
    func `derives the vectors of RFC 5869`(vector: Derivation) throws {
        let derived = try HKDFSHA256.derive(
            from: SecretBytes(Hexadecimal.decode(vector.key)), salt: Hexadecimal.decode(vector.salt),
            info: Hexadecimal.decode(vector.info), byteCount: vector.count)
        #expect(try derived.matches(SecretBytes(Hexadecimal.decode(vector.output))))
    }

    @Test(arguments: [0, -1, 255 * 32 + 1])
    func `refuses to derive a length that HKDF does not give`(count: Int) {
        #expect(throws: CryptographyError.unsupported("derived key length")) {
            try HKDFSHA256.derive(from: SecretBytes([1]), salt: [], info: [], byteCount: count)
        }
    }
}
