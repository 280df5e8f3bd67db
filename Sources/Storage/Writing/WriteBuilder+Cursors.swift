import ComplianceGateway
import SQLDatabase

extension WriteBuilder {
    /// Moves a cursor from where it stood, and from nowhere else.
    mutating func advance(_ cursor: JournalCursor, from old: JournalCursor?) {
        guard let old else {
            return add(
                """
                INSERT INTO journal_cursors (tenant, name, sequence, progress) VALUES (\(tenantText), \
                \(cursor.name.rawValue), \(cursor.sequence), \(cursor.progress)) ON CONFLICT DO NOTHING
                """, expecting: .exactly(1))
        }
        add(
            """
            UPDATE journal_cursors SET sequence = \(cursor.sequence), progress = \(cursor.progress) \
            WHERE tenant = \(tenantText) AND name = \(cursor.name.rawValue) AND sequence = \(old.sequence) \
            AND COALESCE(progress, '') = \(old.progress ?? "")
            """, expecting: .exactly(1))
    }
}
