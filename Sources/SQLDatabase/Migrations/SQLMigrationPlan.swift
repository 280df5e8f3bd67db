/// Decides which migrations to apply, without touching a database.
struct SQLMigrationPlan {
    /// A migration that the database says was applied.
    struct Applied: Equatable {
        let version: Int
        let name: String
        let digest: Int64
    }

    /// The migrations to apply, in order.
    let pending: [SQLMigration]
    /// The schema row afterwards.
    let result: SQLSchemaState

    /// Compares what the binary knows with what the database holds.
    ///
    /// - Throws: `.binaryTooOld`, or `.migrations` when a rule of numbering is broken or an applied one was changed.
    init(
        _ migrations: [SQLMigration], state: SQLSchemaState?, applied: [Applied], dialect: SQLDialect
    ) throws(SQLError) {
        try Self.validate(migrations)
        let state = state ?? SQLSchemaState(version: 0, oldestBinary: 0)
        guard migrations.count >= state.oldestBinary else {
            throw .binaryTooOld(binary: migrations.count, oldestBinary: state.oldestBinary, schema: state.version)
        }
        for (migration, applied) in zip(migrations, applied)
        where migration.version != applied.version || migration.digest(dialect) != applied.digest {
            throw .migrations(
                reason: "`\(migration.name)` (\(migration.version)) was changed after it had been applied")
        }
        pending = Array(migrations.dropFirst(state.version))
        let oldestBinary = max(state.oldestBinary, pending.last?.oldestBinary ?? 0)
        result = SQLSchemaState(version: max(state.version, migrations.count), oldestBinary: oldestBinary)
    }

    private static func validate(_ migrations: [SQLMigration]) throws(SQLError) {
        var oldestBinary = 1
        for (index, migration) in migrations.enumerated() {
            guard migration.version == index + 1 else {
                throw .migrations(reason: "`\(migration.name)` has number \(migration.version) instead of \(index + 1)")
            }
            guard (oldestBinary...max(oldestBinary, migration.version)).contains(migration.oldestBinary) else {
                throw .migrations(
                    reason: "`\(migration.name)` names \(migration.oldestBinary) as its oldest binary, which is not "
                        + "between \(oldestBinary) and \(migration.version)")
            }
            oldestBinary = migration.oldestBinary
        }
    }
}

extension SQLMigration {
    /// A checksum of the statements (FNV-1a, 64 bits), which notices an edit; it protects against accidents only.
    func digest(_ dialect: SQLDialect) -> Int64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for statement in statements(dialect) {
            for byte in Array(statement.utf8) + [0] { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        }
        return Int64(bitPattern: hash)
    }
}
