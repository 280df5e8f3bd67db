public import AccessModel
public import ComplianceGateway
import JSONCoding
import SQLDatabase

/// How the journal is read, which is ordered by tenant and sequence.
enum JournalRows {
    /// So many entries of other kinds are passed over at most; a longer read would hold its snapshot for too long.
    static let window: Int64 = 100_000

    static func head(of tenant: TenantID) -> SQLStatement {
        "SELECT sequence FROM journal_heads WHERE tenant = \(tenant.rawValue)"
    }

    static func page(of tenant: TenantID, after sequence: Int64, kinds: [JournalKind], limit: Int) -> SQLStatement {
        """
        SELECT sequence, at, kind, account, client, instance, device, actor, correlation, details FROM journal \
        WHERE tenant = \(tenant.rawValue) AND sequence > \(sequence) AND sequence <= \(sequence + window) \
        AND kind IN (\(list: kinds.map(\.rawValue))) ORDER BY sequence LIMIT \(Int64(limit))
        """
    }

    static func entry(_ row: SQLRow) throws -> JournaledEntry {
        JournaledEntry(
            sequence: try row.integer(0), at: try row.timestamp(1), kind: try row.rawValue(2),
            subject: JournalSubject(
                account: try row.optionalIdentifier(3), client: try row.optionalIdentifier(4),
                instance: try row.optionalIdentifier(5), device: try row.optionalIdentifier(6),
                actor: try row.optionalText(7)),
            correlation: try row.optionalIdentifier(8),
            details: try JSONValue.parse(Array(row.text(9).utf8), limits: .stored))
    }

    static func cursor(_ name: JournalCursorName, of tenant: TenantID) -> SQLStatement {
        """
        SELECT sequence, progress FROM journal_cursors WHERE tenant = \(tenant.rawValue) AND name = \(name.rawValue)
        """
    }
}

extension SQLGatewayStore: JournalStore {
    /// The entries after a sequence, oldest first.
    public func journal(
        of tenant: TenantID, after sequence: Int64, kinds: [JournalKind], limit: Int
    ) async throws(StoreError) -> JournalPage {
        let limit = min(max(limit, 1), 10_000)
        let statements = [
            JournalRows.head(of: tenant),
            JournalRows.page(of: tenant, after: sequence, kinds: kinds, limit: limit),
        ]
        return try await read(statements) { results in
            let head = try results[0].first?.integer(0) ?? 0
            let entries = try results[1].map(JournalRows.entry)
            let isFull = entries.count == limit
            let through = isFull ? entries.last?.sequence : min(head, sequence + JournalRows.window)
            return JournalPage(entries: entries, through: max(sequence, through ?? head), head: head)
        }
    }

    /// How far a reader has come.
    public func cursor(
        _ name: JournalCursorName, of tenant: TenantID
    ) async throws(StoreError) -> JournalCursor? {
        try await read([JournalRows.cursor(name, of: tenant)]) { results in
            try results[0].first.map { row in
                JournalCursor(name: name, sequence: try row.integer(0), progress: try row.optionalText(1))
            }
        }
    }
}
