import Cryptography
import Testing

@Suite struct Base64Tests {
    /// RFC 4648 section 10.
    static let vectors: [(plain: String, text: String)] = [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
        ("foobar", "Zm9vYmFy"),
    ]

    @Test(arguments: vectors)
    func `reads and writes the vectors of RFC 4648`(plain: String, text: String) throws {
        let bytes = Array(plain.utf8)
        #expect(Base64.encode(bytes) == text)
        #expect(try Base64.decode(text) == bytes)
        let bare = String(text.prefix { $0 != "=" })
        #expect(Base64URL.encode(bytes) == bare)
        #expect(try Base64URL.decode(bare) == bytes)
        #expect(Base64.encode(bytes, padding: .none) == bare)
        #expect(try Base64.decode(bare, padding: .none) == bytes)
        #expect(Base64URL.encodedCount(bytes.count) == bare.utf8.count)
    }

    @Test func `uses the URL-safe alphabet where it differs`() throws {
        let bytes: [UInt8] = [0xFB, 0xEF, 0xFF]
        #expect(Base64URL.encode(bytes) == "--__")
        #expect(Base64.encode(bytes) == "++//")
        #expect(try Base64URL.decode("--__") == bytes)
    }

    @Test(arguments: [
        "Zg==", "Zg=", "Z", "Zm9vY", " Zg", "Zg ", "Z\ng", "Zg\n", "Zh", "Zm9", "Zm+v", "Zm/v", "Zm9v.", "Z\u{0}g",
        "Zé", "=", "====",
    ])
    func `refuses base64url that is padded, spaced, foreign or not canonical`(text: String) {
        #expect(throws: CryptographyError.malformed("base64url")) { try Base64URL.decode(text) }
    }

    @Test(arguments: [
        "Zg", "Zg=", "Zg===", "Zh==", "Zm9=", "Z===", "====", "Zg==Zg==", "Zm9v\n", "Zm-v", "Zm_v", "Z=g=",
    ])
    func `refuses base64 that is not canonical or not padded`(text: String) {
        #expect(throws: CryptographyError.malformed("base64")) { try Base64.decode(text) }
    }

    @Test func `refuses padding where none is allowed`() {
        #expect(throws: CryptographyError.malformed("base64")) { try Base64.decode("Zg==", padding: .none) }
    }

    @Test func `every length survives a round trip`() throws {
        for count in 0..<70 {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ count) }
            #expect(try Base64URL.decode(Base64URL.encode(bytes)) == bytes)
            #expect(try Base64.decode(Base64.encode(bytes)) == bytes)
        }
    }

    @Test func `appends to what is there`() {
        var output = Array("a.".utf8)
        Base64URL.append([0x66].span, to: &output)
        #expect(String(decoding: output, as: UTF8.self) == "a.Zg")
    }
}

@Suite struct HexadecimalTests {
    @Test func `writes lower case and reads both`() throws {
        #expect(Hexadecimal.encode([0x00, 0x9A, 0xFF]) == "009aff")
        #expect(try Hexadecimal.decode("009aFF") == [0x00, 0x9A, 0xFF])
    }

    @Test(arguments: ["0", "0g", " 0", "0x00", "é"])
    func `refuses what is no pair of digits`(text: String) {
        #expect(throws: CryptographyError.malformed("hexadecimal")) { try Hexadecimal.decode(text) }
    }
}
