import AccessModel
import ComplianceGateway
import Observability
import SQLDatabase
import ServiceRuntime
import Storage
import TestSupport
import Testing

@testable import postern

/// The service that seals journals while a gateway serves, under a clock that stands still.
@Suite struct JournalKeeperTests {
    private let log = LogRecorder()
    private let clock = ManualClock(nowMilliseconds: 1_900_000_000_000)

    /// Runs with the keeper of a state directory.
    private func with(
        _ gateway: TestGateway, _ settings: JournalSettings,
        _ work: (JournalKeeper, AdministrationSession) async throws -> Void
    ) async throws {
        try await gateway.session { session in
            let keeper = JournalKeeper(
                session.environment, directory: session.directory, store: session.journal,
                tenants: { [store = session.environment.store, id = session.tenant.id] in
                    [try await store.tenant(.id(id))].compactMap { $0 }
                }, checkpoints: CheckpointExport(session.state), settings: settings, clock: clock,
                logger: Logger(label: "journal", level: .info, sink: log))
            try await work(keeper, session)
        }
    }

    private func extent(_ session: AdministrationSession) async throws -> JournalExtent {
        try #require(try await session.journal.journalExtent(of: session.tenant.id))
    }

    @Test func `what older programs wrote is sealed at the start, full seals at once, the rest in its time`()
        async throws
    {
        let journal = try await JournalGateway(isSealed: false)
        try await with(journal.gateway, JournalSettings(sealEntries: 10, sealSeconds: 60)) {
            keeper, session async throws in
            try await keeper.start()
            #expect(try await extent(session).sealedThrough == 35)
            #expect(try journal.lines.count == 4)
            try await journal.gateway.record(Array(repeating: nil, count: 9))
            clock.advance(byMilliseconds: 59_999)
            await keeper.keep()
            #expect(try await extent(session).unsealed == 9)
            try await journal.gateway.record([nil])
            await keeper.keep()
            #expect(try await extent(session).sealedThrough == 45)
            try await journal.gateway.record([nil])
            clock.advance(byMilliseconds: 60_000)
            await keeper.keep()
            #expect(try await extent(session).sealedThrough == 46)
            #expect(try journal.lines.count == 6)
            try await journal.gateway.record([nil])
            await keeper.finish()
            #expect(try await extent(session).unsealed == 0 && journal.lines.count == 7)
        }
        #expect(log.entries.isEmpty)
        #expect(await journal.run("verify").code == .success)
    }

    @Test func `what cannot be sealed or exported is said once`() async throws {
        let journal = try await JournalGateway(isSealed: false)
        try await journal.tamper("DELETE FROM journal WHERE sequence = 15")
        try await with(journal.gateway, JournalSettings(sealEntries: 10, sealSeconds: 60)) {
            keeper, session async throws in
            for _ in 0..<5 {
                await keeper.keep()
                clock.advance(byMilliseconds: 61_000)
            }
            #expect(try await extent(session).sealedThrough == 14)
        }
        #expect(log.entries.count == 1)
        #expect(log.entries.first.map { "\($0)" }?.contains("entry 15 is missing") == true)
    }

    @Test func `entries whose time is over are removed, and the journal says by what`() async throws {
        let journal = try await JournalGateway()
        let settings = JournalSettings(sealEntries: 10, sealSeconds: 60, retention: .seconds(86_400))
        try await with(journal.gateway, settings) { keeper, session async throws in
            // The entries were written now, which is long before the clock that stands still.
            await keeper.keep()
            #expect(try await extent(session).prunedThrough == 35)
        }
        let pruned = await journal.run("export", "--kind", "journalPruned").output
        #expect(pruned.contains("journalRetentionDays is 1") && pruned.contains("\"actor\":\"gateway\""))
        #expect(await journal.run("verify").code == .success)
        #expect(log.entries.count == 1)
    }

    struct Wrong: Sendable {
        let setting: Setting
        let value: String
    }

    @Test(arguments: [
        Wrong(setting: .journalSealEntries, value: "0"), Wrong(setting: .journalSealEntries, value: "10001"),
        Wrong(setting: .journalSealSeconds, value: "0"), Wrong(setting: .journalSealSeconds, value: "1m"),
        Wrong(setting: .journalRetentionDays, value: "-1"),
    ])
    func `a setting out of its range is named`(_ wrong: Wrong) throws {
        #expect(throws: CommandFailure.self) {
            try JournalSettings(Self.settings([wrong.setting: wrong.value]))
        }
    }

    @Test func `no retention keeps entries for ever`() throws {
        #expect(try JournalSettings(Self.settings([:])).retention == nil)
        #expect(try JournalSettings(Self.settings([.journalRetentionDays: "0"])).retention == nil)
        let set = try JournalSettings(Self.settings([.journalRetentionDays: "30", .journalSealEntries: "7"]))
        #expect(set.retention == .seconds(30 * 86_400) && set.sealEntries == 7 && set.sealSeconds == 60)
    }

    private static func settings(_ values: [Setting: String]) throws -> Settings {
        let command = Command("x", summary: "", options: Setting.allCases.map(\.option)) { _, _ in .success }
        let words = values.flatMap { ["--\($0.key.option.name)=\($0.value)"] }
        return try Settings(CommandArguments(words[...], for: command), JournalSettings.settings, environment: [:])
    }
}
