import AccessModel
import SQLDatabase
import Storage
import Testing

@testable import ComplianceGateway

/// How entries are sealed.
@Suite struct JournalSealingTests {
    @Test func `full seals are made of as many entries as there are to be, the rest waits until its time`() async throws
    {
        try await JournalWorld.run { journal async throws in
            #expect(
                try await journal.seal(.full) == SealingOutcome(seals: 3, sealedThrough: 30, unsealed: 5))
            #expect(try await journal.seal(.full).seals == 0)
            #expect(try await journal.seal(.all) == SealingOutcome(seals: 1, sealedThrough: 35, unsealed: 0))
            #expect(try await journal.seal(.all).seals == 0)
            let seals = try await journal.seals()
            #expect(seals.map(\.seal.sequences) == [1...10, 11...20, 21...30, 31...35])
            #expect(seals.map(\.seal.number) == [1, 2, 3, 4])
            #expect(seals[1].seal.entriesUntil == journal.world.now - .seconds(3600))
            #expect(seals[3].seal.entriesUntil == journal.world.now)
            #expect(try await journal.verify(seals.map(\.checkpoint)).isWhole)
        }
    }

    @Test func `a seal never goes past an entry that is missing`() async throws {
        try await JournalWorld.run { journal async throws in
            try await journal.tamper("DELETE FROM journal WHERE sequence IN (15, 16)")
            let outcome = try await journal.seal()
            #expect(outcome.seals == 2 && outcome.sealedThrough == 14 && outcome.unsealed == 21)
            #expect(outcome.obstacle == .missingEntries(15...16))
            try await journal.tamper("DELETE FROM journal WHERE sequence > 14")
            #expect(try await journal.seal().obstacle == .missingEntries(15...35))
        }
    }

    @Test func `nothing is sealed behind a seal that the key did not sign`() async throws {
        try await JournalWorld.run { journal async throws in
            _ = try await journal.seal(.full)
            try await journal.tamper("UPDATE journal SET actor = 'mallory' WHERE sequence = 25")
            try await journal.rechain()
            let outcome = try await journal.seal()
            #expect(outcome.seals == 0 && outcome.obstacle == .unsignedSeal(3))
        }
    }

    @Test func `many that seal at once make each seal once`() async throws {
        try await JournalWorld.run { journal async throws in
            let made = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<8 { group.addTask { try await journal.seal().seals } }
                return try await group.reduce(0, +)
            }
            #expect(made == 4)
            #expect(try await journal.seals().map(\.seal.sequences) == [1...10, 11...20, 21...30, 31...35])
            #expect(try await journal.verify(journal.checkpoints()).isWhole)
        }
    }

    @Test func `one call makes a bounded number of seals, and the next goes on`() async throws {
        try await JournalWorld.run { journal async throws in
            let sealing = JournalSealing(
                journal.world.environment, directory: journal.world.directory, store: journal.store, entryCount: 1)
            try await journal.write(upTo: 130)
            #expect(
                try await sealing.seal(World.tenant, .all)
                    == SealingOutcome(seals: 100, sealedThrough: 100, unsealed: 30))
            #expect(try await sealing.seal(World.tenant, .all).sealedThrough == 130)
        }
    }

    @Test func `a key that signs no more still verifies its checkpoints`() async throws {
        try await JournalWorld.run { journal async throws in
            _ = try await journal.seal(.full)
            let old = try await journal.checkpoints()
            try await journal.rotateKey()
            #expect(try await journal.seal().seals == 1)
            let header = try await journal.checkpoints().map { String($0.prefix { $0 != "." }) }
            #expect(Set(header[..<3]).count == 1 && header[3] != header[0])
            #expect(try await journal.verify(old).isWhole)
        }
    }

    @Test func `no other token of the key passes for a checkpoint`() async throws {
        try await JournalWorld.run { journal async throws in
            _ = try await journal.seal()
            let token = try await journal.world.signIn(TestApp(), scope: journal.world.complianceScope).issued()
                .accessToken
            let report = try await journal.verify([token, "x", journal.checkpoints()[0] + "x"])
            #expect(report.findings.map(\.kind) == ["notACheckpoint", "notACheckpoint", "notACheckpoint"])
        }
    }
}
