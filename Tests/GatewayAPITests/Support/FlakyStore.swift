import AccessModel
import ComplianceGateway
import ServiceRuntime

/// The real store, which can be made to fail or to hang.
final class FlakyStore: GatewayStore {
    /// How it behaves.
    enum Mood: Sendable {
        case works
        case fails(StoreError)
        /// It answers nothing until the caller gives up.
        case hangs
    }

    private let store: any GatewayStore
    private let mood = Lock(Mood.works)

    init(_ store: any GatewayStore) {
        self.store = store
    }

    func turn(_ mood: Mood) { self.mood.withLock { $0 = mood } }

    private func check() async throws(StoreError) {
        switch mood.withLock({ $0 }) {
        case .works: return
        case .fails(let error): throw error
        case .hangs:
            // Ends with the task that waits.
            let (stream, continuation) = AsyncStream<Never>.makeStream()
            for await _ in stream {}
            continuation.finish()
            throw .unavailable("nobody waits any more")
        }
    }

    func tenant(_ key: TenantKey) async throws(StoreError) -> TenantHead? {
        try await check()
        return try await store.tenant(key)
    }

    func configuration(of tenant: TenantID) async throws(StoreError) -> TenantRecord? {
        try await check()
        return try await store.configuration(of: tenant)
    }

    func facts(_ query: FactsQuery) async throws(StoreError) -> Facts? {
        try await check()
        return try await store.facts(query)
    }

    func instances(
        of tenant: TenantID, account: AccountID?, limit: Int
    ) async throws(StoreError) -> [VersionedInstance] {
        try await check()
        return try await store.instances(of: tenant, account: account, limit: limit)
    }

    func policyRevisions(
        of tenant: TenantID, before: Int64?, limit: Int
    ) async throws(StoreError) -> [PolicySetRevision] {
        try await check()
        return try await store.policyRevisions(of: tenant, before: before, limit: limit)
    }

    func publishedPolicies(
        of tenant: TenantID, revision: Int64
    ) async throws(StoreError) -> PublishedPolicies? {
        try await check()
        return try await store.publishedPolicies(of: tenant, revision: revision)
    }

    func administrators(
        of tenant: TenantID, including: Set<AccountID>
    ) async throws(StoreError) -> AdministratorSnapshot? {
        try await check()
        return try await store.administrators(of: tenant, including: including)
    }

    func commit(_ write: GatewayWrite) async throws(StoreError) -> CommitResult {
        try await check()
        return try await store.commit(write)
    }
}
