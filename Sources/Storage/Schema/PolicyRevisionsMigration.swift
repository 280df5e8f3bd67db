import SQLDatabase

extension SQLMigration {
    /// Who published a set of policies, why and how.
    ///
    /// Older binaries go on publishing without saying so.
    static let policyRevisions = SQLMigration(version: 3, name: "policy revisions", oldestBinary: 1) { type in
        [
            "ALTER TABLE policy_sets ADD COLUMN actor \(type.text) NOT NULL DEFAULT ''",
            "ALTER TABLE policy_sets ADD COLUMN reason \(type.text)",
            "ALTER TABLE policy_sets ADD COLUMN origin \(type.text) NOT NULL DEFAULT 'applied'",
            "ALTER TABLE policy_sets ADD COLUMN journal_sequence \(type.integer) NOT NULL DEFAULT 0",
        ]
    }
}
