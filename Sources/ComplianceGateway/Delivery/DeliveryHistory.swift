import AccessModel

/// What is known, while a page of the journal is read, of those who may be told: who exists, and who was told when.
struct DeliveryHistory {
    private struct Told: Hashable {
        let destination: String
        let account: AccountID
        let event: DeliveryEvent
    }

    private let tenant: TenantID
    private let store: any DeliveryStore
    private let environment: GatewayEnvironment
    private var told: [Told: Timestamp?] = [:]
    private var known: [AccountID: Bool] = [:]

    init(_ tenant: TenantID, _ store: any DeliveryStore, _ environment: GatewayEnvironment) {
        self.tenant = tenant
        self.store = store
        self.environment = environment
    }

    /// Whether the directory holds the account: a source may name others as the users of a device.
    mutating func isKnown(_ account: AccountID?) async throws(StoreError) -> Bool {
        guard let account else { return false }
        if let known = known[account] { return known }
        let found = try await environment.store.facts(FactsQuery(tenant: tenant, anchor: .account(account)))
        known[account] = found?.account != nil
        return found?.account != nil
    }

    /// Whether enough time has passed since the account was told of the event; then it counts as told now.
    mutating func mayTell(
        _ account: AccountID, of event: DeliveryEvent, by destination: Destination, at now: Timestamp
    ) async throws(StoreError) -> Bool {
        let key = Told(destination: destination.name, account: account, event: event)
        let last: Timestamp?
        if let known = told[key] {
            last = known
        } else {
            last = try await store.lastTold(account, of: event, by: destination.name, in: tenant)
        }
        // What was noted in the future was noted by a clock that was wrong.
        if let last, last <= now, now < last + destination.quietFor { return false }
        told[key] = .some(now)
        return true
    }
}
