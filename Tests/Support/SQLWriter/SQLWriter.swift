import Glibc
import SQLDatabase

/// A process of its own for the tests that kill one, run several, or measure.
///
/// - `write PATH WRITER COUNT TASKS`: commits COUNT entries from so many tasks and prints `number sequence` for each, after it
///   was acknowledged.
/// - `migrate PATH`: brings the schema up to date and prints its version.
/// - `measure PATH TASKS COUNT`: prints how many writes a second so many tasks get.
@main
struct SQLWriter {
    let database: SQLiteDatabase

    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count >= 3 else { exit(2) }
        let counters = SQLCounterTable(table: "counter", keyColumn: "name", valueColumn: "value")
        let database = try await SQLiteDatabase.open(SQLiteConfiguration(path: arguments[2], counters: counters))
        let state = try await database.migrate(migrations)
        let numbers = arguments.dropFirst(3).compactMap { Int($0) }
        let writer = SQLWriter(database: database)
        switch (arguments[1], numbers.count) {
        case ("migrate", 0): say("version \(state.version)")
        case ("write", 3): try await writer.write(as: numbers[0], count: numbers[1], tasks: numbers[2])
        case ("measure", 2): try await writer.measure(tasks: numbers[0], count: numbers[1])
        default: exit(2)
        }
        await database.close()
    }

    private func write(as writer: Int, count: Int, tasks: Int) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for task in 0..<tasks {
                group.addTask {
                    for number in stride(from: task, to: count, by: tasks) {
                        let sequence = try await commit(writer, number)
                        Self.say("\(number) \(sequence)")
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    private func measure(tasks: Int, count: Int) async throws {
        let start = ContinuousClock.now
        let before = database.statistics
        try await withThrowingTaskGroup(of: Void.self) { group in
            for task in 0..<tasks {
                group.addTask {
                    for number in 0..<(count / tasks) { _ = try await commit(task, number) }
                }
            }
            try await group.waitForAll()
        }
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        let after = database.statistics
        let writes = after.committed - before.committed
        Self.say(
            "\(tasks) tasks: \(Int(Double(writes) / seconds)) writes/s, "
                + "\(writes / (after.groups - before.groups)) a commit, \(after.checkpoints) checkpoints")
    }

    private func commit(_ writer: Int, _ number: Int) async throws -> Int64 {
        let key = SQLCounterKey.text("journal")
        let sequence = SQLValue.sequence(key, offset: 0)
        let write = SQLWrite(
            [
                SQLStep(
                    SQLStatement(Self.upsert, [.integer(Int64(writer)), .integer(Int64(number))]),
                    expecting: .rows(exactly: 1)),
                SQLStep(
                    SQLStatement(
                        Self.insert,
                        [sequence, .integer(Int64(writer)), .integer(Int64(number)), .blob(Self.payload)])),
            ], counters: [SQLCounterUse(key, count: 1)])
        guard case .committed(_, let numbers) = try await database.write(write) else { exit(3) }
        return numbers[0]
    }

    /// One write call a line, so that a line is there whole or not at all.
    private static func say(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        guard bytes.withUnsafeBytes({ Glibc.write(1, $0.baseAddress, $0.count) }) == bytes.count else {
            exit(4)
        }
    }

    private static let payload = [UInt8](repeating: 0x61, count: 200)
    private static let upsert: SQLText = """
        INSERT INTO latest (writer, number) VALUES (?1, ?2)
        ON CONFLICT (writer) DO UPDATE SET number = excluded.number
        """
    private static let insert: SQLText =
        "INSERT INTO entry (sequence, writer, number, payload) VALUES (?1, ?2, ?3, ?4)"
    private static let migrations = [
        SQLMigration(version: 1, name: "entries", oldestBinary: 1) { dialect in
            [
                """
                CREATE TABLE entry (
                    sequence \(dialect.integer) PRIMARY KEY, writer \(dialect.integer) NOT NULL,
                    number \(dialect.integer) NOT NULL, payload \(dialect.blob) NOT NULL
                )\(dialect.tableOptions)
                """,
                """
                CREATE TABLE latest (
                    writer \(dialect.integer) PRIMARY KEY, number \(dialect.integer) NOT NULL
                )\(dialect.tableOptions)
                """,
                """
                CREATE TABLE counter (
                    name \(dialect.text) PRIMARY KEY, value \(dialect.integer) NOT NULL
                )\(dialect.tableOptions)
                """,
            ]
        }
    ]
}
