public import AccessModel
public import ComplianceGateway
import JSONCoding
import SQLDatabase

/// How destinations and what they are to be told are read.
enum DeliveryRows {
    private static let columns: StaticString = """
        destination, sequence, account, event, at, state, attempts, next_at, last_error
        """

    static func destinations(of tenant: TenantID) -> SQLStatement {
        "SELECT document, sealed_secret, since FROM destinations WHERE tenant = \(tenant.rawValue) ORDER BY name"
    }

    /// A message waits for every earlier one of its destination and account, so that the last one told is the last one that
    /// happened; messages without an account wait for each other.
    static func due(at now: Timestamp, limit: Int) -> SQLStatement {
        """
        SELECT destination, sequence, account, event, at, state, attempts, next_at, last_error, tenant FROM deliveries AS d \
        WHERE state = 'pending' AND next_at <= \(now.milliseconds) AND NOT EXISTS (SELECT 1 FROM deliveries AS e \
        WHERE e.tenant = d.tenant AND e.destination = d.destination AND e.account IS d.account \
        AND e.sequence < d.sequence AND e.state = 'pending') ORDER BY next_at, sequence LIMIT \(Int64(limit))
        """
    }

    static let next: SQLStatement = """
        SELECT next_at FROM deliveries WHERE state = 'pending' ORDER BY next_at LIMIT 1
        """

    static func list(of tenant: TenantID, _ state: Delivery.State?, limit: Int) -> SQLStatement {
        if let state {
            return """
                SELECT \(raw: columns) FROM deliveries WHERE tenant = \(tenant.rawValue) AND state = \(state.rawValue) \
                ORDER BY sequence, destination LIMIT \(Int64(limit))
                """
        }
        return """
            SELECT \(raw: columns) FROM deliveries WHERE tenant = \(tenant.rawValue) \
            ORDER BY sequence, destination LIMIT \(Int64(limit))
            """
    }

    static func lastTold(
        _ account: AccountID, of event: DeliveryEvent, by destination: String, in tenant: TenantID
    ) -> SQLStatement {
        """
        SELECT at FROM last_told WHERE tenant = \(tenant.rawValue) AND destination = \(destination) \
        AND account = \(account.rawValue) AND event = \(event.rawValue)
        """
    }

    static func record(_ row: SQLRow) throws -> DestinationRecord {
        DestinationRecord(
            destination: try StoredDestination(jsonBytes: row.blob(0)).destination,
            sealedSecret: try row.optionalBlob(1), since: try row.integer(2))
    }

    static func delivery(_ row: SQLRow) throws -> Delivery {
        Delivery(
            id: .init(destination: try row.text(0), sequence: try row.integer(1)), event: try row.rawValue(3),
            account: try row.optionalIdentifier(2), at: try row.timestamp(4), state: try row.rawValue(5),
            attempts: try row.integer(6), nextAt: try row.timestamp(7), lastError: try row.optionalText(8))
    }
}

extension SQLGatewayStore: DeliveryStore {
    /// The tenant's destinations, by name.
    public func destinations(of tenant: TenantID) async throws(StoreError) -> [DestinationRecord] {
        try await read([DeliveryRows.destinations(of: tenant)]) { try $0[0].map(DeliveryRows.record) }
    }

    /// Messages of every tenant whose time has come, the oldest first.
    public func dueDeliveries(at now: Timestamp, limit: Int) async throws(StoreError) -> [DueDelivery] {
        try await read([DeliveryRows.due(at: now, limit: min(max(limit, 1), 1000))]) {
            try $0[0].map { DueDelivery(tenant: try $0.identifier(9), delivery: try DeliveryRows.delivery($0)) }
        }
    }

    /// When the next message of any tenant is to be tried.
    public func nextDelivery() async throws(StoreError) -> Timestamp? {
        try await read([DeliveryRows.next]) { try $0[0].first?.timestamp(0) }
    }

    /// The tenant's messages that have not arrived, oldest first.
    public func deliveries(
        of tenant: TenantID, _ state: Delivery.State?, limit: Int
    ) async throws(StoreError) -> [Delivery] {
        try await read([DeliveryRows.list(of: tenant, state, limit: min(max(limit, 1), 1000))]) {
            try $0[0].map(DeliveryRows.delivery)
        }
    }

    /// When an account was last told about an event.
    public func lastTold(
        _ account: AccountID, of event: DeliveryEvent, by destination: String, in tenant: TenantID
    ) async throws(StoreError) -> Timestamp? {
        try await read([DeliveryRows.lastTold(account, of: event, by: destination, in: tenant)]) {
            try $0[0].first?.timestamp(0)
        }
    }
}
