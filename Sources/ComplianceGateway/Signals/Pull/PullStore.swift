public import AccessModel
public import Directory

/// Where it is found which sources are to be asked, and how they are.
public protocol PullStore: Sendable {
    /// Sources of every tenant whose time has come, the longest overdue first.
    ///
    /// - Parameters:
    ///   - now: the time.
    ///   - limit: 1 to 1,000.
    /// - Returns: at most that many sources.
    /// - Throws: ``StoreError``.
    func duePulls(at now: Timestamp, limit: Int) async throws(StoreError) -> [DuePull]

    /// Sources of every tenant whose time is later than another, the latest first.
    ///
    /// - Parameters:
    ///   - time: the other time.
    ///   - limit: 1 to 1,000.
    /// - Returns: at most that many sources.
    /// - Throws: ``StoreError``.
    func pulls(after time: Timestamp, limit: Int) async throws(StoreError) -> [DuePull]

    /// When the next source of any tenant is to be asked.
    ///
    /// - Returns: nil when none is.
    /// - Throws: ``StoreError``.
    func nextPull() async throws(StoreError) -> Timestamp?

    /// How a tenant's pull sources are.
    ///
    /// - Returns: the state of each.
    /// - Throws: ``StoreError``.
    func pullStates(of tenant: TenantID) async throws(StoreError) -> [SignalSourceID: PullState]

    /// The accounts that sign in by these names.
    ///
    /// - Parameters:
    ///   - tenant: the tenant.
    ///   - names: at most 1,000.
    /// - Returns: the account of each name that is one's; others are not among them.
    /// - Throws: ``StoreError``.
    func accounts(
        of tenant: TenantID, named names: Set<UserPrincipalName>
    ) async throws(StoreError) -> [UserPrincipalName: AccountID]
}

/// A source and its time.
public struct DuePull: Sendable, Hashable {
    /// Its tenant.
    public var tenant: TenantID
    /// The source.
    public var source: SignalSourceID
    /// Since when it is due, or when it will be.
    public var nextAt: Timestamp

    /// Makes one.
    public init(tenant: TenantID, source: SignalSourceID, nextAt: Timestamp) {
        self.tenant = tenant
        self.source = source
        self.nextAt = nextAt
    }
}

/// A change of how a pull source is.
public enum PullChange: Sendable {
    /// Takes a source to ask it, until a time at which whoever asks it is taken to have died.
    ///
    /// Precondition: it is still due since then; of many who try, one does.
    case claim(SignalSourceID, since: Timestamp, lease: String, until: Timestamp)
    /// Goes on asking it. Precondition: it is still taken by this lease.
    case renew(SignalSourceID, lease: String, until: Timestamp)
    /// Keeps what a pull came to, and lets it go; a change of the source's state raises the directory's revision.
    ///
    /// Precondition: it is still taken by this lease.
    case settle(SignalSourceID, PullState, lease: String, isNews: Bool)
    /// Makes a source due at a time, whoever asks it now. Precondition: it is still to be asked when it was.
    case recall(SignalSourceID, since: Timestamp, to: Timestamp)
}
