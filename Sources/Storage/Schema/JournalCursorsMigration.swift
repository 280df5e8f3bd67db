import SQLDatabase

extension SQLMigration {
    /// How far each reader of a journal has come, and which app instances are due.
    static let journalCursors = SQLMigration(version: 6, name: "journal cursors", oldestBinary: 1) { type in
        [
            """
            CREATE TABLE journal_cursors (
                tenant \(type.text) NOT NULL REFERENCES tenants (id),
                name \(type.text) NOT NULL,
                sequence \(type.integer) NOT NULL,
                progress \(type.text),
                PRIMARY KEY (tenant, name)
            )\(type.tableOptions)
            """,
            """
            CREATE INDEX instances_by_time ON instances (reevaluate_at) \
            WHERE is_enrolled = 1 AND reevaluate_at IS NOT NULL
            """,
        ]
    }
}
