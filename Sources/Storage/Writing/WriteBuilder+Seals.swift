import AccessModel
import ComplianceGateway
import SQLDatabase

extension WriteBuilder {
    mutating func add(_ change: SealChange) {
        switch change {
        case .append(let seal, let checkpoint, let previous): append(seal, checkpoint, after: previous)
        case .prune(let number, let sequence, let at):
            // A reader that has come to an entry has read it.
            add(
                """
                UPDATE journal_seals SET pruned_at = \(at.milliseconds) WHERE tenant = \(tenantText) \
                AND number <= \(number) AND pruned_at IS NULL AND NOT EXISTS (SELECT 1 FROM policy_promotions \
                WHERE tenant = \(tenantText) AND journal_cursor < \(sequence)) AND NOT EXISTS (SELECT 1 \
                FROM journal_cursors WHERE tenant = \(tenantText) AND sequence < \(sequence))
                """, expecting: .atLeast(1))
        case .removePrunedEntries(let limit):
            add(
                """
                DELETE FROM journal WHERE tenant = \(tenantText) AND sequence <= (SELECT last_sequence \
                FROM journal_seals WHERE tenant = \(tenantText) AND pruned_at IS NOT NULL \
                ORDER BY number DESC LIMIT 1) AND sequence < (SELECT MIN(sequence) FROM journal \
                WHERE tenant = \(tenantText)) + \(Int64(limit))
                """)
        }
    }

    private mutating func append(_ seal: JournalSeal, _ checkpoint: String, after previous: [UInt8]?) {
        // The newest seal is the one before it: none has a higher number, and that one has this hash.
        add(
            """
            INSERT INTO journal_seals (tenant, number, epoch, first_sequence, last_sequence, entries_until, sealed_at, \
            root, hash, checkpoint) SELECT \(tenantText), \(seal.number), \(seal.epoch), \
            \(seal.sequences.lowerBound), \(seal.sequences.upperBound), \(seal.entriesUntil.milliseconds), \
            \(seal.at.milliseconds), \(seal.root), \(seal.hash), \(checkpoint) WHERE COALESCE((SELECT hash \
            FROM journal_seals WHERE tenant = \(tenantText) ORDER BY number DESC LIMIT 1), \([UInt8]())) = \
            \(previous ?? []) AND COALESCE((SELECT MAX(number) FROM journal_seals WHERE tenant = \(tenantText)), 0) = \
            \(seal.number - 1)
            """, expecting: .exactly(1))
    }
}
