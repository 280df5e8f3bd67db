import SQLDatabase

extension SQLMigration {
    /// Accounts that are kept for emergencies, and keys to the few accounts and groups that the lock-out guard looks at.
    ///
    /// An older binary keeps the mark of an account that it changes.
    static let breakGlass = SQLMigration(version: 4, name: "break-glass accounts", oldestBinary: 1) { type in
        [
            "ALTER TABLE accounts ADD COLUMN is_break_glass \(type.integer) NOT NULL DEFAULT 0",
            "CREATE INDEX accounts_guarded ON accounts (tenant, id) WHERE (roles <> '' OR is_break_glass = 1)",
            "CREATE INDEX group_nesting ON group_members (tenant, member) WHERE is_account = 0",
        ]
    }
}
