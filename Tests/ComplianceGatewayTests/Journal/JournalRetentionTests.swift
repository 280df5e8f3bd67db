import AccessModel
import JSONCoding
import SQLDatabase
import Storage
import Testing

@testable import ComplianceGateway

/// What becomes of old entries.
@Suite struct JournalRetentionTests {
    @Test func `old entries go seal by seal, what is left verifies, and the journal says so`() async throws {
        try await JournalWorld.run { journal async throws in
            _ = try await journal.seal(.full)
            let kept = try await journal.checkpoints()
            // The entries to 20 are an hour old, and so is a part of no other seal.
            let outcome = try await journal.retention.prune(
                World.tenant, before: journal.world.now - .seconds(60), exportedThrough: 3)
            #expect(outcome.sequences == 1...20 && outcome.throughSeal == 2)
            #expect(outcome.limit == .tooRecent(21...30, journal.world.now))
            let extent = try #require(try await journal.store.journalExtent(of: World.tenant))
            #expect(extent.first == 21 && extent.last == 36 && extent.prunedThrough == 20)
            let entry = try #require(
                try await journal.store.journalRows(of: World.tenant, after: 35, limit: 10).first)
            #expect(entry.kind == "journalPruned" && entry.actor == "os:root")
            let details = try JSONValue.parse(entry.details)
            #expect(details["throughSeal"] == .integer(2) && details["lastSequence"] == .integer(20))
            #expect(details["reason"]?.stringValue == "retention")
            let report = try await journal.verify(kept)
            #expect(report.isWhole && report.pruned == 1...20 && report.entries == 10 && report.checkpoints == 3)
            // The entry about it is itself removed in time, with those before it; the newest one stays.
            _ = try await journal.seal()
            journal.world.advance(.seconds(60))
            let next = try await journal.retention.prune(
                World.tenant, before: journal.world.now, exportedThrough: 4)
            #expect(next.sequences == 21...36 && next.limit == nil)
            #expect(try await journal.verify(kept).isWhole)
            #expect(try await journal.store.journalExtent(of: World.tenant)?.first == 37)
        }
    }

    struct Limit: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var exported: Int64 = 3
        var before = Duration.seconds(1)
        var cursor: Int64?
        let through: Int64?
        let limit: PruningLimit?
    }

    @Test(arguments: [
        Limit(testDescription: "all that is sealed", through: 30, limit: .notSealed(31)),
        Limit(testDescription: "what is kept outside", exported: 1, through: 10, limit: .notExported(2)),
        Limit(testDescription: "nothing is kept outside", exported: 0, through: nil, limit: .notExported(1)),
        Limit(
            testDescription: "a reader in a seal", cursor: 15, through: 10, limit: .notRead(11...20, cursor: 15)),
        Limit(
            testDescription: "a reader at a seal's end", cursor: 20, through: 20, limit: .notRead(21...30, cursor: 20)),
        Limit(
            testDescription: "a reader at the beginning", cursor: 0, through: nil, limit: .notRead(1...10, cursor: 0)),
        Limit(
            testDescription: "nothing is old enough", before: .seconds(-7200), through: nil,
            limit: .tooRecent(1...10, Timestamp(milliseconds: 1_800_000_000_000))),
    ])
    func `what is needed stays`(_ sample: Limit) async throws {
        try await JournalWorld.run { journal async throws in
            _ = try await journal.seal(.full)
            if let cursor = sample.cursor { try await journal.read(upTo: cursor) }
            let outcome = try await journal.retention.prune(
                World.tenant, before: journal.world.now + sample.before, exportedThrough: sample.exported)
            #expect(outcome.sequences?.upperBound == sample.through && outcome.limit == sample.limit)
            let extent = try #require(try await journal.store.journalExtent(of: World.tenant))
            #expect(extent.first == (sample.through ?? 0) + 1)
            #expect(try await journal.verify().isWhole)
        }
    }

    @Test(arguments: ["promotion", "cursor"])
    func `a reader that came meanwhile refuses the pruning`(reader: String) async throws {
        try await JournalWorld.run { journal async throws in
            _ = try await journal.seal(.full)
            try await journal.read(upTo: 19, by: reader)
            let extent = try #require(try await journal.store.journalExtent(of: World.tenant))
            #expect(extent.lowestCursor == 19)
            let change = SealChange.prune(through: 2, lastSequence: 20, at: journal.world.now)
            let write = GatewayWrite(tenant: World.tenant, changes: [.seal(change)], entries: [])
            #expect(try await journal.world.environment.store.commit(write) == .refused(change: 0))
        }
    }

    @Test func `what an interrupted pruning has left is removed the next time`() async throws {
        try await JournalWorld.run { journal async throws in
            _ = try await journal.seal(.full)
            let write = GatewayWrite(
                tenant: World.tenant,
                changes: [.seal(.prune(through: 2, lastSequence: 20, at: journal.world.now))],
                entries: [
                    JournalEntry(.journalPruned, at: journal.world.now, details: [("throughSeal", .integer(2))])
                ])
            _ = try await journal.world.environment.store.commit(write)
            let half = GatewayWrite(
                tenant: World.tenant, changes: [.seal(.removePrunedEntries(limit: 7))], entries: [])
            _ = try await journal.world.environment.store.commit(half)
            #expect(try await journal.store.journalExtent(of: World.tenant)?.first == 8)
            #expect(try await journal.verify().isWhole)
            let outcome = try await journal.retention.prune(
                World.tenant, before: Timestamp(milliseconds: 0), exportedThrough: 3)
            #expect(outcome.sequences == nil)
            #expect(try await journal.store.journalExtent(of: World.tenant)?.first == 21)
            // Without a pruned seal in front, nothing is ever removed.
            _ = try await journal.world.environment.store.commit(half)
            #expect(try await journal.store.journalExtent(of: World.tenant)?.first == 21)
        }
    }
}

extension JournalWorld {
    /// Gives the journal a reader whose place is kept.
    fileprivate func read(upTo sequence: Int64, by reader: String = "promotion") async throws {
        if reader == "cursor" {
            return try await tamper(
                """
                INSERT INTO journal_cursors (tenant, name, sequence) \
                VALUES (\(World.tenant.rawValue), 'reevaluation', \(sequence))
                """)
        }
        try await tamper(
            """
            INSERT INTO policy_promotions (tenant, policy, after_seconds, maximum_denials, actor, reason, scheduled_at, \
            content_hash, since, journal_cursor, evaluated, denied) VALUES (\(World.tenant.rawValue), 'p', 0, 0, 'a', \
            NULL, 0, X'00', 0, \(sequence), 0, 0)
            """)
    }
}
