import SQLDatabase

extension SQLMigration {
    /// The seals of the journals.
    ///
    /// An older binary goes on writing entries; they are sealed when a newer one serves again.
    static let journalSeals = SQLMigration(version: 7, name: "journal seals", oldestBinary: 1) { type in
        [
            """
            CREATE TABLE journal_seals (
                tenant \(type.text) NOT NULL REFERENCES tenants (id),
                number \(type.integer) NOT NULL,
                epoch \(type.integer) NOT NULL,
                first_sequence \(type.integer) NOT NULL,
                last_sequence \(type.integer) NOT NULL,
                entries_until \(type.integer) NOT NULL,
                sealed_at \(type.integer) NOT NULL,
                root \(type.blob) NOT NULL,
                hash \(type.blob) NOT NULL,
                checkpoint \(type.text) NOT NULL,
                pruned_at \(type.integer),
                PRIMARY KEY (tenant, number)
            )\(type.tableOptions)
            """,
            "CREATE INDEX journal_seals_pruned ON journal_seals (tenant, number) WHERE pruned_at IS NOT NULL",
        ]
    }
}
