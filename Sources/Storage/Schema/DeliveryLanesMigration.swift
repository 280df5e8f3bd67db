import SQLDatabase

extension SQLMigration {
    /// How what is due is found for each destination by itself, and which entries are still to be told.
    static let deliveryLanes = SQLMigration(version: 14, name: "delivery lanes", oldestBinary: 1) { _ in
        [
            """
            CREATE INDEX deliveries_by_destination ON deliveries (tenant, destination, next_at) WHERE state = 'pending'
            """,
            "CREATE INDEX deliveries_by_sequence ON deliveries (tenant, sequence)",
        ]
    }
}
