import Cryptography
import Testing

@Suite struct Argon2idTests {
    static let password = SecretBytes(Array("password".utf8))

    /// From the reference implementation's own tests (version 1.3).
    static let known = [
        "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
        "$argon2id$v=19$m=256,t=2,p=2$c29tZXNhbHQ$bQk8UB/VmZZF4Oo79iDXuL5/0ttZwg2f/5U52iv1cDc",
        "$argon2id$v=19$m=65536,t=1,p=1$c29tZXNhbHQ$9qWtwbpyPd3vm1rB1GThgPzZ3/ydHL92zKL+15XZypg",
    ]

    @Test(arguments: known)
    func `knows the hashes of the reference implementation`(encoded: String) throws {
        let hash = try Argon2idHash(encoded: encoded)
        #expect(hash.encoded == encoded)
        #expect(try hash.matches(Self.password))
        #expect(try !hash.matches(SecretBytes(Array("passwore".utf8))))
        #expect(try !hash.matches(SecretBytes([])))
    }

    @Test func `hashes with the standard cost and tells the password again`() throws {
        let salt = [UInt8](repeating: 9, count: 16)
        let hash = try Argon2id.standard.hash(Self.password, salt: salt)
        #expect(hash.encoded.hasPrefix("$argon2id$v=19$m=19456,t=2,p=1$CQkJCQkJCQkJCQkJCQkJCQ$"))
        #expect("\(hash)" == "***")
        let stored = try Argon2idHash(encoded: hash.encoded)
        #expect(stored == hash)
        #expect(stored.cost == .standard)
        #expect(try stored.matches(Self.password))
    }

    @Test func `another salt gives another hash`() throws {
        let cost = try Argon2id(memoryKiB: 64, iterations: 1, parallelism: 1)
        let one = try cost.hash(Self.password, salt: [UInt8](repeating: 1, count: 16))
        let two = try cost.hash(Self.password, salt: [UInt8](repeating: 2, count: 16))
        #expect(one.encoded.suffix(43) != two.encoded.suffix(43))
        #expect(throws: CryptographyError.unsupported("salt size")) { try cost.hash(Self.password, salt: [1, 2, 3]) }
    }

    static let tag = "nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4"

    @Test(arguments: [
        "$argon2id$v=19$m=4294967295,t=2,p=1$c29tZXNhbHQ$\(tag)", "$argon2id$v=19$m=262145,t=2,p=1$c29tZXNhbHQ$\(tag)",
        "$argon2id$v=19$m=7,t=2,p=1$c29tZXNhbHQ$\(tag)", "$argon2id$v=19$m=256,t=11,p=1$c29tZXNhbHQ$\(tag)",
        "$argon2id$v=19$m=256,t=2,p=5$c29tZXNhbHQ$\(tag)",
    ])
    func `refuses a stored cost that would exhaust the machine`(encoded: String) {
        #expect(throws: CryptographyError.unsupported("argon2id cost")) { try Argon2idHash(encoded: encoded) }
    }

    @Test(arguments: [
        "", "$", "password", "$argon2i$v=19$m=256,t=2,p=1$c29tZXNhbHQ$\(tag)",
        "$argon2id$v=16$m=256,t=2,p=1$c29tZXNhbHQ$\(tag)", "$argon2id$m=256,t=2,p=1$c29tZXNhbHQ$\(tag)",
        "$argon2id$v=19$t=2,m=256,p=1$c29tZXNhbHQ$\(tag)", "$argon2id$v=19$m=256,t=2$c29tZXNhbHQ$\(tag)",
        "$argon2id$v=19$m=256,t=2,p=1,p=1$c29tZXNhbHQ$\(tag)", "$argon2id$v=19$m=0256,t=2,p=1$c29tZXNhbHQ$\(tag)",
        "$argon2id$v=19$m=+256,t=2,p=1$c29tZXNhbHQ$\(tag)", "$argon2id$v=19$m=256,t=0,p=1$c29tZXNhbHQ$\(tag)",
        "$argon2id$v=19$m=99999999999,t=2,p=1$c29tZXNhbHQ$\(tag)", "$argon2id$v=19$m=256,t=2,p=1$c29t$\(tag)",
        "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$Zm9v", "x$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$\(tag)",
        "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$\(tag)$", String(repeating: "$", count: 300),
    ])
    func `refuses another shape of a stored hash`(encoded: String) {
        #expect(throws: CryptographyError.malformed("argon2id hash")) { try Argon2idHash(encoded: encoded) }
    }

    @Test(arguments: ["c29tZXNhbHQ==", "c29tZXNhbH*"])
    func `refuses a salt that is not plain base64`(salt: String) {
        #expect(throws: CryptographyError.malformed("base64")) {
            try Argon2idHash(encoded: "$argon2id$v=19$m=256,t=2,p=1$\(salt)$\(Self.tag)")
        }
    }

    @Test(
        arguments: [(7, 1, 1), (300_000, 1, 1), (64, 0, 1), (64, 11, 1), (64, 1, 0), (64, 1, 5)]
            as [(UInt32, UInt32, UInt32)])
    func `refuses a cost out of range`(memory: UInt32, iterations: UInt32, lanes: UInt32) {
        #expect(throws: CryptographyError.unsupported("argon2id cost")) {
            try Argon2id(memoryKiB: memory, iterations: iterations, parallelism: lanes)
        }
    }
}
