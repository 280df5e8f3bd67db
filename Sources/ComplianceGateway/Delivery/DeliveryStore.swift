public import AccessModel

/// Where destinations and what they are to get are found.
public protocol DeliveryStore: Sendable {
    /// The tenant's destinations, by name.
    ///
    /// - Returns: all of them.
    /// - Throws: ``StoreError``.
    func destinations(of tenant: TenantID) async throws(StoreError) -> [DestinationRecord]

    /// The destinations of every tenant for which there are messages whose time has come.
    ///
    /// A time that is further off than the longest pause was noted by a clock that was wrong, and has come.
    ///
    /// - Parameter now: the time.
    /// - Returns: all of them; messages to one may still have to wait for others.
    /// - Throws: ``StoreError``.
    func dueLanes(at now: Timestamp) async throws(StoreError) -> [DeliveryLane]

    /// Messages to one destination whose time has come, the oldest first; of each account the first alone, as long as it is
    /// pending.
    ///
    /// - Parameters:
    ///   - lane: the destination.
    ///   - now: the time.
    ///   - limit: 1 to 1,000.
    /// - Returns: at most that many messages.
    /// - Throws: ``StoreError``.
    func dueDeliveries(in lane: DeliveryLane, at now: Timestamp, limit: Int) async throws(StoreError) -> [Delivery]

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

/// The way to one destination: what goes wrong on it holds up no other.
public struct DeliveryLane: Sendable, Hashable {
    /// The tenant.
    public var tenant: TenantID
    /// The destination's name.
    public var destination: String

    /// Makes one.
    public init(tenant: TenantID, destination: String) {
        self.tenant = tenant
        self.destination = destination
    }
}
