import AccessModel
import SQLDatabase
import Storage
import Testing

@testable import ComplianceGateway

/// What is found in a journal that somebody changed who has the database and not the keys.
@Suite struct JournalVerificationTests {
    /// Something that was done to the database after seals 1 to 3 (entries 1 to 30) and their checkpoints were made.
    struct Tampering: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var act: @Sendable (JournalWorld) async throws -> Void
        /// The kinds of what is found, with the first and the last sequence.
        let findings: [String]
        /// What the checkpoints that are kept elsewhere add; nil for the same.
        var compared: [String] = []
    }

    private static func sql(_ statements: SQLStatement...) -> @Sendable (JournalWorld) async throws -> Void {
        { journal in for statement in statements { try await journal.tamper(statement) } }
    }

    static let tamperings = [
        Tampering(
            testDescription: "an altered entry", act: sql("UPDATE journal SET account = 'mallory' WHERE sequence = 15"),
            findings: ["alteredEntries 11-20"]),
        Tampering(
            testDescription: "an altered time",
            act: sql("UPDATE journal SET at = at - 1 WHERE sequence = 21"), findings: ["alteredEntries 21-30"]),
        Tampering(
            testDescription: "two entries in each other's place",
            act: sql(
                "UPDATE journal SET sequence = 1000 WHERE sequence = 12",
                "UPDATE journal SET sequence = 12 WHERE sequence = 13",
                "UPDATE journal SET sequence = 13 WHERE sequence = 1000"), findings: ["alteredEntries 11-20"]),
        Tampering(
            testDescription: "a removed entry", act: sql("DELETE FROM journal WHERE sequence = 15"),
            findings: ["missingEntries 15-15"]),
        Tampering(
            testDescription: "entries removed at both ends of a seal and between",
            act: sql("DELETE FROM journal WHERE sequence IN (11, 14, 15, 20)"),
            findings: ["missingEntries 11-11", "missingEntries 14-15", "missingEntries 20-20"]),
        Tampering(
            testDescription: "a removed seal with its entries",
            act: sql(
                "DELETE FROM journal WHERE sequence BETWEEN 11 AND 20", "DELETE FROM journal_seals WHERE number = 2"),
            findings: ["missingSeal"], compared: ["missingSeal"]),
        Tampering(
            testDescription: "a removed entry behind the newest seal",
            act: sql("DELETE FROM journal WHERE sequence = 33"), findings: ["missingEntries 33-33"]),
        Tampering(
            testDescription: "the end cut off and the counter left alone",
            act: sql("DELETE FROM journal WHERE sequence > 33"), findings: ["missingEntries 34-35"]),
        Tampering(
            testDescription: "an entry slipped in behind the end",
            act: sql(
                """
                INSERT INTO journal (tenant, sequence, at, kind, details) \
                VALUES (\(World.tenant.rawValue), 40, 0, 'tokenIssued', '{}')
                """), findings: ["uncountedEntries 36-40"]),
        Tampering(
            testDescription: "a rewritten journal whose seals fit",
            act: { journal in
                try await journal.tamper("UPDATE journal SET account = 'mallory' WHERE sequence = 15")
                try await journal.rechain()
            }, findings: ["unsignedSeal 11-20", "unsignedSeal 21-30"],
            compared: ["rewritten 11-20", "rewritten 21-30"]),
        Tampering(
            testDescription: "a seal with the checkpoint of another",
            act: sql(
                "UPDATE journal_seals SET checkpoint = (SELECT checkpoint FROM journal_seals WHERE number = 1)"),
            findings: ["unsignedSeal 11-20", "unsignedSeal 21-30"]),
        Tampering(
            testDescription: "an altered seal", act: sql("UPDATE journal_seals SET sealed_at = 5 WHERE number = 2"),
            findings: ["alteredSeal 11-20", "unsignedSeal 11-20"], compared: ["rewritten 11-20"]),
        Tampering(
            testDescription: "a cut-off journal whose counter fits",
            act: sql(
                "DELETE FROM journal WHERE sequence > 20", "DELETE FROM journal_seals WHERE number = 3",
                "UPDATE journal_heads SET sequence = 20"), findings: [], compared: ["cutOff 21-30"]),
        Tampering(
            testDescription: "no journal at all",
            act: sql("DELETE FROM journal", "DELETE FROM journal_seals", "UPDATE journal_heads SET sequence = 0"),
            findings: [], compared: ["cutOff 1-10", "cutOff 1-20", "cutOff 1-30"]),
        Tampering(
            testDescription: "entries removed as if they were pruned",
            act: sql(
                "DELETE FROM journal WHERE sequence <= 20", "UPDATE journal_seals SET pruned_at = 1 WHERE number <= 2"),
            findings: ["unrecordedPruning 11-20"]),
        Tampering(
            testDescription: "a seal in the middle that is marked as pruned",
            act: sql(
                "DELETE FROM journal WHERE sequence BETWEEN 11 AND 20",
                "UPDATE journal_seals SET pruned_at = 1 WHERE number = 2"), findings: ["unrecordedPruning 11-20"]),
    ]

    @Test(arguments: tamperings)
    func `what was done to the database is found`(_ tampering: Tampering) async throws {
        try await JournalWorld.run { journal async throws in
            _ = try await journal.seal(.full)
            let kept = try await journal.checkpoints()
            #expect(try await journal.verify(kept).isWhole)
            try await tampering.act(journal)
            #expect(try await Self.words(journal.verify()) == tampering.findings)
            #expect(try await Self.words(journal.verify(kept)) == tampering.findings + tampering.compared)
        }
    }

    /// Pruning begins at the first entry, so its record says nothing of what is missing behind something that is kept.
    @Test func `what is missing behind a kept seal is found, whatever pruning is recorded`() async throws {
        try await JournalWorld.run { journal async throws in
            _ = try await journal.seal(.full)
            journal.world.advance(.seconds(3600))
            let outcome = try await journal.retention.prune(
                World.tenant, before: journal.world.now - .seconds(60), exportedThrough: 2)
            #expect(outcome.throughSeal == 2)
            #expect(try await journal.verify().isWhole)
            try await journal.tamper("UPDATE journal_seals SET pruned_at = NULL WHERE number = 1")
            #expect(try await Self.words(journal.verify()) == ["missingEntries 1-10", "unrecordedPruning 11-20"])
        }
    }

    /// The gateway goes on behind the cut, with its own signature.
    @Test func `a journal that was cut off and went on is found by the checkpoints from before`() async throws {
        try await JournalWorld.run { journal async throws in
            _ = try await journal.seal(.full)
            let kept = try await journal.checkpoints()
            try await journal.tamper(
                "DELETE FROM journal WHERE sequence > 20", "DELETE FROM journal_seals WHERE number = 3",
                "UPDATE journal_heads SET sequence = 20")
            journal.world.advance(.seconds(1))
            try await journal.write(upTo: 35)
            _ = try await journal.seal(.full)
            #expect(try await journal.verify().isWhole)
            #expect(try await Self.words(journal.verify(kept)) == ["rewritten 21-30"])
        }
    }

    @Test func `a restored store is named as one`() async throws {
        try await JournalWorld.run { journal async throws in
            _ = try await journal.seal(.full)
            let kept = try await journal.checkpoints()
            try await journal.tamper(
                "DELETE FROM journal WHERE sequence > 20", "DELETE FROM journal_seals WHERE number = 3",
                "UPDATE journal_heads SET sequence = 20", "UPDATE tenants SET epoch = 2")
            #expect(try await Self.words(journal.verify(kept)) == ["restored"])
            try await journal.write(upTo: 30)
            _ = try await journal.seal(.full)
            #expect(try await journal.seals().map(\.seal.epoch) == [1, 1, 2])
            let report = try await journal.verify(kept + journal.checkpoints())
            #expect(Self.words(report) == ["restored"] && report.newestCheckpoint?.epoch == 2)
        }
    }

    @Test func `the report tells of so many findings and counts the others`() async throws {
        try await JournalWorld.run { journal async throws in
            try await journal.write(upTo: 300)
            _ = try await journal.seal()
            try await journal.tamper("DELETE FROM journal WHERE sequence % 2 = 0")
            let report = try await journal.verify()
            #expect(report.findings.count == 100 && report.findingCount == 150 && report.entries == 150)
        }
    }

    private static func words(_ report: JournalReport) -> [String] {
        report.findings.map { finding in
            finding.sequences.map { "\(finding.kind) \($0.lowerBound)-\($0.upperBound)" } ?? finding.kind
        }
    }
}
