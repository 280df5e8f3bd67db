import SQLDatabase

extension SQLMigration {
    /// Signal sources that are asked, and when.
    ///
    /// An older binary does not ask them; what they said before ages as it should.
    static let pullSources = SQLMigration(version: 11, name: "pull sources", oldestBinary: 1) { type in
        [
            """
            CREATE TABLE pull_sources (
                tenant \(type.text) NOT NULL,
                source \(type.text) NOT NULL,
                document \(type.blob) NOT NULL,
                sealed_secret \(type.blob),
                next_at \(type.integer),
                due_at \(type.integer),
                lease \(type.text),
                source_state \(type.text) NOT NULL,
                state \(type.blob) NOT NULL,
                PRIMARY KEY (tenant, source)
            )\(type.tableOptions)
            """,
            "CREATE INDEX pull_sources_by_time ON pull_sources (next_at) WHERE next_at IS NOT NULL",
        ]
    }
}
