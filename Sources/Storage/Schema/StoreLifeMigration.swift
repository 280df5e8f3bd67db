import SQLDatabase

extension SQLMigration {
    /// What this store is called, so that an older state of it, or a copy, is recognised by whoever knows the name.
    static let storeLife = SQLMigration(version: 13, name: "store life", oldestBinary: 1) { type in
        [
            """
            CREATE TABLE store_life (
                id \(type.integer) NOT NULL PRIMARY KEY CHECK (id = 1),
                life \(type.text) NOT NULL
            )\(type.tableOptions)
            """
        ]
    }
}
