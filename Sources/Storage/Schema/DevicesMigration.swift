import SQLDatabase

extension SQLMigration {
    /// Devices, what they are known by, and the sources that tell of them.
    ///
    /// An older binary enrols app instances without a device, which fails closed.
    static let devices = SQLMigration(version: 10, name: "devices and signal sources", oldestBinary: 1) { type in
        [
            """
            CREATE TABLE signal_sources (
                tenant \(type.text) NOT NULL REFERENCES tenants (id),
                id \(type.text) NOT NULL,
                name \(type.text) NOT NULL,
                version \(type.integer) NOT NULL,
                document \(type.blob) NOT NULL,
                PRIMARY KEY (tenant, id),
                UNIQUE (tenant, name)
            )\(type.tableOptions)
            """,
            """
            CREATE TABLE devices (
                tenant \(type.text) NOT NULL REFERENCES tenants (id),
                id \(type.text) NOT NULL,
                reevaluate_at \(type.integer),
                version \(type.integer) NOT NULL,
                state \(type.blob) NOT NULL,
                PRIMARY KEY (tenant, id)
            )\(type.tableOptions)
            """,
            "CREATE INDEX devices_by_due ON devices (reevaluate_at) WHERE reevaluate_at IS NOT NULL",
            """
            CREATE TABLE device_identifiers (
                tenant \(type.text) NOT NULL,
                kind \(type.text) NOT NULL,
                value \(type.text) NOT NULL,
                device \(type.text) NOT NULL,
                PRIMARY KEY (tenant, kind, value),
                FOREIGN KEY (tenant, device) REFERENCES devices (tenant, id)
            )\(type.tableOptions)
            """,
            "ALTER TABLE instances ADD COLUMN device \(type.text)",
            "CREATE INDEX instances_by_device ON instances (tenant, device) WHERE device IS NOT NULL",
            "ALTER TABLE protection_sets ADD COLUMN devices \(type.blob)",
        ]
    }
}
