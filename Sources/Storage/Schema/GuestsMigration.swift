import SQLDatabase

extension SQLMigration {
    /// Accounts know what kind of guest they are and where they come from; an empty kind is a member.
    ///
    /// Guests so far were of no particular kind: they become guests who were invited to work together. Older binaries go
    /// on with `is_guest`.
    static let guests = SQLMigration(version: 2, name: "guests", oldestBinary: 1) { type in
        [
            "ALTER TABLE accounts ADD COLUMN guest_type \(type.text) NOT NULL DEFAULT ''",
            "ALTER TABLE accounts ADD COLUMN guest_tenant \(type.text) NOT NULL DEFAULT ''",
            "UPDATE accounts SET guest_type = 'b2bCollaborationGuest' WHERE is_guest <> 0",
        ]
    }
}
