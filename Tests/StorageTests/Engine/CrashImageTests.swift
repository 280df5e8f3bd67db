import AccessModel
import AuthorizationServer
import ComplianceGateway
import FoundationEssentials
import SQLDatabase
import ServiceRuntime
import Storage
import TestSupport
import Testing

/// What a process that is killed leaves behind: the files as they stand at some instant.
@Suite struct CrashImageTests {
    @Test func `whatever was acknowledged is in the files, whole and without gaps`() async throws {
        let directory = try TemporaryDirectory()
        let (path, image) = (directory.path + "/store.sqlite", directory.path + "/image.sqlite")
        let database = try await Self.open(path)
        try await database.migrate(StorageMigrations.all)
        let tenant = try await TestTenant.make(in: SQLGatewayStore(database))
        let acknowledged = Lock<[Int: Int64]>([:])
        let seen = try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<200 {
                group.addTask {
                    let code = tenant.code("code-\(number)", grant: GrantID("grant-\(number)"))
                    let sequence = try await tenant.commit(.grant(.insertCode(code)), entries: 1 + number % 3)
                    acknowledged.withLock { $0[number] = sequence }
                }
            }
            for _ in 0..<50 { try await group.next() }
            // The others are under way. The log only grows meanwhile: it is too short to be copied into the database.
            let seen = acknowledged.withLock { $0 }
            try FileManager.default.copyItem(atPath: path, toPath: image)
            try FileManager.default.copyItem(atPath: path + "-wal", toPath: image + "-wal")
            try await group.waitForAll()
            return seen
        }
        await database.close()
        #expect(seen.count >= 50)
        let copy = try await Self.open(image)
        let survivor = TestTenant(store: SQLGatewayStore(copy), id: tenant.id)
        let head = try await survivor.head().sequence
        let entries = try await copy.read("SELECT COUNT(*), MIN(sequence), MAX(sequence) FROM journal")
        #expect(try entries.first?.integer(0) == head)
        #expect(try entries.first?.integer(1) == 1)
        #expect(try entries.first?.integer(2) == head)
        for (number, sequence) in seen {
            #expect(sequence <= head)
            #expect(try await survivor.facts(.code(SecretHash(of: "code-\(number)"))).code != nil)
        }
        await copy.close()
    }

    private static func open(_ path: String) async throws -> SQLiteDatabase {
        try await SQLiteDatabase.open(.patient(path: path, counters: StorageMigrations.journalCounters))
    }
}
