public import AccessModel

/// Where destinations and what they are to get are found.
public protocol DeliveryStore: Sendable {
    /// The tenant's destinations, by name.
    ///
    /// - Returns: all of them.
    /// - Throws: ``StoreError``.
    func destinations(of tenant: TenantID) async throws(StoreError) -> [DestinationRecord]

    /// Messages of every tenant whose time has come, the oldest first; of each destination and account the first alone,
    /// as long as it is pending.
    ///
    /// - Parameters:
    ///   - now: the time.
    ///   - limit: 1 to 1,000.
    /// - Returns: at most that many messages.
    /// - Throws: ``StoreError``.
    func dueDeliveries(at now: Timestamp, limit: Int) async throws(StoreError) -> [DueDelivery]

    /// When the next message of any tenant is to be tried.
    ///
    /// - Returns: nil when none is pending.
    /// - Throws: ``StoreError``.
    func nextDelivery() async throws(StoreError) -> Timestamp?

    /// The tenant's messages that have not arrived, oldest first.
    ///
    /// - Parameters:
    ///   - tenant: the tenant.
    ///   - state: only those that stand so; nil is all.
    ///   - limit: 1 to 1,000.
    /// - Returns: at most that many messages.
    /// - Throws: ``StoreError``.
    func deliveries(
        of tenant: TenantID, _ state: Delivery.State?, limit: Int
    ) async throws(StoreError) -> [Delivery]

    /// When an account was last told about an event.
    ///
    /// - Returns: nil when it never was.
    /// - Throws: ``StoreError``.
    func lastTold(
        _ account: AccountID, of event: DeliveryEvent, by destination: String, in tenant: TenantID
    ) async throws(StoreError) -> Timestamp?
}

/// A message whose time has come.
public struct DueDelivery: Sendable, Hashable {
    /// Its tenant.
    public var tenant: TenantID
    /// The message.
    public var delivery: Delivery

    /// Makes one.
    public init(tenant: TenantID, delivery: Delivery) {
        self.tenant = tenant
        self.delivery = delivery
    }
}
