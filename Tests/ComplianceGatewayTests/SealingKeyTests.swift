import ComplianceGateway
import Cryptography
import Testing

@Suite struct SealingKeyTests {
    private static func key(_ byte: UInt8) throws -> SealingKey {
        try #require(SealingKey(SecretBytes(Array(repeating: byte, count: 32))))
    }

    @Test func `opens what was sealed for the same purpose and nothing else`() throws {
        let key = try Self.key(1)
        let sealed = try key.seal([1, 2, 3], for: "data-key:a", nonce: Array(repeating: 9, count: 12))
        #expect(try key.open(sealed, for: "data-key:a") == [1, 2, 3])
        #expect(throws: CryptographyError.self) { try key.open(sealed, for: "data-key:b") }
        #expect(throws: CryptographyError.self) { try key.open(sealed, for: "") }
        let other = try Self.key(2)
        #expect(throws: CryptographyError.self) { try other.open(sealed, for: "data-key:a") }
    }

    @Test func `refuses whatever was altered, byte by byte, or cut`() throws {
        let key = try Self.key(1)
        let sealed = try key.seal([1, 2, 3], for: "p", nonce: Array(repeating: 9, count: 12))
        for index in sealed.indices {
            var altered = sealed
            altered[index] ^= 1
            #expect(throws: CryptographyError.self) { try key.open(altered, for: "p") }
        }
        for count in 0..<sealed.count {
            #expect(throws: CryptographyError.self) { try key.open(Array(sealed.prefix(count)), for: "p") }
        }
    }

    @Test(arguments: [0, 16, 31, 33, 64])
    func `takes no key of another length`(count: Int) {
        #expect(SealingKey(SecretBytes(Array(repeating: 1, count: count))) == nil)
    }
}
