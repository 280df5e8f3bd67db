import SQLDatabase

extension SQLMigration {
    /// Report-only policies that are to be put in force, and what was seen of them.
    static let promotions = SQLMigration(version: 5, name: "policy promotions", oldestBinary: 1) { type in
        [
            """
            CREATE TABLE policy_promotions (
                tenant \(type.text) NOT NULL REFERENCES tenants (id),
                policy \(type.text) NOT NULL,
                after_seconds \(type.integer) NOT NULL,
                maximum_denials \(type.integer) NOT NULL,
                actor \(type.text) NOT NULL,
                reason \(type.text),
                scheduled_at \(type.integer) NOT NULL,
                content_hash \(type.blob) NOT NULL,
                since \(type.integer) NOT NULL,
                journal_cursor \(type.integer) NOT NULL,
                evaluated \(type.integer) NOT NULL,
                denied \(type.integer) NOT NULL,
                PRIMARY KEY (tenant, policy)
            )\(type.tableOptions)
            """
        ]
    }
}
