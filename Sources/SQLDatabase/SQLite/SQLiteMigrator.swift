/// Applies migrations on the writer's connection.
struct SQLiteMigrator {
    let connection: SQLiteConnection
    let configuration: SQLiteConfiguration

    /// Brings the schema up to date in one transaction.
    func run(_ migrations: [SQLMigration]) -> Result<SQLSchemaState, SQLError> {
        connection.interrupter.allow(until: nil)
        connection.interrupter.lockTimeout = configuration.migrationLockTimeout
        defer { connection.interrupter.lockTimeout = configuration.lockTimeout }
        do throws(SQLError) {
            // A table can only be rebuilt while references are not enforced, and that can only be set outside a
            // transaction; what was broken meanwhile is found by the check before the commit.
            try connection.execute("PRAGMA foreign_keys = OFF")
            let result = transaction(migrations)
            try connection.execute("PRAGMA foreign_keys = ON")
            return result
        } catch {
            return .failure(error)
        }
    }

    private func transaction(_ migrations: [SQLMigration]) -> Result<SQLSchemaState, SQLError> {
        do throws(SQLError) {
            try connection.execute(SQLiteTransaction.begin)
            let state = try apply(migrations)
            try connection.execute(SQLiteTransaction.commit)
            return .success(state)
        } catch {
            return .failure(rolledBack(after: error))
        }
    }

    private func apply(_ migrations: [SQLMigration]) throws(SQLError) -> SQLSchemaState {
        // Read inside the transaction: another process may just have migrated.
        for statement in Self.tables { try connection.executeOnce(statement) }
        let plan = try SQLMigrationPlan(
            migrations, state: try readState(), applied: try readApplied(), dialect: .sqlite)
        for migration in plan.pending { try apply(migration) }
        if let last = plan.pending.last {
            try checkForeignKeys(last)
            _ = try connection.run(
                SQLStatement(
                    Self.storeState, [.integer(Int64(plan.result.version)), .integer(Int64(plan.result.oldestBinary))]))
        }
        return plan.result
    }

    private func apply(_ migration: SQLMigration) throws(SQLError) {
        do throws(SQLError) {
            for statement in migration.statements(.sqlite) { try connection.executeOnce(statement) }
        } catch {
            throw migration.failed(error.description)
        }
        for check in migration.checks where try !connection.run(check.violations).isEmpty {
            throw migration.failed("`\(check.name)` does not hold")
        }
        _ = try connection.run(
            SQLStatement(
                Self.storeMigration,
                [.integer(Int64(migration.version)), .text(migration.name), .integer(migration.digest(.sqlite))]))
    }

    private func checkForeignKeys(_ migration: SQLMigration) throws(SQLError) {
        let violations = try connection.run("PRAGMA foreign_key_check")
        guard let first = violations.first else { return }
        let (table, parent) = (try first.text(0), try first.text(2))
        throw migration.failed("\(violations.count) rows refer to nothing, the first in `\(table)` to `\(parent)`")
    }

    private func readState() throws(SQLError) -> SQLSchemaState? {
        guard let row = try connection.run("SELECT version, oldest_binary FROM schema_state").first else { return nil }
        return SQLSchemaState(version: Int(try row.integer(0)), oldestBinary: Int(try row.integer(1)))
    }

    private func readApplied() throws(SQLError) -> [SQLMigrationPlan.Applied] {
        let rows = try connection.run("SELECT version, name, digest FROM schema_migration ORDER BY version")
        var applied: [SQLMigrationPlan.Applied] = []
        for row in rows {
            applied.append(
                SQLMigrationPlan.Applied(
                    version: Int(try row.integer(0)), name: try row.text(1), digest: try row.integer(2)))
        }
        return applied
    }

    private func rolledBack(after error: SQLError) -> SQLError {
        guard connection.isInTransaction else { return error }
        do throws(SQLError) {
            try connection.execute(SQLiteTransaction.rollback)
            return error
        } catch {
            return error
        }
    }

    private static let tables = [
        """
        CREATE TABLE IF NOT EXISTS schema_state (
            singleton INTEGER PRIMARY KEY CHECK (singleton = 1),
            version INTEGER NOT NULL,
            oldest_binary INTEGER NOT NULL
        ) STRICT
        """,
        """
        CREATE TABLE IF NOT EXISTS schema_migration (
            version INTEGER PRIMARY KEY,
            name TEXT NOT NULL,
            digest INTEGER NOT NULL
        ) STRICT
        """,
    ]
    private static let storeState: SQLText = """
        INSERT INTO schema_state (singleton, version, oldest_binary) VALUES (1, ?1, ?2)
        ON CONFLICT (singleton) DO UPDATE SET version = excluded.version, oldest_binary = excluded.oldest_binary
        """
    private static let storeMigration: SQLText =
        "INSERT INTO schema_migration (version, name, digest) VALUES (?1, ?2, ?3)"
}

extension SQLMigration {
    fileprivate func failed(_ reason: String) -> SQLError {
        .migrationFailed(version: version, name: name, reason: reason)
    }
}
