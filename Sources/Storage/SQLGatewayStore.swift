public import AccessModel
public import ComplianceGateway
public import SQLDatabase

/// The gateway's state and journal in a SQL database.
public struct SQLGatewayStore: GatewayStore {
    private let database: any Database
    private let bell: JournalBell?

    /// Uses a database whose schema is at this binary's migrations; see ``StorageMigrations``.
    ///
    /// - Parameters:
    ///   - database: the database.
    ///   - bell: rung whenever something was committed; nil when nobody waits for it.
    public init(_ database: any Database, bell: JournalBell? = nil) {
        self.database = database
        self.bell = bell
    }

    /// The tenant that a URL's first path segment names.
    public func tenant(_ key: TenantKey) async throws(StoreError) -> TenantHead? {
        try await read([TenantRows.head(key)]) { try $0[0].first.map(TenantRows.head) }
    }

    /// Every tenant, by alias, for the operator's commands.
    ///
    /// - Throws: `StoreError`.
    public func tenants() async throws(StoreError) -> [TenantHead] {
        try await read([TenantRows.all]) { try $0[0].map(TenantRows.head) }
    }

    /// The tenant's configuration at its current revisions.
    public func configuration(of tenant: TenantID) async throws(StoreError) -> TenantRecord? {
        try await read(TenantRows.configuration(of: tenant), TenantRows.record)
    }

    /// Everything that one request is decided on, read in one snapshot.
    public func facts(_ query: FactsQuery) async throws(StoreError) -> Facts? {
        let reader = FactsReader(query)
        return try await read(reader.statements, reader.facts)
    }

    /// The tenant's app instances, newest first.
    public func instances(
        of tenant: TenantID, account: AccountID?, limit: Int
    ) async throws(StoreError) -> [VersionedInstance] {
        let statement = InstanceRows.list(of: tenant, account: account, limit: min(max(limit, 1), 1000))
        return try await read([statement]) { try $0[0].map(InstanceRows.instance) }
    }

    /// The tenant's published sets of policies, newest first, without their documents.
    public func policyRevisions(
        of tenant: TenantID, before: Int64?, limit: Int
    ) async throws(StoreError) -> [PolicySetRevision] {
        let statement = PolicyRevisionRows.list(of: tenant, before: before, limit: min(max(limit, 1), 1000))
        return try await read([statement]) { try $0[0].map(PolicyRevisionRows.revision) }
    }

    /// One published set of policies.
    public func publishedPolicies(
        of tenant: TenantID, revision: Int64
    ) async throws(StoreError) -> PublishedPolicies? {
        try await read([PolicyRevisionRows.one(revision, of: tenant)]) {
            try $0[0].first.map(PolicyRevisionRows.published)
        }
    }

    /// Those who administer the tenant and its break-glass accounts, read in one snapshot.
    public func administrators(
        of tenant: TenantID, including: Set<AccountID>
    ) async throws(StoreError) -> AdministratorSnapshot? {
        try await read(AdministratorRows(of: tenant, including: including).statements, AdministratorRows.snapshot)
    }

    /// Applies the changes and appends the entries, all or nothing, durable before it returns.
    public func commit(_ write: GatewayWrite) async throws(StoreError) -> CommitResult {
        let builder = WriteBuilder(write)
        let result: SQLWriteResult
        do {
            result = try await database.write(builder.write)
        } catch .constraint(let kind, let detail) {
            if let name = try await takenName(write) { throw .conflict(name) }
            throw StoreError(.constraint(kind, detail: detail))
        } catch {
            throw StoreError(error)
        }
        switch result {
        case .refused(let step, _):
            return .refused(change: builder.owners[step])
        case .committed(_, let first):
            bell?.ring()
            guard let first = first.first else {
                guard let head = try await tenant(.id(write.tenant)) else { throw .damaged("the tenant is gone") }
                return .committed(sequence: head.sequence)
            }
            return .committed(sequence: first + Int64(write.entries.count) - 1)
        }
    }

    /// Which name of a directory document belongs to somebody that the document does not name, in words.
    private func takenName(_ write: GatewayWrite) async throws(StoreError) -> String? {
        for case .administration(.applyDirectory(let contents, _)) in write.changes {
            if let taken = try await NameConflict.accounts(contents, write.tenant).first(in: self) { return taken }
            if let taken = try await NameConflict.groups(contents, write.tenant).first(in: self) { return taken }
        }
        return nil
    }

    func run(_ write: SQLWrite) async throws(StoreError) {
        do {
            _ = try await database.write(write)
        } catch {
            throw StoreError(error)
        }
    }

    func read<Result>(
        _ statements: [SQLStatement], _ body: ([SQLRows]) throws -> Result
    ) async throws(StoreError) -> Result {
        let rows: [SQLRows]
        do {
            rows = try await database.read(statements)
        } catch {
            throw StoreError(error)
        }
        do {
            return try body(rows)
        } catch let error as DamagedRow {
            throw .damaged("\(error.what) is not what the gateway wrote")
        } catch {
            throw .damaged("\(error)")
        }
    }
}

extension StoreError {
    init(_ error: SQLError) {
        switch error {
        case .constraint:
            self = .conflict(error.description)
        case .corrupt, .notADatabase, .column, .statement, .binaryTooOld, .migrations, .migrationFailed:
            self = .damaged(error.description)
        case .overloaded, .closed, .deadlineExceeded, .cancelled, .locked, .cannotOpen, .readOnly, .diskFull,
            .inputOutput, .tooLarge, .engine:
            self = .unavailable(error.description)
        }
    }
}
