import AccessModel
import ServiceRuntime
import Storage
import Testing

@testable import ComplianceGateway

/// A journal that is verified while somebody prunes it.
@Suite struct JournalVerificationBesidePruningTests {
    /// A store in which something happens just before one of the reads.
    private struct Interrupted: JournalSealStore {
        let store: any JournalSealStore
        let before: Int
        let reads = Lock(0)
        let act: @Sendable () async -> Void

        private func count() async {
            let number = reads.withLock { reads in
                reads += 1
                return reads
            }
            if number == before { await act() }
        }

        func journalExtent(of tenant: TenantID) async throws(StoreError) -> JournalExtent? {
            await count()
            return try await store.journalExtent(of: tenant)
        }

        func journalRows(of tenant: TenantID, after: Int64, limit: Int) async throws(StoreError) -> [JournalRow] {
            await count()
            return try await store.journalRows(of: tenant, after: after, limit: limit)
        }

        func seals(of tenant: TenantID, after: Int64, limit: Int) async throws(StoreError) -> [StoredSeal] {
            await count()
            return try await store.seals(of: tenant, after: after, limit: limit)
        }
    }

    @Test(arguments: 1...12, [false, true])
    func `pruning before any of the reads raises no alarm`(_ read: Int, _ sealsAll: Bool) async throws {
        try await JournalWorld.run { journal async throws in
            _ = try await journal.seal(.full)
            journal.world.advance(.seconds(3600))
            let store = Interrupted(store: journal.store, before: read) {
                do {
                    if sealsAll { _ = try await journal.seal(.all) }
                    let outcome = try await journal.retention.prune(
                        World.tenant, before: journal.world.now - .seconds(60), exportedThrough: sealsAll ? 4 : 2)
                    #expect(outcome.throughSeal == (sealsAll ? 4 : 2))
                } catch {
                    Issue.record(error)
                }
            }
            var verification = try await JournalVerification(
                of: World.tenant, directory: TenantDirectory(journal.world.environment), store: store)
            try await verification.verifyEntries()
            #expect(verification.report.isWhole, "\(verification.report.findings)")
        }
    }
}
