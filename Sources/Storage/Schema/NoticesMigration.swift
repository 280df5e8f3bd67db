import SQLDatabase

extension SQLMigration {
    /// The language that people prefer, settings of app protection, and exemptions that wait for a second administrator.
    ///
    /// An older binary publishes app protection without settings: exemptions then need one administrator.
    static let notices = SQLMigration(version: 12, name: "notices and requests for exemptions", oldestBinary: 1) {
        type in
        [
            "ALTER TABLE accounts ADD COLUMN preferred_language \(type.text)",
            "ALTER TABLE protection_sets ADD COLUMN settings \(type.blob)",
            """
            CREATE TABLE exemption_requests (
                tenant \(type.text) NOT NULL REFERENCES tenants (id),
                id \(type.text) NOT NULL,
                scope \(type.text) NOT NULL,
                subject \(type.text) NOT NULL,
                failing_check \(type.text) NOT NULL,
                reason \(type.text) NOT NULL,
                ends \(type.integer) NOT NULL,
                requested_by \(type.text) NOT NULL,
                requested_at \(type.integer) NOT NULL,
                PRIMARY KEY (tenant, id)
            )\(type.tableOptions)
            """,
        ]
    }
}
