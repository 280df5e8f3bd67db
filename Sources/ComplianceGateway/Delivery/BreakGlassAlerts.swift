public import AccessModel
import Directory

/// By how many ways the use of a tenant's break-glass accounts is told: it has to reach somebody even when one is broken.
public struct BreakGlassAlerts: Sendable, Hashable {
    /// How many ways there are: addresses that differ, and that are not the account's own mailbox.
    public let channels: Int

    /// Counts the ways.
    init(_ destinations: [Destination]) {
        let ways = destinations.filter { $0.events.contains(.breakGlassUsed) && !$0.tellsUsers }
        channels = Set(ways.map { "\($0.kind.rawValue) \($0.url) \($0.settings["to"] ?? "")" }).count
    }

    /// Looks at a tenant.
    ///
    /// - Parameters:
    ///   - tenant: the tenant.
    ///   - store: where its accounts are found.
    ///   - deliveries: where its destinations are found.
    /// - Returns: nil when it has no break-glass account.
    /// - Throws: ``StoreError``.
    public static func look(
        at tenant: TenantID, store: any GatewayStore, deliveries: any DeliveryStore
    ) async throws(StoreError) -> BreakGlassAlerts? {
        let accounts = try await store.administrators(of: tenant, including: [])?.accounts.values
        guard accounts?.contains(where: \.isBreakGlass) == true else { return nil }
        return BreakGlassAlerts(try await deliveries.destinations(of: tenant).map(\.destination))
    }

    /// What an administrator should put right, in a line; nil when two ways or more lead to somebody.
    public var warning: String? {
        switch channels {
        case 0:
            "the use of a break-glass account is told to nobody; add two destinations for breakGlassUsed, of different kinds"
        case 1:
            "the use of a break-glass account is told by one destination alone; add another for breakGlassUsed, of another kind"
        default: nil
        }
    }
}
