/// Why the database could not do what was asked.
///
/// Descriptions are one line, name tables and columns, and never contain a bound value.
public enum SQLError: Error, Sendable, Equatable {
    /// Too many requests are waiting; try later.
    case overloaded
    /// The database has been closed.
    case closed
    /// The request waited or ran longer than it may.
    case deadlineExceeded
    /// The task that asked for the read was cancelled.
    case cancelled
    /// Another process held the database for longer than the lock timeout.
    case locked
    /// The file or directory can't be opened.
    case cannotOpen(path: String, reason: String)
    /// The file or its directory can't be written.
    case readOnly(path: String)
    /// There is no room left on the disk.
    case diskFull(path: String)
    /// The file is something else than a database.
    case notADatabase(path: String)
    /// The file is damaged; restore a backup.
    case corrupt(path: String)
    /// The disk failed. If it failed during a commit, the write may still turn up after the next start.
    case inputOutput(path: String, reason: String)
    /// A constraint forbids the change; the detail names the constraint or the columns.
    case constraint(SQLConstraint, detail: String)
    /// A value or a text is too large for the engine, or a read returned more rows than it may.
    case tooLarge(detail: String)
    /// The statement is wrong or misused: a mistake in the program.
    case statement(sql: String, reason: String)
    /// A column does not hold what the program expects.
    case column(index: Int, expected: String, found: String)
    /// The schema was changed in a way that this binary is too old for.
    case binaryTooOld(binary: Int, oldestBinary: Int, schema: Int)
    /// The list of migrations breaks a rule, or one that has been applied was changed.
    case migrations(reason: String)
    /// A migration failed and nothing was changed.
    case migrationFailed(version: Int, name: String, reason: String)
    /// Anything else that the engine reports.
    case engine(code: Int, reason: String)
}

/// The kinds of constraint.
public enum SQLConstraint: String, Sendable {
    /// A primary key or unique index.
    case unique
    /// A reference to a row that does not exist, or from a row that still does.
    case foreignKey = "foreign key"
    /// A null in a column that allows none.
    case notNull = "not null"
    /// A check expression, or a value of the wrong type.
    case check
    /// Any other.
    case other
}

extension SQLError: CustomStringConvertible {
    /// One line that is safe to log and to show.
    public var description: String {
        switch self {
        case .overloaded: "too many requests are waiting for the database"
        case .closed: "the database is closed"
        case .deadlineExceeded: "the database request took longer than it may"
        case .cancelled: "the database request was cancelled"
        case .locked: "another process holds the database"
        case .cannotOpen(let path, let reason): "cannot open database `\(path)`: \(reason)"
        case .readOnly(let path): "database `\(path)` is read-only"
        case .diskFull(let path): "no room left on the disk of database `\(path)`"
        case .notADatabase(let path): "`\(path)` is not a database"
        case .corrupt(let path): "database `\(path)` is damaged"
        case .inputOutput(let path, let reason): "disk failure at database `\(path)`: \(reason)"
        case .constraint(let kind, let detail): "\(kind.rawValue) constraint violated: \(detail)"
        case .tooLarge(let detail): "too large for the database: \(detail)"
        case .statement(let sql, let reason): "wrong statement `\(sql.singleLine)`: \(reason)"
        case .column(let index, let expected, let found): "column \(index) holds \(found) instead of \(expected)"
        case .binaryTooOld(let binary, let oldest, let schema):
            "schema version \(schema) needs a program of schema version \(oldest) or later, this one has \(binary)"
        case .migrations(let reason): "wrong migrations: \(reason)"
        case .migrationFailed(let version, let name, let reason): "migration \(version) `\(name)` failed: \(reason)"
        case .engine(let code, let reason): "database error \(code): \(reason)"
        }
    }
}

extension String {
    /// The text with every run of white space made one space.
    fileprivate var singleLine: String {
        split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
