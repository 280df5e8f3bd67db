import AccessModel
import ComplianceGateway
import Cryptography
import JSONCoding
import SQLDatabase
import TestSupport
import Testing

@testable import postern

/// `postern journal`, over a state directory whose database somebody else has changed.
@Suite struct JournalCommandTests {
    // MARK: What is found

    @Test func `a journal that nobody touched is whole`() async throws {
        let journal = try await JournalGateway()
        let result = await journal.run("verify")
        #expect(result.code == .success && result.errors == "")
        #expect(
            result.output
                == "The journal of contoso is whole (30 entries under 3 seals and 3 checkpoints looked at, 5 entries not sealed yet).\n"
        )
    }

    @Test func `an altered journal is found`() async throws {
        let journal = try await JournalGateway()
        try await journal.tamper("UPDATE journal SET account = 'mallory' WHERE sequence = 15")
        let result = await journal.run("verify")
        #expect(result.code == .failure)
        #expect(
            result.output.hasPrefix(
                "entries 11 to 20 are not what was sealed (seal 2): at least one was altered or replaced\n"))
        #expect(result.output.contains("The journal of contoso is NOT whole: 1 finding ("))
    }

    @Test func `a removed entry is found`() async throws {
        let journal = try await JournalGateway()
        try await journal.tamper("DELETE FROM journal WHERE sequence = 15")
        let result = await journal.run("verify", "--format", "json")
        #expect(result.code == .failure)
        let report = try JSONValue.parse(result.output)
        let finding = try #require(report["findings"]?.arrayValue?.first)
        #expect(finding["kind"]?.stringValue == "missingEntries" && finding["seal"] == .integer(2))
        #expect(finding["firstSequence"] == .integer(15) && finding["lastSequence"] == .integer(15))
        #expect(finding["detail"]?.stringValue == "entry 15 is missing (seal 2): removed from the journal")
        #expect(report["isWhole"] == .bool(false) && report["findingCount"] == .integer(1))
    }

    /// The seals are made anew so that everything fits but the signature.
    private static func rewrite(_ journal: JournalGateway) async throws {
        try await journal.tamper("UPDATE journal SET account = 'mallory' WHERE sequence = 15")
        let seals = try await journal.gateway.session { session in
            try await session.journal.seals(of: session.tenant.id, after: 0, limit: 10)
        }
        // What anybody can compute of the entries, from the guide's description alone.
        var previous = [UInt8](repeating: 0, count: 32)
        for stored in seals {
            let seal = stored.seal
            let leaves = try await journal.gateway.session { session in
                try await session.journal.journalRows(
                    of: session.tenant.id, after: seal.sequences.lowerBound - 1, limit: seal.sequences.count
                ).map { Digest.sha256([0] + $0.canonicalBytes(of: session.tenant.id)) }
            }
            let root = root(of: leaves[...])
            var bytes: [UInt8] = [1, 0, 0, 0, 12] + Array("journal seal".utf8)
            bytes += [0, 0, 0, UInt8(seal.tenant.rawValue.utf8.count)] + Array(seal.tenant.rawValue.utf8)
            for number in [
                seal.epoch, seal.number, seal.sequences.lowerBound, seal.sequences.upperBound,
                seal.entriesUntil.milliseconds, seal.at.milliseconds,
            ] {
                bytes += (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
            }
            let hash = Digest.sha256(bytes + previous + root)
            previous = hash
            if seal.number == 1 { #expect(hash == seal.hash && root == seal.root) }
            try await journal.tamper(
                "UPDATE journal_seals SET root = \(root), hash = \(hash) WHERE number = \(seal.number)")
        }
    }

    private static func root(of leaves: ArraySlice<[UInt8]>) -> [UInt8] {
        if leaves.count == 1, let leaf = leaves.first { return leaf }
        var half = 1
        while half * 2 < leaves.count { half *= 2 }
        return Digest.sha256([1] + root(of: leaves.prefix(half)) + root(of: leaves.dropFirst(half)))
    }

    @Test func `a rewritten journal whose seals fit again is found`() async throws {
        let journal = try await JournalGateway()
        try await Self.rewrite(journal)
        let result = await journal.run("verify")
        #expect(result.code == .failure)
        #expect(
            result.output.contains(
                "seal 2 (entries 11 to 20) is not one that the gateway signed: the journal was rewritten here\n"))
        #expect(result.output.contains("the checkpoint of seal 2, "))
        #expect(result.output.contains("states another journal up to entries 11 to 20: it was rewritten\n"))
        #expect(!result.output.contains("seal 1 "))
    }

    @Test func `a cut-off journal is found, by checkpoints in the state directory or from elsewhere`() async throws {
        let journal = try await JournalGateway()
        let lines = try journal.lines
        let checkpoints = try journal.checkpoints
        try await journal.tamper(
            "DELETE FROM journal WHERE sequence > 20", "DELETE FROM journal_seals WHERE number = 3",
            "UPDATE journal_heads SET sequence = 20")
        let own = await journal.run("verify")
        #expect(own.code == .failure)
        #expect(
            own.output.contains(
                "reaches to entry 30, and the sealed journal ends at 20: the rest was cut off\n"))
        // Whoever can cut the file too is found by a copy, whole or the bare checkpoint alone.
        try LocalFile.replace(checkpoints, with: Array((lines[0] + "\n" + lines[1] + "\n").utf8))
        let unseen = await journal.run("verify")
        #expect(unseen.code == .success)
        let bare = try JSONValue.parse(lines[2])["checkpoint"]?.stringValue ?? ""
        for text in [lines.joined(separator: "\n"), bare + "\n\n"] {
            let copy = try journal.gateway.write("copy", text)
            let found = await journal.run("verify", "--checkpoint", copy)
            #expect(found.code == .failure && found.output.contains("the rest was cut off"))
        }
    }

    @Test func `without a checkpoint from outside verify says what it cannot see`() async throws {
        let journal = try await JournalGateway()
        try LocalFile.replace(journal.checkpoints, with: [])
        let result = await journal.run("verify")
        #expect(result.code == .success)
        #expect(result.errors.contains("a journal that was cut off looks whole"))
    }

    @Test func `what is no checkpoint is named with its line`() async throws {
        let journal = try await JournalGateway()
        let other = try await JournalGateway()
        let file = try journal.gateway.write("copy", try journal.lines[0] + "\n{\"a\":1}\n" + other.lines[0] + "\n")
        let result = await journal.run("verify", "--checkpoint", file)
        #expect(result.code == .failure)
        #expect(
            result.output.contains(
                "`\(file)` line 2 is no checkpoint that this tenant's gateway signed: it is not in the form of one\n"))
        #expect(
            result.output.contains(
                "`\(file)` line 3 is no checkpoint that this tenant's gateway signed: the tenant has no key"))
        let missing = await journal.run("verify", "--checkpoint", file + "x")
        #expect(missing.code == .usage && missing.errors.contains("cannot be read"))
    }

    // MARK: Sealing and checkpoints

    @Test func `what is missing outside is written again, once`() async throws {
        let journal = try await JournalGateway()
        let lines = try journal.lines
        #expect(lines.count == 3)
        let file = try journal.checkpoints
        // A process that was killed left a part of a line, another none.
        for rest in [lines[0] + "\n" + lines[1].prefix(40), lines[0] + "\n" + lines[1] + "\n", "", "{\"a"] {
            try LocalFile.replace(file, with: Array(rest.utf8))
            try await journal.sealFull()
            #expect(try journal.lines == lines)
        }
        let result = await journal.run("seal")
        #expect(result.code == .success)
        #expect(result.output.hasPrefix("Made 1 seal; the journal of contoso is sealed through entry 35 (seal 4).\n"))
        #expect(try journal.lines.dropLast() == lines[...])
        let again = await journal.run("seal")
        #expect(again.output.hasPrefix("Nothing was left to seal; "))
        #expect(try journal.lines.count == 4)
    }

    @Test func `a journal that does not bear out its checkpoints gets no more of them`() async throws {
        let journal = try await JournalGateway()
        let lines = try journal.lines
        try await journal.tamper(
            "DELETE FROM journal WHERE sequence > 20", "DELETE FROM journal_seals WHERE number = 3",
            "UPDATE journal_heads SET sequence = 20")
        let behind = await journal.run("seal")
        #expect(behind.code == .failure && behind.errors.contains("states seal 3, and the journal ends at seal 2"))
        try await journal.gateway.record(Array(repeating: nil, count: 15))
        let rewritten = await journal.run("seal", "--journal-seal-entries", "10")
        #expect(rewritten.code == .failure && rewritten.errors.contains("states another seal 3 than the journal has"))
        #expect(try journal.lines == lines)
    }

    @Test func `a restored store goes on in the same file under its new epoch`() async throws {
        let journal = try await JournalGateway()
        let lines = try journal.lines
        try await journal.tamper(
            "DELETE FROM journal WHERE sequence > 20", "DELETE FROM journal_seals WHERE number = 3",
            "UPDATE journal_heads SET sequence = 20", "UPDATE tenants SET epoch = 2")
        try await journal.gateway.record(Array(repeating: nil, count: 5))
        #expect(await journal.run("seal").code == .success)
        #expect(try journal.lines.dropLast() == lines[...] && journal.lines.count == 4)
        #expect(try journal.lines[3].contains("\"epoch\":2,"))
        #expect(await journal.run("seal").code == .success)
        #expect(try journal.lines.count == 4)
        let report = await journal.run("verify")
        #expect(report.code == .failure && report.output.contains("the store was restored since (epoch 2)"))
    }

    // MARK: Export

    private static func sequences(_ text: String) throws -> [Int64] {
        try text.split(separator: "\n").map { line in
            guard case .integer(let sequence)? = try JSONValue.parse(String(line))["sequence"] else { return -1 }
            return sequence
        }
    }

    @Test func `entries are exported by sequence, kind and account`() async throws {
        let journal = try await JournalGateway()
        let all = await journal.run("export")
        #expect(all.code == .success && all.errors == "Exported 35 entries, through sequence 35.\n")
        #expect(try Self.sequences(all.output) == Array(1...35))
        let some = await journal.run("export", "--after", "3", "--until", "6")
        #expect(try Self.sequences(some.output) == [4, 5, 6])
        #expect(some.errors == "Exported 3 entries, through sequence 6.\n")
        let made = await journal.run("export", "--kind", "tenantCreated", "--kind", "passwordSet")
        #expect(try Self.sequences(made.output) == [1, 3])
        let line = try JSONValue.parse(String(made.output.split(separator: "\n")[1]))
        #expect(line["kind"]?.stringValue == "passwordSet" && line["actor"]?.stringValue == Environment.actor)
        let account = await journal.run("export", "--account", "admin@contoso.example")
        #expect(try Self.sequences(account.output) == [3])
        #expect(await journal.run("export", "--until", "2000-01-01").output == "")
        #expect(try Self.sequences(await journal.run("export", "--after", "2000-01-01T00:00:00Z").output).count == 35)
        #expect(await journal.run("export", "--account", "nobody@contoso.example").code == .failure)
        #expect(await journal.run("export", "--after", "yesterday").code == .usage)
        #expect(await journal.run("export", "--resume").code == .usage)
    }

    @Test func `an export that was interrupted goes on where it ended`() async throws {
        let journal = try await JournalGateway()
        let file = journal.gateway.directory.path + "/journal.jsonl"
        let result = await journal.run("export", "--output", file, "--until", "20")
        #expect(result.code == .success && result.output == "")
        let refused = await journal.run("export", "--output", file)
        #expect(refused.code == .failure && refused.errors.contains("`--resume` goes on with it"))
        let part = try LocalFile.read(file, atMost: 1 << 20)
        try LocalFile.replace(file, with: Array(part.dropLast(30)))
        let resumed = await journal.run("export", "--output", file, "--resume")
        #expect(resumed.code == .success && resumed.errors == "Exported 16 entries, through sequence 35.\n")
        let whole = String(decoding: try LocalFile.read(file, atMost: 1 << 20), as: UTF8.self)
        #expect(try Self.sequences(whole) == Array(1...35))
        #expect(await journal.run("export", "--output", file, "--resume").errors.hasPrefix("Exported 0 entries"))
        let other = try journal.gateway.write("other", "no export\n")
        #expect(await journal.run("export", "--output", other, "--resume").code == .failure)
    }

    @Test func `an export that goes on behind what was pruned says what it lacks, once, and fails`() async throws {
        let journal = try await JournalGateway()
        let file = journal.gateway.directory.path + "/journal.jsonl"
        #expect(await journal.run("export", "--output", file, "--until", "20").code == .success)
        #expect(await journal.run("prune", "--keep", "0s", "--reason", "old").code == .success)
        for arguments in [["--after", "20"], ["--after", "20", "--kind", "journalPruned"]] {
            let result = await journal.gateway.run(["journal", "export"] + arguments)
            #expect(result.code == .failure)
            #expect(result.errors.hasPrefix("warning: entries 21 to 30 pruned before they were exported here\n"))
        }
        let resumed = await journal.run("export", "--output", file, "--resume")
        #expect(resumed.code == .failure)
        #expect(
            resumed.errors
                == "warning: entries 21 to 30 pruned before they were exported here\nExported 6 entries, through sequence 36.\n"
        )
        let whole = String(decoding: try LocalFile.read(file, atMost: 1 << 20), as: UTF8.self)
        #expect(try Self.sequences(whole) == Array(1...20) + Array(31...36))
        // It has been said, and what there was is in the file.
        let again = await journal.run("export", "--output", file, "--resume")
        #expect(again.code == .success && again.errors == "Exported 0 entries, through sequence 36.\n")
    }

    @Test func `an export that begins with what is left says so and succeeds`() async throws {
        let journal = try await JournalGateway()
        #expect(await journal.run("prune", "--keep", "0s", "--reason", "old").code == .success)
        let result = await journal.run("export")
        #expect(result.code == .success)
        #expect(result.errors == "note: entries 1 to 30 pruned earlier\nExported 6 entries, through sequence 36.\n")
        #expect(try Self.sequences(result.output) == Array(31...36))
        #expect(await journal.run("export", "--after", "30").errors == "Exported 6 entries, through sequence 36.\n")
        // What a filter passed over is not in the file's last line: nobody can tell whether it was exported.
        let file = journal.gateway.directory.path + "/filtered.jsonl"
        let line = #"{"kind":"tokenIssued","sequence":5}"# + "\n"
        try LocalFile.replace(file, with: Array(line.utf8))
        let filtered = await journal.run("export", "--output", file, "--resume", "--kind", "tokenRefused")
        #expect(filtered.code == .success && filtered.errors.hasPrefix("warning: entries 6 to 30 pruned"))
    }

    @Test func `an export names entries that are missing and were not pruned`() async throws {
        let journal = try await JournalGateway()
        try await journal.tamper("DELETE FROM journal WHERE sequence IN (7, 33, 34, 35)")
        let result = await journal.run("export")
        #expect(result.code == .failure)
        #expect(
            result.errors
                == "warning: entry 7 missing; see postern journal verify\nwarning: entries 33 to 35 missing; see postern journal verify\nExported 31 entries, through sequence 35.\n"
        )
    }

    @Test func `an entry that was damaged is exported as it is`() async throws {
        let journal = try await JournalGateway()
        try await journal.tamper("UPDATE journal SET details = '{' WHERE sequence = 35")
        let line = try JSONValue.parse(await journal.run("export", "--after", "34").output)
        #expect(line["damagedDetails"]?.stringValue == "{" && line["details"] == nil)
    }

    // MARK: Pruning

    @Test func `pruning removes whole seals, keeps the journal whole and says so in it`() async throws {
        let journal = try await JournalGateway()
        let result = await journal.run("prune", "--keep", "0s", "--reason", "three years are over")
        #expect(result.code == .success)
        #expect(
            result.output
                == "Removed entries 1 to 30 of contoso, through seal 3; the seals stay.\nWhat is left stays: the entries from 31 on are not sealed yet.\n"
        )
        let report = await journal.run("verify")
        #expect(report.code == .success && report.output.contains("entries to 30 pruned earlier"))
        let entries = await journal.run("export", "--kind", "journalPruned")
        let line = try JSONValue.parse(entries.output)
        #expect(line["actor"]?.stringValue == Environment.actor)
        #expect(line["details"]?["reason"]?.stringValue == "three years are over")
        #expect(try Self.sequences(await journal.run("export").output) == Array(31...36))
        // What is left is still protected.
        try await journal.tamper("UPDATE journal_seals SET root = X'00' WHERE number = 2")
        #expect(await journal.run("verify").output.hasPrefix("seal 2 (entries 11 to 20) does not follow"))
    }

    @Test func `nothing is pruned that is too recent, still to be read, or not outside`() async throws {
        let journal = try await JournalGateway()
        let recent = await journal.run("prune", "--keep", "1d", "--reason", "r")
        #expect(recent.code == .success && recent.output.hasPrefix("Nothing of contoso was removed.\n"))
        #expect(await journal.run("prune", "--before", "2000-01-01", "--reason", "r").output.hasPrefix("Nothing"))
        try await journal.tamper(
            """
            INSERT INTO policy_promotions (tenant, policy, after_seconds, maximum_denials, actor, reason, scheduled_at, \
            content_hash, since, journal_cursor, evaluated, denied) SELECT id, 'p', 0, 0, 'a', NULL, 0, X'00', 0, 15, \
            0, 0 FROM tenants
            """)
        let read = await journal.run("prune", "--keep", "0s", "--reason", "r")
        #expect(read.output.hasPrefix("Removed entries 1 to 10 of contoso, through seal 1"))
        #expect(read.output.contains("entries 11 to 20 are still needed"))
        for arguments in [
            ["prune", "--keep", "0s"], ["prune", "--reason", "r"], ["prune", "--keep", "1", "--reason", "r"],
            ["prune", "--keep", "1d", "--before", "2000-01-01", "--reason", "r"],
            ["prune", "--before", "soon", "--reason", "r"], ["export", "--kind", "tokenRefusd"],
        ] {
            #expect(await journal.gateway.run(["journal"] + arguments).code == .usage)
        }
    }
}
