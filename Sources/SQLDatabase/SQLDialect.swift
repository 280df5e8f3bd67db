/// What differs between engines in the SQL that creates tables, as a value.
///
/// Everything else is written in SQL that the engines share, such as `RETURNING` and `ON CONFLICT`.
public struct SQLDialect: Sendable, Hashable {
    /// The engine's name in lower case.
    public let name: String
    /// The type of a 64-bit integer column.
    public let integer: String
    /// The type of a double-precision column.
    public let real: String
    /// The type of a text column.
    public let text: String
    /// The type of a column of bytes.
    public let blob: String
    /// What follows the closing parenthesis of `CREATE TABLE`, starting with a space, or nothing.
    public let tableOptions: String

    /// SQLite, with tables that refuse values of another type.
    public static let sqlite = SQLDialect(
        name: "sqlite", integer: "INTEGER", real: "REAL", text: "TEXT", blob: "BLOB", tableOptions: " STRICT")
}
