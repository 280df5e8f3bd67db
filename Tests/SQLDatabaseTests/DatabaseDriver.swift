import SQLDatabase
import TestSupport
import Testing

/// An engine that has to pass the conformance suite.
struct DatabaseDriver: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// Opens an empty database and gives it to the body.
    let withDatabase: @Sendable (_ body: @Sendable (any Database) async throws -> Void) async throws -> Void

    static let all = [
        DatabaseDriver(testDescription: "SQLite") { body in
            let directory = try TemporaryDirectory()
            let database = try await SQLiteDatabase.open(
                .patient(path: directory.database, counters: .test))
            do {
                try await body(database)
            } catch {
                await database.close()
                throw error
            }
            await database.close()
        }
    ]

    /// As `withDatabase`, with the tables of the suite.
    func withTables(_ body: @escaping @Sendable (any Database) async throws -> Void) async throws {
        try await withDatabase { database async throws in
            try await database.migrate([.tables])
            try await body(database)
        }
    }
}

extension SQLCounterTable {
    static let test = SQLCounterTable(table: "counter", keyColumn: "name", valueColumn: "value")
}

extension SQLMigration {
    static let tables = SQLMigration(version: 1, name: "tables", oldestBinary: 1) { dialect in
        [
            """
            CREATE TABLE item (
                id \(dialect.integer) PRIMARY KEY, name \(dialect.text), weight \(dialect.real), data \(dialect.blob)
            )\(dialect.tableOptions)
            """,
            """
            CREATE TABLE part (
                id \(dialect.integer) PRIMARY KEY,
                item \(dialect.integer) NOT NULL REFERENCES item (id) DEFERRABLE INITIALLY DEFERRED,
                owner \(dialect.integer) REFERENCES item (id),
                code \(dialect.text) NOT NULL UNIQUE CHECK (code <> 'bad')
            )\(dialect.tableOptions)
            """,
            """
            CREATE TABLE counter (
                name \(dialect.text) PRIMARY KEY, value \(dialect.integer) NOT NULL
            )\(dialect.tableOptions)
            """,
            """
            CREATE TABLE journal (
                stream \(dialect.text) NOT NULL, sequence \(dialect.integer) NOT NULL, note \(dialect.text) NOT NULL,
                PRIMARY KEY (stream, sequence)
            )\(dialect.tableOptions)
            """,
        ]
    }
}

extension SQLWrite {
    /// Adds an item.
    static func item(_ id: Int, _ name: String? = nil) -> SQLWrite {
        SQLWrite([SQLStep("INSERT INTO item (id, name) VALUES (\(id), \(name))")])
    }

    /// Adds so many entries to a stream of the journal, each with its number.
    static func journal(_ stream: String, _ notes: String..., refused: Bool = false) -> SQLWrite {
        let key = SQLCounterKey.text(stream)
        let steps = notes.enumerated().map { offset, note in
            SQLStep(
                """
                INSERT INTO journal (stream, sequence, note)
                VALUES (\(stream), \(SQLValue.sequence(key, offset: offset)), \(note))
                """)
        }
        let last = SQLStep("SELECT 1 WHERE \(refused) = 0", expecting: .rows(exactly: 1))
        return SQLWrite(steps + [last], counters: [SQLCounterUse(key, count: notes.count)])
    }
}

extension SQLWriteResult {
    /// The first numbers, if it was committed.
    var numbers: [Int64]? {
        guard case .committed(_, let numbers) = self else { return nil }
        return numbers
    }
}
