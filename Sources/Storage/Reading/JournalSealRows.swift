public import AccessModel
public import ComplianceGateway
import SQLDatabase

/// How a journal's entries and seals are read as they are stored.
enum JournalSealRows {
    private static let columns: StaticString = """
        tenant, number, epoch, first_sequence, last_sequence, entries_until, sealed_at, root, hash, checkpoint, pruned_at
        """

    static func extent(of tenant: TenantID) -> [SQLStatement] {
        let id = tenant.rawValue
        return [
            TenantRows.head(.id(tenant)),
            // Each is a look-up at an end of the key's index; both in one would read every entry.
            "SELECT MIN(sequence) FROM journal WHERE tenant = \(id)",
            "SELECT MAX(sequence) FROM journal WHERE tenant = \(id)",
            "SELECT \(raw: columns) FROM journal_seals WHERE tenant = \(id) ORDER BY number DESC LIMIT 1",
            """
            SELECT \(raw: columns) FROM journal_seals WHERE tenant = \(id) AND pruned_at IS NOT NULL \
            ORDER BY number DESC LIMIT 1
            """,
            "SELECT MIN(journal_cursor) FROM policy_promotions WHERE tenant = \(id)",
            "SELECT MIN(sequence) FROM journal_cursors WHERE tenant = \(id)",
            // A message is made of its entry when it is sent, and one that is dead may be revived.
            "SELECT MIN(sequence) - 1 FROM deliveries WHERE tenant = \(id)",
        ]
    }

    static func extent(_ results: [SQLRows]) throws -> JournalExtent? {
        guard results.count == 8, let head = try results[0].first.map(TenantRows.head) else { return nil }
        return JournalExtent(
            head: head, first: try results[1].first?.optionalInteger(0), last: try results[2].first?.optionalInteger(0),
            newestSeal: try results[3].first.map(seal), newestPrunedSeal: try results[4].first.map(seal),
            lowestCursor: try results[5...].compactMap { try $0.first?.optionalInteger(0) }.min())
    }

    static func seals(of tenant: TenantID, after number: Int64, limit: Int) -> SQLStatement {
        """
        SELECT \(raw: columns) FROM journal_seals WHERE tenant = \(tenant.rawValue) AND number > \(number) \
        ORDER BY number LIMIT \(Int64(limit))
        """
    }

    static func seal(_ row: SQLRow) throws -> StoredSeal {
        let (first, last) = (try row.integer(3), try row.integer(4))
        guard first <= last else { throw DamagedRow(what: "a seal") }
        let seal = JournalSeal(
            tenant: try row.identifier(0), epoch: try row.integer(2), number: try row.integer(1),
            sequences: first...last, entriesUntil: try row.timestamp(5), at: try row.timestamp(6),
            root: try row.blob(7), hash: try row.blob(8))
        return StoredSeal(seal, checkpoint: try row.text(9), prunedAt: try row.optionalTimestamp(10))
    }

    static func entries(of tenant: TenantID, after sequence: Int64, limit: Int) -> SQLStatement {
        """
        SELECT sequence, at, kind, account, client, instance, device, actor, correlation, details FROM journal \
        WHERE tenant = \(tenant.rawValue) AND sequence > \(sequence) ORDER BY sequence LIMIT \(Int64(limit))
        """
    }

    static func entry(_ row: SQLRow) throws -> JournalRow {
        JournalRow(
            sequence: try row.integer(0), at: try row.timestamp(1), kind: try row.text(2),
            account: try row.optionalText(3), client: try row.optionalText(4), instance: try row.optionalText(5),
            device: try row.optionalText(6), actor: try row.optionalText(7), correlation: try row.optionalText(8),
            details: try row.text(9))
    }
}

extension SQLGatewayStore: JournalSealStore {
    /// How far the journal, its seals and its readers have come.
    public func journalExtent(of tenant: TenantID) async throws(StoreError) -> JournalExtent? {
        try await read(JournalSealRows.extent(of: tenant), JournalSealRows.extent)
    }

    /// Entries with a higher sequence, in order.
    public func journalRows(
        of tenant: TenantID, after: Int64, limit: Int
    ) async throws(StoreError) -> [JournalRow] {
        let statement = JournalSealRows.entries(of: tenant, after: after, limit: min(max(limit, 1), 1000))
        return try await read([statement]) { try $0[0].map(JournalSealRows.entry) }
    }

    /// Seals with a higher number, in order.
    public func seals(of tenant: TenantID, after: Int64, limit: Int) async throws(StoreError) -> [StoredSeal] {
        let statement = JournalSealRows.seals(of: tenant, after: after, limit: min(max(limit, 1), 1000))
        return try await read([statement]) { try $0[0].map(JournalSealRows.seal) }
    }
}
