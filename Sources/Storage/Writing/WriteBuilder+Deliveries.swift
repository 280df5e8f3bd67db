import AccessModel
import ComplianceGateway
import JSONCoding
import SQLDatabase

extension WriteBuilder {
    mutating func add(_ change: DeliveryChange) {
        switch change {
        case .enqueue(let delivery): enqueue(delivery)
        case .noteTold(let destination, let account, let event, let at):
            add(
                """
                INSERT INTO last_told (tenant, destination, account, event, at) VALUES (\(tenantText), \(destination), \
                \(account.rawValue), \(event.rawValue), \(at.milliseconds)) \
                ON CONFLICT (tenant, destination, account, event) DO UPDATE SET at = excluded.at
                """)
        case .complete(let id, let attempts):
            add(
                """
                DELETE FROM deliveries WHERE tenant = \(tenantText) AND destination = \(id.destination) \
                AND sequence = \(id.sequence) AND attempts = \(attempts) AND state = 'pending'
                """, expecting: .exactly(1))
        case .fail(let id, let attempts, let state, let nextAt, let error):
            add(
                """
                UPDATE deliveries SET attempts = attempts + 1, state = \(state.rawValue), \
                next_at = \(nextAt.milliseconds), last_error = \(error) WHERE tenant = \(tenantText) \
                AND destination = \(id.destination) AND sequence = \(id.sequence) AND attempts = \(attempts) \
                AND state = 'pending'
                """, expecting: .exactly(1))
        case .revive(let id, let at):
            add(
                """
                UPDATE deliveries SET attempts = 0, state = 'pending', next_at = \(at.milliseconds) \
                WHERE tenant = \(tenantText) AND destination = \(id.destination) AND sequence = \(id.sequence) \
                AND state = 'dead'
                """, expecting: .exactly(1))
        case .discard(let id):
            add(
                """
                DELETE FROM deliveries WHERE tenant = \(tenantText) AND destination = \(id.destination) \
                AND sequence = \(id.sequence) AND state = 'dead'
                """, expecting: .exactly(1))
        case .put(let record): put(record)
        case .remove(let name): remove(name)
        }
    }

    /// A destination that was removed meanwhile is told nothing: its row is where the values come from.
    private mutating func enqueue(_ delivery: Delivery) {
        add(
            """
            INSERT INTO deliveries (tenant, destination, sequence, account, event, at, state, attempts, next_at) \
            SELECT tenant, name, \(delivery.id.sequence), \(delivery.account?.rawValue), \(delivery.event.rawValue), \
            \(delivery.at.milliseconds), 'pending', 0, \(delivery.nextAt.milliseconds) FROM destinations \
            WHERE tenant = \(tenantText) AND name = \(delivery.id.destination) ON CONFLICT DO NOTHING
            """)
    }

    private mutating func put(_ record: DestinationRecord) {
        let document = StoredDestination(record.destination).jsonBytes()
        add(
            """
            INSERT INTO destinations (tenant, name, document, sealed_secret, since) VALUES (\(tenantText), \
            \(record.destination.name), \(document), \(record.sealedSecret), \(lastSequence)) ON CONFLICT (tenant, name) DO UPDATE SET \
            document = excluded.document, sealed_secret = excluded.sealed_secret
            """, expecting: .exactly(1))
    }

    private mutating func remove(_ name: String) {
        add("DELETE FROM deliveries WHERE tenant = \(tenantText) AND destination = \(name)")
        add("DELETE FROM last_told WHERE tenant = \(tenantText) AND destination = \(name)")
        add(
            "DELETE FROM destinations WHERE tenant = \(tenantText) AND name = \(name)", expecting: .exactly(1))
    }
}
