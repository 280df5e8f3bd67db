import SQLDatabase

extension SQLMigration {
    /// Remediations that users are led through.
    ///
    /// An installation that has no identifier yet is the empty text, so that the index holds it apart like any other.
    static let remediations = SQLMigration(version: 8, name: "remediation sessions", oldestBinary: 1) { type in
        [
            """
            CREATE TABLE remediation_sessions (
                tenant \(type.text) NOT NULL,
                id \(type.text) NOT NULL,
                secret_hash \(type.blob) NOT NULL,
                account \(type.text) NOT NULL,
                client \(type.text) NOT NULL,
                instance \(type.text) NOT NULL,
                declared \(type.integer),
                opened_at \(type.integer) NOT NULL,
                expires_at \(type.integer) NOT NULL,
                closure \(type.text),
                closed_at \(type.integer),
                PRIMARY KEY (tenant, id),
                FOREIGN KEY (tenant, account) REFERENCES accounts (tenant, id)
            )\(type.tableOptions)
            """,
            "CREATE UNIQUE INDEX remediation_sessions_by_secret ON remediation_sessions (tenant, secret_hash)",
            """
            CREATE UNIQUE INDEX remediation_sessions_open ON remediation_sessions (tenant, account, client, instance) \
            WHERE closure IS NULL
            """,
            """
            CREATE INDEX remediation_sessions_due ON remediation_sessions (tenant, expires_at) WHERE closure IS NULL
            """,
            "CREATE INDEX remediation_sessions_by_expiry ON remediation_sessions (expires_at)",
        ]
    }
}
