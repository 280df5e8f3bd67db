public import AccessModel

/// Where the gateway's state and journal live: what requests and administrators read, and one way to change anything.
///
/// Every method throws ``StoreError``; nothing that was acknowledged is lost.
public protocol GatewayStore: Sendable {
    /// The tenant that a URL's first path segment names.
    ///
    /// - Returns: nil when there is no such tenant.
    func tenant(_ key: TenantKey) async throws(StoreError) -> TenantHead?

    /// The tenant's configuration at its current revisions: clients, resources, policies, keys.
    ///
    /// - Returns: nil when there is no such tenant.
    func configuration(of tenant: TenantID) async throws(StoreError) -> TenantRecord?

    /// Everything that one request is decided on, read in one snapshot.
    ///
    /// - Returns: nil when there is no such tenant.
    func facts(_ query: FactsQuery) async throws(StoreError) -> Facts?

    /// The tenant's app instances, for an administrator: newest first.
    ///
    /// - Parameters:
    ///   - tenant: the tenant.
    ///   - account: only this account's.
    ///   - limit: 1 to 1,000.
    /// - Returns: at most that many instances.
    /// - Throws: ``StoreError``.
    func instances(
        of tenant: TenantID, account: AccountID?, limit: Int
    ) async throws(StoreError) -> [VersionedInstance]

    /// The tenant's published sets of policies, newest first, without their documents.
    ///
    /// - Parameters:
    ///   - tenant: the tenant.
    ///   - before: only those with a lower number.
    ///   - limit: 1 to 1,000.
    /// - Returns: at most that many revisions.
    /// - Throws: ``StoreError``.
    func policyRevisions(
        of tenant: TenantID, before: Int64?, limit: Int
    ) async throws(StoreError) -> [PolicySetRevision]

    /// One published set of policies.
    ///
    /// - Returns: nil when there is no such revision.
    func publishedPolicies(of tenant: TenantID, revision: Int64) async throws(StoreError) -> PublishedPolicies?

    /// Those who administer the tenant and its break-glass accounts, read in one snapshot.
    ///
    /// - Parameters:
    ///   - tenant: the tenant.
    ///   - including: further accounts that are read with them.
    /// - Returns: nil when there is no such tenant.
    /// - Throws: ``StoreError``.
    func administrators(
        of tenant: TenantID, including: Set<AccountID>
    ) async throws(StoreError) -> AdministratorSnapshot?

    /// Applies the changes and appends the entries, all or nothing, durable before it returns.
    func commit(_ write: GatewayWrite) async throws(StoreError) -> CommitResult
}

/// How a URL names a tenant.
public enum TenantKey: Sendable, Hashable {
    /// By its GUID.
    case id(TenantID)
    /// By its alias.
    case alias(String)
}

/// Why the store could not answer.
public enum StoreError: Error, Sendable, Equatable, CustomStringConvertible {
    /// Too many requests wait, or the store did not answer in time: try again.
    case unavailable(String)
    /// The change contradicts what is stored, such as a name that somebody else has.
    case conflict(String)
    /// The store holds what it should not, or it is damaged.
    case damaged(String)

    /// What happened, in a line without any secret.
    public var description: String {
        switch self {
        case .unavailable(let detail): "the store is not available: \(detail)"
        case .conflict(let detail): "the change contradicts what is stored: \(detail)"
        case .damaged(let detail): "the store is damaged: \(detail)"
        }
    }
}
