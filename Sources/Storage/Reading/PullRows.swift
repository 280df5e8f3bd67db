public import AccessModel
import Compliance
public import ComplianceGateway
public import Directory
import JSONCoding
import SQLDatabase

/// How it is read which sources are to be asked.
enum PullRows {
    static func due(at now: Timestamp, limit: Int) -> SQLStatement {
        """
        SELECT tenant, source, next_at FROM pull_sources WHERE next_at <= \(now.milliseconds) \
        ORDER BY next_at LIMIT \(Int64(limit))
        """
    }

    static func later(than time: Timestamp, limit: Int) -> SQLStatement {
        """
        SELECT tenant, source, next_at FROM pull_sources WHERE next_at > \(time.milliseconds) \
        ORDER BY next_at DESC LIMIT \(Int64(limit))
        """
    }

    static let next: SQLStatement = """
        SELECT next_at FROM pull_sources WHERE next_at IS NOT NULL ORDER BY next_at LIMIT 1
        """

    static func states(of tenant: TenantID) -> SQLStatement {
        "SELECT source, next_at, lease, source_state, state, due_at FROM pull_sources WHERE tenant = \(tenant.rawValue)"
    }

    static func configuration(of tenant: TenantID) -> SQLStatement {
        "SELECT source, document, sealed_secret, source_state FROM pull_sources WHERE tenant = \(tenant.rawValue)"
    }

    static func accounts(of tenant: TenantID, named names: Set<UserPrincipalName>) -> SQLStatement {
        """
        SELECT user_principal_name, id FROM accounts WHERE tenant = \(tenant.rawValue) \
        AND normalized_name IN (\(list: names.map(\.normalized).sorted()))
        """
    }

    static func state(_ row: SQLRow) throws -> PullState {
        var state = try StoredPullState(jsonBytes: row.blob(4)).state
        state.nextAt = try row.optionalTimestamp(1)
        state.lease = try row.optionalText(2)
        state.source = try source(row, 3)
        state.dueAt = try row.optionalTimestamp(5)
        return state
    }

    /// Puts how they are asked, and how they are, into the sources' records.
    static func add(_ rows: SQLRows, to records: inout [SignalSourceRecord]) throws {
        for row in rows {
            let id: SignalSourceID = try row.identifier(0)
            guard let index = records.firstIndex(where: { $0.source.id == id }) else {
                throw DamagedRow(what: "a pull source without its source")
            }
            let pull = try StoredPullSource(jsonBytes: row.blob(1), limits: .stored).pull
            records[index].pull = PullSourceRecord(pull: pull, sealedSecret: try row.optionalBlob(2))
            records[index].source.state = try source(row, 3)
        }
    }

    private static func source(_ row: SQLRow, _ column: Int) throws -> SourceState {
        guard let state = SourceState(word: try row.text(column)) else { throw DamagedRow(what: "a source's state") }
        return state
    }
}

extension SQLGatewayStore: PullStore {
    /// Sources of every tenant whose time has come, the longest overdue first.
    public func duePulls(at now: Timestamp, limit: Int) async throws(StoreError) -> [DuePull] {
        try await pulls(PullRows.due(at: now, limit: min(max(limit, 1), 1000)))
    }

    /// Sources of every tenant whose time is later than another, the latest first.
    public func pulls(after time: Timestamp, limit: Int) async throws(StoreError) -> [DuePull] {
        try await pulls(PullRows.later(than: time, limit: min(max(limit, 1), 1000)))
    }

    private func pulls(_ statement: SQLStatement) async throws(StoreError) -> [DuePull] {
        try await read([statement]) {
            try $0[0].map {
                DuePull(tenant: try $0.identifier(0), source: try $0.identifier(1), nextAt: try $0.timestamp(2))
            }
        }
    }

    /// When the next source of any tenant is to be asked.
    public func nextPull() async throws(StoreError) -> Timestamp? {
        try await read([PullRows.next]) { try $0[0].first?.timestamp(0) }
    }

    /// How a tenant's pull sources are.
    public func pullStates(of tenant: TenantID) async throws(StoreError) -> [SignalSourceID: PullState] {
        try await read([PullRows.states(of: tenant)]) { results in
            var states: [SignalSourceID: PullState] = [:]
            for row in results[0] { states[try row.identifier(0)] = try PullRows.state(row) }
            return states
        }
    }

    /// The accounts that sign in by these names.
    public func accounts(
        of tenant: TenantID, named names: Set<UserPrincipalName>
    ) async throws(StoreError) -> [UserPrincipalName: AccountID] {
        try await read([PullRows.accounts(of: tenant, named: names)]) { results in
            var found: [UserPrincipalName: AccountID] = [:]
            for row in results[0] {
                guard let name = UserPrincipalName(try row.text(0)) else { throw DamagedRow(what: "an account's name") }
                found[name] = try row.identifier(1)
            }
            return found
        }
    }
}
