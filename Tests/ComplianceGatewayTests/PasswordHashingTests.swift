import ComplianceGateway
import Cryptography
import Testing

@Suite(.timeLimit(.minutes(10))) struct PasswordHashingTests {
    private static let salt = [UInt8](repeating: 3, count: Argon2id.saltByteCount)

    private static func secret(_ text: String) -> SecretBytes { SecretBytes(Array(text.utf8)) }

    @Test func `tells right from wrong, and from no password at all`() async throws {
        let hashing = try PasswordHashing(threads: 2, cost: .cheap())
        defer { hashing.close() }
        let hash = try #require(await hashing.hash(Self.secret("right"), salt: Self.salt))
        #expect(await hashing.verify(Self.secret("right"), against: hash) == .right)
        #expect(await hashing.verify(Self.secret("Right"), against: hash) == .wrong)
        #expect(await hashing.verify(Self.secret(""), against: hash) == .wrong)
        #expect(await hashing.verify(Self.secret("right"), against: nil) == .wrong)
    }

    @Test func `a hash that cannot be read is a failure, not a wrong password`() async throws {
        let hashing = try PasswordHashing(threads: 1, cost: .cheap())
        defer { hashing.close() }
        for encoded in ["", "right", "$argon2id$v=19$m=8,t=1,p=1$c2FsdA", "$argon2i$v=19$m=8,t=1,p=1$AAAA$AAAA"] {
            #expect(await hashing.verify(Self.secret("right"), against: encoded) == .failed)
        }
        #expect(await hashing.hash(Self.secret("right"), salt: [1]) == nil)
    }

    @Test func `answers overloaded when too many wait, and everybody when it closes`() async throws {
        let slow = try Argon2id(memoryKiB: 65_536, iterations: 8, parallelism: 1)
        let hashing = try PasswordHashing(threads: 1, waiting: 2, cost: slow)
        let verdicts = await withTaskGroup(of: PasswordHashing.Verdict.self) { group in
            for _ in 0..<40 { group.addTask { await hashing.verify(Self.secret("wrong"), against: nil) } }
            var verdicts: [PasswordHashing.Verdict] = []
            for await verdict in group {
                verdicts.append(verdict)
                // The first answer is of one that found no room; what still waits is answered by closing.
                if verdicts.count == 1 { hashing.close() }
            }
            return verdicts
        }
        #expect(verdicts.count == 40)
        #expect(verdicts.filter { $0 == .overloaded }.count >= 37)
        #expect(verdicts.allSatisfy { $0 == .overloaded || $0 == .wrong })
        #expect(await hashing.verify(Self.secret("right"), against: nil) == .overloaded)
        #expect(await hashing.hash(Self.secret("right"), salt: Self.salt) == nil)
    }
}
