import AccessModel
import ComplianceGateway
import JSONCoding
import Testing

/// Entries as they are stored, and their seals.
@Suite struct JournalSealConformanceTests {
    /// A store that also reads seals.
    private static func store(_ tenant: TestTenant) throws -> any JournalSealStore {
        try #require(tenant.store as? any JournalSealStore)
    }

    private static func seal(_ number: Int64, of tenant: TestTenant, hash: UInt8 = 0) -> JournalSeal {
        JournalSeal(
            tenant: tenant.id, epoch: 7, number: number, sequences: (number * 10 - 9)...(number * 10),
            entriesUntil: .start, at: .start + .seconds(number), root: [UInt8](repeating: 1, count: 32),
            hash: [UInt8](repeating: hash == 0 ? UInt8(number) : hash, count: 32))
    }

    private static func append(_ number: Int64, of tenant: TestTenant, after: UInt8? = nil) -> StateChange {
        .seal(
            .append(
                seal(number, of: tenant), checkpoint: "c\(number)",
                after: (after ?? (number > 1 ? UInt8(number - 1) : nil)).map { [UInt8](repeating: $0, count: 32) }))
    }

    @Test(arguments: StoreDriver.all)
    func `entries are read as they were written, page by page`(driver: StoreDriver) async throws {
        try await driver.withTenant { tenant async throws in
            let store = try Self.store(tenant)
            let subject = JournalSubject(account: "a", client: "c", instance: "i", device: "d", actor: "os:root")
            let entry = JournalEntry(
                .accountDisabled, at: .start, subject: subject, correlation: "x", details: [("n", .integer(1))])
            _ = try await tenant.store.commit(
                GatewayWrite(tenant: tenant.id, changes: [], entries: [entry, JournalEntry(.tokenIssued, at: .start)]))
            let rows = try await store.journalRows(of: tenant.id, after: 2, limit: 10)
            #expect(
                rows == [
                    JournalRow(
                        sequence: 3, at: .start, kind: "accountDisabled", account: "a", client: "c", instance: "i",
                        device: "d", actor: "os:root", correlation: "x", details: #"{"n":1}"#),
                    JournalRow(sequence: 4, at: .start, kind: "tokenIssued"),
                ])
            #expect(try await store.journalRows(of: tenant.id, after: 1, limit: 2).map(\.sequence) == [2, 3])
            #expect(try await store.journalRows(of: "other", after: 0, limit: 10).isEmpty)
            #expect(try await store.journalExtent(of: "other") == nil)
        }
    }

    @Test(arguments: StoreDriver.all)
    func `a seal is appended behind the newest and nowhere else`(driver: StoreDriver) async throws {
        try await driver.withTenant { tenant async throws in
            let store = try Self.store(tenant)
            try await tenant.refuses(Self.append(2, of: tenant))
            try await tenant.refuses(Self.append(1, of: tenant, after: 9))
            try await tenant.commit(Self.append(1, of: tenant), entries: 0)
            try await tenant.refuses(Self.append(1, of: tenant))
            try await tenant.refuses(Self.append(2, of: tenant, after: 9))
            try await tenant.refuses(Self.append(3, of: tenant, after: 1))
            try await tenant.commit(Self.append(2, of: tenant), entries: 0)
            let stored = [1, 2].map { StoredSeal(Self.seal($0, of: tenant), checkpoint: "c\($0)") }
            #expect(try await store.seals(of: tenant.id, after: 0, limit: 10) == stored)
            #expect(try await store.seals(of: tenant.id, after: 1, limit: 1) == [stored[1]])
            let extent = try #require(try await store.journalExtent(of: tenant.id))
            #expect(extent.newestSeal == stored[1] && extent.newestPrunedSeal == nil && extent.lowestCursor == nil)
            let head = try await tenant.head()
            #expect(extent.head == head && extent.first == 1 && extent.last == head.sequence)
        }
    }

    @Test(arguments: StoreDriver.all)
    func `of fifty that seal the same entries one does`(driver: StoreDriver) async throws {
        try await driver.withTenant { tenant async throws in
            let store = try Self.store(tenant)
            let taken = try await parallel(50) { _ async throws in
                try await tenant.store.commit(tenant.write([Self.append(1, of: tenant)], entries: 0))
            }
            #expect(taken == 1)
            #expect(try await store.seals(of: tenant.id, after: 0, limit: 10).count == 1)
        }
    }

    @Test(arguments: StoreDriver.all)
    func `pruning takes whole seals from the front, and entries a few at a time`(driver: StoreDriver) async throws {
        try await driver.withTenant { tenant async throws in
            let store = try Self.store(tenant)
            let other = try await TestTenant.make(in: tenant.store, id: "tenant-2", alias: "fabrikam")
            try await tenant.commit(entries: 28)
            for number: Int64 in 1...3 { try await tenant.commit(Self.append(number, of: tenant), entries: 0) }
            let remove = StateChange.seal(.removePrunedEntries(limit: 15))
            try await tenant.commit(remove, entries: 0)
            #expect(try await store.journalExtent(of: tenant.id)?.first == 1)
            try await tenant.commit(.seal(.prune(through: 2, lastSequence: 20, at: .start)), entries: 0)
            try await tenant.refuses(.seal(.prune(through: 2, lastSequence: 20, at: .start)))
            let pruned = try await store.seals(of: tenant.id, after: 0, limit: 10).map(\.prunedAt)
            #expect(pruned == [.start, .start, nil])
            for first: Int64 in [16, 21, 21] {
                try await tenant.commit(remove, entries: 0)
                #expect(try await store.journalExtent(of: tenant.id)?.first == first)
            }
            let extent = try #require(try await store.journalExtent(of: tenant.id))
            #expect(extent.prunedThrough == 20 && extent.last == 30 && extent.sealedThrough == 30)
            #expect(try await store.journalExtent(of: other.id)?.first == 1)
        }
    }
}
