import AccessModel
import ComplianceGateway
import Glibc
import JSONCoding
import SQLDatabase
import Storage
import TestSupport
import Testing

@testable import postern

/// Whether a database is the one that was here before.
@Suite struct StoreLifeTests {
    private static let tenant = TenantID("00000000-0000-4000-8000-000000000001")
    private static let other = TenantID("00000000-0000-4000-8000-000000000002")
    private static let record = StoreLife(name: "a", file: 7, heads: [tenant: 10])

    struct Case: Sendable {
        let what: String
        var record: StoreLife? = StoreLifeTests.record
        var name: String? = "a"
        var file: UInt64 = 7
        var heads: [TenantID: Int64] = [StoreLifeTests.tenant: 10]
        let verdict: StoreLife.Verdict
    }

    private static let cases = [
        Case(what: "the same", verdict: .same),
        Case(what: "the same, further on", heads: [tenant: 11], verdict: .same),
        Case(what: "the same with one more tenant", heads: [tenant: 10, other: 0], verdict: .same),
        Case(what: "of before there were names", record: nil, name: nil, verdict: .unnamed),
        Case(what: "a backup in a new directory", record: nil, verdict: .restored),
        Case(what: "a backup of before there were names", name: nil, verdict: .restored),
        Case(what: "another gateway's", name: "b", verdict: .restored),
        Case(what: "a copy of the directory", file: 8, verdict: .restored),
        Case(what: "an older state", heads: [tenant: 9], verdict: .restored),
        Case(what: "a state without the tenant", heads: [:], verdict: .restored),
        Case(what: "an older state with one more tenant", heads: [tenant: 9, other: 99], verdict: .restored),
    ]

    @Test(arguments: cases) func `a database is judged by what the directory knows of it`(_ one: Case) {
        #expect(
            StoreLife.verdict(one.record, name: one.name, file: one.file, heads: one.heads) == one.verdict,
            "\(one.what)")
    }

    @Test func `the record reads as it was written`() throws {
        let life = StoreLife(name: "a", file: .max, heads: [Self.tenant: 10, Self.other: 0])
        #expect(try StoreLife(jsonBytes: life.jsonBytes()) == life)
    }

    /// The epoch, as whoever opens the directory finds it, and how often it has begun.
    private func epoch(_ state: String) async throws -> (epoch: Int64, begun: Int) {
        let directory = StateDirectory(state)
        let database = try await directory.open(actor: nil) { _ in }
        do {
            let store = SQLGatewayStore(database)
            let tenant = try #require(try await store.tenants().first)
            let entries = try await store.journal(of: tenant.id, after: 0, kinds: [.storeRestored], limit: 100)
            await database.close()
            return (tenant.epoch, entries.entries.count)
        } catch {
            await database.close()
            throw error
        }
    }

    private func copy(_ file: String, to target: String) throws {
        try LocalFile.replace(target, with: LocalFile.read(file, atMost: 64 << 20))
    }

    @Test func `a gateway that goes on keeps its epoch`() async throws {
        let gateway = try await TestGateway()
        for _ in 0..<3 {
            #expect(try await epoch(gateway.state) == (1, 0))
            #expect(await gateway.run("journal", "seal").code == .success)
        }
    }

    @Test func `a backup in a new directory begins the next epoch, once`() async throws {
        let gateway = try await TestGateway()
        let restored = gateway.directory.path + "/restored"
        try LocalFile.makeDirectory(restored)
        for name in ["postern.db", "master.key", "postern.yaml"] {
            try copy("\(gateway.state)/\(name)", to: "\(restored)/\(name)")
        }
        for _ in 0..<2 { #expect(try await epoch(restored) == (2, 1)) }
        #expect(try await epoch(gateway.state) == (1, 0))
    }

    @Test func `an older state in the database's place begins the next epoch`() async throws {
        let gateway = try await TestGateway()
        let state = StateDirectory(gateway.state)
        let copied = gateway.directory.path + "/copy.db"
        try copy(state.database, to: copied)
        let database = try await state.open()
        let store = SQLGatewayStore(database)
        let tenant = try #require(try await store.tenants().first)
        _ = try await store.commit(
            GatewayWrite(tenant: tenant.id, changes: [], entries: [JournalEntry(.passwordSet, at: .init(seconds: 1))]))
        // As the gateway does while it serves.
        try await StoreLifeFile(state).note(store)
        await database.close()
        // Written over what is there, so that the file is the same one.
        let content = try LocalFile.read(copied, atMost: 64 << 20)
        let descriptor = open(state.database, O_WRONLY | O_TRUNC)
        try #require(write(descriptor, content, content.count) == content.count)
        close(descriptor)
        for name in ["-wal", "-shm"] { unlink(state.database + name) }
        #expect(try await epoch(gateway.state) == (2, 1))
    }

    @Test(arguments: [nil, "", "{}", "no json", #"{"name":"x","file":"1","tenants":[]}"#])
    func `a directory whose record is gone or says nothing begins the next epoch`(_ record: String?) async throws {
        let gateway = try await TestGateway()
        let path = gateway.state + "/store.life"
        unlink(path)
        if let record { try LocalFile.replace(path, with: Array(record.utf8)) }
        #expect(try await epoch(gateway.state) == (2, 1))
        #expect(try await epoch(gateway.state) == (2, 1))
    }

    @Test func `a restored database that is only examined stays as it is`() async throws {
        let gateway = try await TestGateway()
        unlink(gateway.state + "/store.life")
        #expect(await gateway.run("journal", "verify").code == .success)
        #expect(!LocalFile.exists(gateway.state + "/store.life"))
        #expect(try await epoch(gateway.state) == (2, 1))
    }

    @Test func `programs that open a restored database at once begin one epoch together`() async throws {
        let gateway = try await TestGateway()
        unlink(gateway.state + "/store.life")
        let found = try await withThrowingTaskGroup(of: Int64.self) { group in
            for _ in 0..<6 { group.addTask { try await epoch(gateway.state).epoch } }
            return try await group.reduce(into: Set<Int64>()) { $0.insert($1) }
        }
        #expect(found == [2])
        #expect(try await epoch(gateway.state) == (2, 1))
    }
}
