import SQLDatabase
import Testing

@Suite(.timeLimit(.minutes(10))) struct CounterConformanceTests {
    @Test(arguments: DatabaseDriver.all)
    func `allots the numbers of a batch in order`(_ driver: DatabaseDriver) async throws {
        try await driver.withTables { database async throws in
            let results = await database.write([
                .journal("a", "1", "2"), .journal("b", "1"), .journal("a", "3"), .journal("b", "2", "3", "4"),
            ])
            #expect(try results.map { try $0.get().numbers } == [[1], [1], [3], [2]])
            #expect(try await sequences(database, "a") == [1, 2, 3])
            let next = try await database.write(.journal("a", "4"))
            #expect(next.numbers == [4])
            #expect(try await counter(database, "a") == 4)
        }
    }

    @Test(arguments: DatabaseDriver.all)
    func `leaves no gap where writes are refused or fail`(_ driver: DatabaseDriver) async throws {
        try await driver.withTables { database async throws in
            var failing = SQLWrite.journal("a", "x")
            failing.steps.append(SQLStep("INSERT INTO item (id) VALUES (1), (1)"))
            var late = SQLWrite.journal("a", "x")
            late.steps.append(SQLStep("INSERT INTO part (id, item, code) VALUES (1, 99, 'x')"))
            let results = await database.write([
                .journal("a", "1"), .journal("a", "x", "x", refused: true), .journal("a", "2"), failing,
                .journal("a", "3"), late, .journal("a", "4"),
            ])
            #expect(
                results.map(\.kind) == ["yes", "refused", "yes", "unique", "yes", "foreign key", "yes"])
            #expect(try await sequences(database, "a") == [1, 2, 3, 4])
            #expect(try await counter(database, "a") == 4)
        }
    }

    @Test(arguments: DatabaseDriver.all)
    func `stays without a gap under many writers`(_ driver: DatabaseDriver) async throws {
        try await driver.withTables { database async throws in
            let answered = try await withThrowingTaskGroup(of: [Int64].self) { group in
                for task in 0..<32 {
                    group.addTask {
                        var numbers: [Int64] = []
                        for step in 0..<20 {
                            let write = SQLWrite.journal("a", "\(task)-\(step)", refused: (task + step) % 3 == 0)
                            numbers += try await database.write(write).numbers ?? []
                        }
                        return numbers
                    }
                }
                return try await group.reduce(into: []) { $0 += $1 }
            }
            let stored = try await sequences(database, "a")
            #expect(stored == Array(1...Int64(stored.count)))
            #expect(answered.sorted() == stored)
        }
    }

    @Test(arguments: DatabaseDriver.all)
    func `lets one write use several counters`(_ driver: DatabaseDriver) async throws {
        try await driver.withTables { database async throws in
            _ = try await database.write(.journal("b", "1", "2"))
            let keys = ["a", "b"].map { SQLCounterKey.text($0) }
            let steps = keys.map { SQLStep("SELECT \(SQLValue.sequence($0, offset: 1))") }
            let result = try await database.write(SQLWrite(steps, counters: keys.map { SQLCounterUse($0, count: 2) }))
            guard case .committed(let rows, [1, 3]) = result else {
                Issue.record("unexpected: \(result)")
                return
            }
            #expect(try rows.map { rows throws in try rows[0].integer(0) } == [2, 4])
        }
    }

    @Test(arguments: DatabaseDriver.all)
    func `refuses numbers that were not asked for`(_ driver: DatabaseDriver) async throws {
        try await driver.withTables { database async throws in
            let key = SQLCounterKey.text("a")
            for write in [
                SQLWrite([SQLStep("SELECT \(SQLValue.sequence(key, offset: 0))")]),
                SQLWrite(
                    [SQLStep("SELECT \(SQLValue.sequence(key, offset: 1))")], counters: [SQLCounterUse(key, count: 1)]),
                SQLWrite(
                    [SQLStep("SELECT \(SQLValue.sequence(key, offset: -1))")], counters: [SQLCounterUse(key, count: 1)]),
                SQLWrite([], counters: [SQLCounterUse(key, count: 0)]),
                SQLWrite([], counters: [SQLCounterUse(key, count: 1), SQLCounterUse(key, count: 1)]),
            ] {
                #expect(await database.write([write]).map(\.kind) == ["statement"])
            }
            #expect(try await counter(database, "a") == nil)
        }
    }
}

private func sequences(_ database: any Database, _ stream: String) async throws -> [Int64] {
    let rows = try await database.read("SELECT sequence FROM journal WHERE stream = \(stream) ORDER BY sequence")
    return try rows.map { row throws in try row.integer(0) }
}

private func counter(_ database: any Database, _ name: String) async throws -> Int64? {
    try await database.read("SELECT value FROM counter WHERE name = \(name)").first?.integer(0)
}
