public import AccessModel

/// Where app instances are found that have to be evaluated again.
public protocol ReevaluationStore: Sendable {
    /// Enrolled instances of a tenant, by identifier.
    ///
    /// - Parameters:
    ///   - tenant: the tenant.
    ///   - selection: which ones.
    ///   - last: only those with a greater identifier; nil is from the beginning.
    ///   - limit: 1 to 1,000.
    /// - Returns: at most that many identifiers.
    /// - Throws: ``StoreError``.
    func enrolledInstances(
        of tenant: TenantID, _ selection: InstanceSelection, after last: AppInstanceID?, limit: Int
    ) async throws(StoreError) -> [AppInstanceID]

    /// Enrolled instances of every tenant whose time has come, the longest overdue first.
    ///
    /// - Parameters:
    ///   - now: the time.
    ///   - limit: 1 to 1,000.
    /// - Returns: at most that many instances.
    /// - Throws: ``StoreError``.
    func dueInstances(at now: Timestamp, limit: Int) async throws(StoreError) -> [DueInstance]

    /// Devices of every tenant whose time has come, the longest overdue first.
    ///
    /// - Parameters:
    ///   - now: the time.
    ///   - limit: 1 to 1,000.
    /// - Returns: at most that many devices.
    /// - Throws: ``StoreError``.
    func dueDevices(at now: Timestamp, limit: Int) async throws(StoreError) -> [DueDevice]

    /// Devices of a tenant, by identifier.
    ///
    /// - Parameters:
    ///   - tenant: the tenant.
    ///   - last: only those with a greater identifier; nil is from the beginning.
    ///   - limit: 1 to 1,000.
    /// - Returns: at most that many identifiers.
    /// - Throws: ``StoreError``.
    func devices(of tenant: TenantID, after last: DeviceID?, limit: Int) async throws(StoreError) -> [DeviceID]

    /// Enrolled instances on a device, by identifier.
    ///
    /// - Parameters:
    ///   - tenant: the tenant.
    ///   - device: the device.
    ///   - last: only those with a greater identifier; nil is from the beginning.
    ///   - limit: 1 to 1,000.
    /// - Returns: at most that many, each with its account and client.
    /// - Throws: ``StoreError``.
    func enrolledInstances(
        of tenant: TenantID, on device: DeviceID, after last: AppInstanceID?, limit: Int
    ) async throws(StoreError) -> [JournalSubject]

    /// When the next enrolled instance or device of any tenant is due.
    ///
    /// - Returns: nil when none is.
    /// - Throws: ``StoreError``.
    func nextDue() async throws(StoreError) -> Timestamp?
}

/// Which app instances of a tenant are meant: those of the clients, and those of the accounts.
public struct InstanceSelection: Sendable, Hashable {
    /// Whether every instance is meant.
    public var isEverything: Bool
    /// Every instance of these clients.
    public var clients: Set<ClientID>
    /// Every instance of these accounts.
    public var accounts: Set<AccountID>

    /// Makes a selection; by default of nothing.
    public init(isEverything: Bool = false, clients: Set<ClientID> = [], accounts: Set<AccountID> = []) {
        self.isEverything = isEverything
        self.clients = clients
        self.accounts = accounts
    }

    /// Whether nothing is meant.
    public var isEmpty: Bool { !isEverything && clients.isEmpty && accounts.isEmpty }
}

/// A device that time alone may have changed.
public struct DueDevice: Sendable, Hashable {
    /// Its tenant.
    public var tenant: TenantID
    /// The device.
    public var device: DeviceID

    /// Makes one.
    public init(tenant: TenantID, device: DeviceID) {
        self.tenant = tenant
        self.device = device
    }
}

/// An app instance that time alone may have changed.
public struct DueInstance: Sendable, Hashable {
    /// Its tenant.
    public var tenant: TenantID
    /// The instance.
    public var instance: AppInstanceID

    /// Makes one.
    public init(tenant: TenantID, instance: AppInstanceID) {
        self.tenant = tenant
        self.instance = instance
    }
}
