import AccessModel
import Cryptography
import Testing

@testable import ComplianceGateway

/// What is hashed of an entry and of a seal.
@Suite struct JournalRowTests {
    private static let row = JournalRow(
        sequence: 7, at: Timestamp(milliseconds: 1_800_000_000_123), kind: "tokenIssued", account: "a", client: "c",
        instance: "i", device: "d", actor: "os:root", correlation: "x", details: #"{"scope":"mail.read"}"#)

    /// Other rows, each of which differs from the first in one thing.
    private static let others: [JournalRow] = {
        var rows: [JournalRow] = []
        func add(_ change: (inout JournalRow) -> Void) {
            var other = row
            change(&other)
            rows.append(other)
        }
        add { $0.sequence = 8 }
        add { $0.at = Timestamp(milliseconds: 1_800_000_000_124) }
        add { $0.kind = "tokenRefused" }
        for column: WritableKeyPath<JournalRow, String?> in [
            \.account, \.client, \.instance, \.device, \.actor, \.correlation,
        ] {
            add { $0[keyPath: column] = "other" }
            add { $0[keyPath: column] = "" }
            add { $0[keyPath: column] = nil }
        }
        // What one column loses the next one gets.
        add { ($0.account, $0.client) = ("ac", "") }
        add { ($0.account, $0.client) = (nil, "a") }
        add { ($0.correlation, $0.details) = ("", "x" + $0.details) }
        add { $0.details = #"{"scope": "mail.read"}"# }
        return rows
    }()

    @Test func `every difference is one of the bytes`() {
        let all = ([Self.row] + Self.others).map { $0.canonicalBytes(of: "t") }
        #expect(Set(all).count == all.count)
        #expect(Self.row.canonicalBytes(of: "u") != Self.row.canonicalBytes(of: "t"))
    }

    /// Seals that are stored verify with this encoding alone.
    @Test func `version 1 stays as it is`() {
        let small = JournalRow(sequence: 1, at: Timestamp(milliseconds: 258), kind: "k", client: "é")
        #expect(
            small.canonicalBytes(of: "t") == [
                1, 0, 0, 0, 1, 0x74, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 2, 0, 0, 0, 1, 0x6B, 0, 1, 0, 0, 0, 2,
                0xC3, 0xA9, 0, 0, 0, 0, 0, 0, 0, 2, 0x7B, 0x7D,
            ])
        let seal = JournalSeal(
            tenant: "t", epoch: 1, number: 2, sequences: 3...4, entriesUntil: Timestamp(milliseconds: 5),
            at: Timestamp(milliseconds: 6), root: [UInt8](repeating: 7, count: 32), hash: [])
        var bytes: [UInt8] = [1, 0, 0, 0, 12] + Array("journal seal".utf8) + [0, 0, 0, 1, 0x74]
        for number: UInt8 in 1...6 { bytes += [0, 0, 0, 0, 0, 0, 0, number] }
        let root = [UInt8](repeating: 7, count: 32)
        #expect(seal.hash(after: nil) == Digest.sha256(bytes + [UInt8](repeating: 0, count: 32) + root))
        #expect(seal.hash(after: root) == Digest.sha256(bytes + root + root))
    }
}
