import AccessModel
import ComplianceGateway
import ServiceRuntime

/// A store with something happening just before a commit, or a read of the configuration that is answered late.
final class InterposedStore: GatewayStore {
    private let store: any GatewayStore
    private let once: Lock<(@Sendable () async throws -> Void)?> = Lock(nil)
    private let late: Lock<[TenantRecord]> = Lock([])

    init(_ store: any GatewayStore) {
        self.store = store
    }

    /// Runs the body just before the next commit.
    func beforeNextCommit(_ body: @escaping @Sendable () async throws -> Void) {
        once.withLock { $0 = body }
    }

    /// Answers the next read of a configuration with this one.
    func answerNext(_ record: TenantRecord) {
        late.withLock { $0.append(record) }
    }

    func tenant(_ key: TenantKey) async throws(StoreError) -> TenantHead? { try await store.tenant(key) }

    func configuration(of tenant: TenantID) async throws(StoreError) -> TenantRecord? {
        if let record = late.withLock({ $0.popLast() }) { return record }
        return try await store.configuration(of: tenant)
    }

    func facts(_ query: FactsQuery) async throws(StoreError) -> Facts? { try await store.facts(query) }

    func instances(
        of tenant: TenantID, account: AccountID?, limit: Int
    ) async throws(StoreError) -> [VersionedInstance] {
        try await store.instances(of: tenant, account: account, limit: limit)
    }

    func policyRevisions(
        of tenant: TenantID, before: Int64?, limit: Int
    ) async throws(StoreError) -> [PolicySetRevision] {
        try await store.policyRevisions(of: tenant, before: before, limit: limit)
    }

    func publishedPolicies(
        of tenant: TenantID, revision: Int64
    ) async throws(StoreError) -> PublishedPolicies? {
        try await store.publishedPolicies(of: tenant, revision: revision)
    }

    func administrators(
        of tenant: TenantID, including: Set<AccountID>
    ) async throws(StoreError) -> AdministratorSnapshot? {
        try await store.administrators(of: tenant, including: including)
    }

    func commit(_ write: GatewayWrite) async throws(StoreError) -> CommitResult {
        let body = once.withLock { held in
            defer { held = nil }
            return held
        }
        do {
            try await body?()
        } catch let error as StoreError {
            throw error
        } catch {
            throw .unavailable("\(error)")
        }
        return try await store.commit(write)
    }
}
