import Testing

@testable import Cryptography

/// The forms of an ECDSA signature that have fooled verifiers.
@Suite struct ECDSATests {
    static let key = try? PublicKey(pem: KeyFixtures.p256Public)
    static let zero = [UInt8](repeating: 0, count: 32)
    static let one = [UInt8](repeating: 0, count: 31) + [1]
    static let order = ECDSASignature.order

    struct Case: Sendable, CustomTestStringConvertible {
        var note: String
        var signature: [UInt8]
        var testDescription: String { note }
    }

    /// The macros of Swift Testing take no span.
    static func der(_ raw: [UInt8]) -> [UInt8]? { ECDSASignature.der(raw: raw.span) }

    static func raw(_ der: [UInt8]) -> [UInt8]? { ECDSASignature.raw(der: der.span) }

    static func genuine() throws -> [UInt8] {
        try #require(Self.raw(Base64.decode(KeyFixtures.es256DER)))
    }

    @Test func `reads the signature of the OpenSSL command line`() throws {
        let key = try #require(Self.key)
        let raw = try Self.genuine()
        #expect(raw.count == 64)
        #expect(key.verify(raw, over: KeyFixtures.message, algorithm: .es256))
        #expect(try Self.der(raw) == Base64.decode(KeyFixtures.es256DER))
    }

    static let forged = [
        Case(note: "all zero", signature: zero + zero),
        Case(note: "r zero", signature: zero + one),
        Case(note: "s zero", signature: one + zero),
        Case(note: "r is the order", signature: order + one),
        Case(note: "s is the order", signature: one + order),
        Case(note: "both are the order", signature: order + order),
        Case(note: "both above the order", signature: [UInt8](repeating: 0xFF, count: 64)),
        Case(note: "r and s one", signature: one + one),
        Case(note: "empty", signature: []),
        Case(note: "63 bytes", signature: [UInt8](repeating: 1, count: 63)),
        Case(note: "65 bytes", signature: [UInt8](repeating: 1, count: 65)),
        Case(note: "96 bytes of another curve", signature: [UInt8](repeating: 1, count: 96)),
    ]

    @Test(arguments: forged)
    func `refuses a forged signature`(forgery: Case) throws {
        let key = try #require(Self.key)
        #expect(!key.verify(forgery.signature, over: KeyFixtures.message, algorithm: .es256))
    }

    @Test func `refuses scalars out of range before the library sees them`() {
        for scalar in [Self.zero, Self.order, [UInt8](repeating: 0xFF, count: 32)] {
            #expect(Self.der(scalar + Self.one) == nil)
            #expect(Self.der(Self.one + scalar) == nil)
        }
        let largest = Array(Self.order.dropLast()) + [Self.order[31] - 1]
        #expect(Self.der(largest + Self.one) != nil)
    }

    @Test func `refuses r and s swapped, r plus the order, and DER in place of raw`() throws {
        let key = try #require(Self.key)
        let raw = try Self.genuine()
        let der = try Base64.decode(KeyFixtures.es256DER)
        for signature in [Array(raw.suffix(32) + raw.prefix(32)), der, Array(der.suffix(64)), raw.reversed()] {
            #expect(!key.verify(signature, over: KeyFixtures.message, algorithm: .es256))
        }
    }

    static let malformedDER: [[UInt8]] = [
        [], [0x30, 0x00], [0x30, 0x06, 0x02, 0x01, 0x01, 0x02, 0x01], [0x30, 0x05, 0x02, 0x01, 0x01, 0x02, 0x01, 0x01],
        [0x31, 0x06, 0x02, 0x01, 0x01, 0x02, 0x01, 0x01], [0x30, 0x06, 0x03, 0x01, 0x01, 0x02, 0x01, 0x01],
        [0x30, 0x06, 0x02, 0x01, 0x80, 0x02, 0x01, 0x01], [0x30, 0x07, 0x02, 0x02, 0x00, 0x01, 0x02, 0x01, 0x01],
        [0x30, 0x07, 0x02, 0x01, 0x01, 0x02, 0x01, 0x01, 0x00], [0x30, 0x06, 0x02, 0x00, 0x02, 0x02, 0x01, 0x01],
        [0x30, 0x06, 0x02, 0x04, 0x01, 0x02, 0x01, 0x01], [0x30, 0x06, 0x02, 0x03, 0x01, 0x02, 0x01, 0x01],
        [0x30, 0x27, 0x02, 0x22, 0x00] + [UInt8](repeating: 0xFF, count: 33) + [0x02, 0x01, 0x01],
    ]

    @Test(arguments: malformedDER)
    func `refuses DER that is not strict`(der: [UInt8]) {
        #expect(Self.raw(der) == nil)
    }

    @Test func `short and high scalars survive a round trip`() throws {
        for lead in 0..<32 {
            for top in [UInt8(0x01), 0x7F, 0x80, 0xFE] {
                let scalar = [UInt8](repeating: 0, count: lead) + [top] + [UInt8](repeating: 0x55, count: 31 - lead)
                let raw = scalar + scalar.reversed().map { $0 & 0x7F | 1 }
                let der = try #require(Self.der(raw))
                #expect(Self.raw(der) == raw)
            }
        }
    }
}
