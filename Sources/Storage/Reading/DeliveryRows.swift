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

    static func dueLanes(at now: Timestamp) -> SQLStatement {
        """
        SELECT tenant, name FROM destinations AS l WHERE EXISTS (SELECT 1 FROM deliveries AS d WHERE d.tenant = l.tenant \
        AND d.destination = l.name AND d.state = 'pending' AND d.next_at <= \(now.milliseconds)) OR EXISTS (SELECT 1 \
        FROM deliveries AS d WHERE d.tenant = l.tenant AND d.destination = l.name AND d.state = 'pending' \
        AND d.next_at > \(latest(now))) ORDER BY tenant, name
        """
    }

    /// A message waits for every earlier one of its destination and account, so that the last one told is the last one that
    /// happened; messages without an account wait for each other.
    static func due(in lane: DeliveryLane, at now: Timestamp, limit: Int) -> SQLStatement {
        """
        SELECT \(raw: columns) FROM deliveries AS d WHERE tenant = \(lane.tenant.rawValue) \
        AND destination = \(lane.destination) AND state = 'pending' \
        AND (next_at <= \(now.milliseconds) OR next_at > \(latest(now))) AND NOT EXISTS (SELECT 1 FROM deliveries AS e \
        WHERE e.tenant = d.tenant AND e.destination = d.destination AND e.account IS d.account \
        AND e.sequence < d.sequence AND e.state = 'pending') ORDER BY next_at, sequence LIMIT \(Int64(limit))
        """
    }

    /// Nobody who has the right time makes a message wait for longer.
    private static func latest(_ now: Timestamp) -> Int64 { (now + DeliveryRetry.longestPause).milliseconds }

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

    /// The destinations for which there are messages whose time has come.
    public func dueLanes(at now: Timestamp) async throws(StoreError) -> [DeliveryLane] {
        try await read([DeliveryRows.dueLanes(at: now)]) {
            try $0[0].map { DeliveryLane(tenant: try $0.identifier(0), destination: try $0.text(1)) }
        }
    }

    /// Messages to one destination whose time has come, the oldest first.
    public func dueDeliveries(
        in lane: DeliveryLane, at now: Timestamp, limit: Int
    ) async throws(StoreError) -> [Delivery] {
        try await read([DeliveryRows.due(in: lane, at: now, limit: min(max(limit, 1), 1000))]) {
            try $0[0].map(DeliveryRows.delivery)
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
