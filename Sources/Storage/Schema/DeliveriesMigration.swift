import SQLDatabase

extension SQLMigration {
    /// Destinations outside, and what they are still to be told.
    static let deliveries = SQLMigration(version: 9, name: "deliveries", oldestBinary: 1) { type in
        [
            """
            CREATE TABLE destinations (
                tenant \(type.text) NOT NULL REFERENCES tenants (id),
                name \(type.text) NOT NULL,
                document \(type.blob) NOT NULL,
                sealed_secret \(type.blob),
                since \(type.integer) NOT NULL,
                PRIMARY KEY (tenant, name)
            )\(type.tableOptions)
            """,
            """
            CREATE TABLE deliveries (
                tenant \(type.text) NOT NULL,
                destination \(type.text) NOT NULL,
                sequence \(type.integer) NOT NULL,
                account \(type.text),
                event \(type.text) NOT NULL,
                at \(type.integer) NOT NULL,
                state \(type.text) NOT NULL,
                attempts \(type.integer) NOT NULL,
                next_at \(type.integer) NOT NULL,
                last_error \(type.text),
                PRIMARY KEY (tenant, destination, sequence),
                FOREIGN KEY (tenant, destination) REFERENCES destinations (tenant, name)
            )\(type.tableOptions)
            """,
            "CREATE INDEX deliveries_by_time ON deliveries (next_at) WHERE state = 'pending'",
            "CREATE INDEX deliveries_by_account ON deliveries (tenant, destination, account, sequence)",
            """
            CREATE TABLE last_told (
                tenant \(type.text) NOT NULL,
                destination \(type.text) NOT NULL,
                account \(type.text) NOT NULL,
                event \(type.text) NOT NULL,
                at \(type.integer) NOT NULL,
                PRIMARY KEY (tenant, destination, account, event)
            )\(type.tableOptions)
            """,
        ]
    }
}
