public import AccessModel

/// Where the gateway's state and journal live: two reads and one way to change anything.
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
