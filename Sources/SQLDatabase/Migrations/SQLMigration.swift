/// One numbered, named change of the schema, never edited once released.
public struct SQLMigration: Sendable {
    /// 1 for the first, then one more each.
    public let version: Int
    /// A short name for messages.
    public let name: String
    /// The version of the oldest binary that can still use the database afterwards, counted as the last migration it knows.
    public let oldestBinary: Int
    /// Writes the statements for an engine, without parameters.
    public let statements: @Sendable (SQLDialect) -> [String]
    /// What must hold at the end of the migration.
    public let checks: [SQLMigrationCheck]

    /// Describes a migration.
    public init(
        version: Int, name: String, oldestBinary: Int, checks: [SQLMigrationCheck] = [],
        statements: @escaping @Sendable (SQLDialect) -> [String]
    ) {
        self.version = version
        self.name = name
        self.oldestBinary = oldestBinary
        self.checks = checks
        self.statements = statements
    }
}

/// A named query that must return no row.
public struct SQLMigrationCheck: Sendable {
    /// What holds if there is no row.
    public let name: String
    /// Finds the rows that break it.
    public let violations: SQLStatement

    /// Names a query for violations.
    public init(name: String, violations: SQLStatement) {
        self.name = name
        self.violations = violations
    }
}

/// The schema row: where the schema stands and which binaries it still serves.
public struct SQLSchemaState: Sendable, Equatable {
    /// The last migration applied.
    public let version: Int
    /// The oldest binary that can use it.
    public let oldestBinary: Int

    /// Describes a schema.
    public init(version: Int, oldestBinary: Int) {
        self.version = version
        self.oldestBinary = oldestBinary
    }
}
