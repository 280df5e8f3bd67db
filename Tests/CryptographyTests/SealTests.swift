import Cryptography
import Testing

@Suite struct SealTests {
    struct Vector: Sendable {
        var key: String
        var nonce: String
        var plain: String
        var data: String
        var ciphertext: String
        var tag: String
    }

    static let key16 = "feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308"

    /// Test cases 13, 14 and 16 of the specification that NIST SP 800-38D adopts.
    static let vectors = [
        Vector(
            key: String(repeating: "0", count: 64), nonce: String(repeating: "0", count: 24), plain: "", data: "",
            ciphertext: "", tag: "530f8afbc74536b9a963b4f1c4cb738b"),
        Vector(
            key: String(repeating: "0", count: 64), nonce: String(repeating: "0", count: 24),
            plain: String(repeating: "0", count: 32), data: "", ciphertext: "cea7403d4d606b6e074ec5d3baf39d18",
            tag: "d0d1c8a799996bf0265b98b5d48ab919"),
        Vector(
            key: key16, nonce: "cafebabefacedbaddecaf888",
            plain: "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72"
                + "1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39",
            data: "feedfacedeadbeeffeedfacedeadbeefabaddad2",
            ciphertext: "522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa"
                + "8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662",
            tag: "76fc6ece0f4e1768cddf8853bb2d551b"),
    ]

    @Test(arguments: vectors)
    func `seals and opens the published vectors`(vector: Vector) throws {
        let key = try SecretBytes(Hexadecimal.decode(vector.key))
        let data = try Hexadecimal.decode(vector.data)
        let plain = try Hexadecimal.decode(vector.plain)
        let box = try AESGCM.seal(plain, key: key, nonce: Hexadecimal.decode(vector.nonce), additionalData: data)
        #expect(Hexadecimal.encode(box.ciphertext) == vector.ciphertext)
        #expect(Hexadecimal.encode(box.tag) == vector.tag)
        #expect(try AESGCM.open(box, key: key, additionalData: data) == plain)
        #expect(try AESGCM.SealedBox(combined: box.combined) == box)
    }

    @Test func `refuses to open what was altered anywhere`() throws {
        let key = SecretBytes.random(32)
        let data = Array("row 7".utf8)
        let combined = try AESGCM.seal(Array("content".utf8), key: key, additionalData: data).combined
        for index in combined.indices {
            var altered = combined
            altered[index] ^= 1
            let box = try AESGCM.SealedBox(combined: altered)
            #expect(throws: CryptographyError.sealBroken) { try AESGCM.open(box, key: key, additionalData: data) }
        }
        let box = try AESGCM.SealedBox(combined: combined)
        #expect(throws: CryptographyError.sealBroken) { try AESGCM.open(box, key: key) }
        #expect(throws: CryptographyError.sealBroken) {
            try AESGCM.open(box, key: .random(32), additionalData: data)
        }
    }

    @Test func `each seal has a nonce of its own`() throws {
        let key = SecretBytes.random(32)
        let nonces = try Set((0..<50).map { _ in try AESGCM.seal([1], key: key).nonce })
        #expect(nonces.count == 50)
    }

    @Test func `refuses keys, nonces and boxes of a wrong size`() {
        #expect(throws: CryptographyError.unsupported("key size")) { try AESGCM.seal([1], key: .random(16)) }
        #expect(throws: CryptographyError.unsupported("nonce size")) {
            try AESGCM.seal([1], key: .random(32), nonce: [UInt8](repeating: 0, count: 16))
        }
        #expect(throws: CryptographyError.malformed("sealed box")) {
            try AESGCM.SealedBox(combined: [UInt8](repeating: 0, count: 27))
        }
        #expect(throws: CryptographyError.malformed("sealed box")) {
            try AESGCM.SealedBox(nonce: [UInt8](repeating: 0, count: 12), ciphertext: [], tag: [1, 2, 3])
        }
    }
}
