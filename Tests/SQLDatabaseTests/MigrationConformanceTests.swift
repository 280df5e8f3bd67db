import SQLDatabase
import Testing

@Suite(.timeLimit(.minutes(10))) struct MigrationConformanceTests {
    @Test(arguments: DatabaseDriver.all)
    func `applies what is new, in order, and nothing twice`(_ driver: DatabaseDriver) async throws {
        try await driver.withDatabase { database async throws in
            let first = try await database.migrate([.first])
            #expect(first == state(1, 1))
            #expect(try await database.migrate([.first]) == state(1, 1))
            #expect(try await database.migrate([.first, .second, .third]) == state(3, 2))
            #expect(try await database.read("SELECT id, name FROM a").isEmpty)
        }
    }

    @Test(arguments: DatabaseDriver.all)
    func `accepts a newer schema that still serves this binary`(_ driver: DatabaseDriver) async throws {
        try await driver.withDatabase { database async throws in
            try await database.migrate([.first, .second, .third])
            #expect(try await database.migrate([.first, .second]) == state(3, 2))
        }
    }

    @Test(arguments: DatabaseDriver.all)
    func `refuses a binary that the schema no longer serves`(_ driver: DatabaseDriver) async throws {
        try await driver.withDatabase { database async throws in
            try await database.migrate([.first, .second, .third])
            await #expect(throws: SQLError.binaryTooOld(binary: 1, oldestBinary: 2, schema: 3)) {
                try await database.migrate([.first])
            }
        }
    }

    @Test(arguments: DatabaseDriver.all)
    func `refuses a migration that was changed after it had been applied`(_ driver: DatabaseDriver) async throws {
        try await driver.withDatabase { database async throws in
            try await database.migrate([.first])
            let changed = SQLMigration(version: 1, name: "first", oldestBinary: 1) { _ in
                ["CREATE TABLE b (id INTEGER)"]
            }
            await #expect(throws: SQLError.migrations(reason: "`first` (1) was changed after it had been applied")) {
                try await database.migrate([changed, .second])
            }
        }
    }

    @Test(arguments: DatabaseDriver.all)
    func `leaves nothing of a list in which one fails`(_ driver: DatabaseDriver) async throws {
        try await driver.withDatabase { database async throws in
            let broken = SQLMigration(version: 2, name: "broken", oldestBinary: 1) { _ in
                ["CREATE TABLE b (id INTEGER)", "CREATE TABLE a (id INTEGER)"]
            }
            await #expect(throws: SQLError.self) { try await database.migrate([.first, broken]) }
            await #expect(throws: SQLError.self) { try await database.read("SELECT id FROM a") }
            let after = try await database.migrate([.first, .second])
            #expect(after == state(2, 1))
        }
    }

    @Test(arguments: DatabaseDriver.all)
    func `refuses a migration whose check does not hold`(_ driver: DatabaseDriver) async throws {
        try await driver.withDatabase { database async throws in
            let check = SQLMigrationCheck(
                name: "no row is without a name", violations: "SELECT id FROM a WHERE name IS NULL")
            let checked = SQLMigration(version: 3, name: "checked", oldestBinary: 1, checks: [check]) { _ in
                ["INSERT INTO a (id) VALUES (1)"]
            }
            await #expect(
                throws: SQLError.migrationFailed(
                    version: 3, name: "checked", reason: "`no row is without a name` does not hold")
            ) {
                try await database.migrate([.first, .second, checked])
            }
        }
    }

    @Test(arguments: DatabaseDriver.all)
    func `refuses migrations that leave a reference to nothing`(_ driver: DatabaseDriver) async throws {
        try await driver.withDatabase { database async throws in
            let dangling = SQLMigration(version: 2, name: "dangling", oldestBinary: 1) { _ in
                [
                    "CREATE TABLE b (id INTEGER PRIMARY KEY, a INTEGER NOT NULL REFERENCES a (id))",
                    "INSERT INTO b (id, a) VALUES (1, 7)",
                ]
            }
            await #expect(throws: SQLError.self) { try await database.migrate([.first, dangling]) }
            await #expect(throws: SQLError.self) { try await database.read("SELECT id FROM b") }
        }
    }

    @Test(arguments: [
        ([2], "`m` has number 2 instead of 1"), ([1, 1], "`m` has number 1 instead of 2"),
        ([1, 3], "`m` has number 3 instead of 2"),
    ])
    func `refuses a list with wrong numbers`(_ numbers: [Int], _ reason: String) async throws {
        try await DatabaseDriver.all[0].withDatabase { database async throws in
            let list = numbers.map { SQLMigration(version: $0, name: "m", oldestBinary: 1) { _ in [] } }
            await #expect(throws: SQLError.migrations(reason: reason)) { try await database.migrate(list) }
        }
    }

    @Test(arguments: [[0], [2], [1, 2, 1]])
    func `refuses an oldest binary that goes back or ahead`(_ oldest: [Int]) async throws {
        try await DatabaseDriver.all[0].withDatabase { database async throws in
            let list = oldest.enumerated().map { index, oldest in
                SQLMigration(version: index + 1, name: "m", oldestBinary: oldest) { _ in [] }
            }
            await #expect {
                try await database.migrate(list)
            } throws: { error in
                (error as? SQLError)?.kind == "migrations"
            }
        }
    }
}

private func state(_ version: Int, _ oldestBinary: Int) -> SQLSchemaState {
    SQLSchemaState(version: version, oldestBinary: oldestBinary)
}

extension SQLMigration {
    fileprivate static let first = SQLMigration(version: 1, name: "first", oldestBinary: 1) { dialect in
        ["CREATE TABLE a (id \(dialect.integer) PRIMARY KEY)\(dialect.tableOptions)"]
    }
    fileprivate static let second = SQLMigration(version: 2, name: "second", oldestBinary: 1) { dialect in
        ["ALTER TABLE a ADD COLUMN name \(dialect.text)"]
    }
    fileprivate static let third = SQLMigration(version: 3, name: "third", oldestBinary: 2) { dialect in
        ["CREATE INDEX a_name ON a (name)"]
    }
}
