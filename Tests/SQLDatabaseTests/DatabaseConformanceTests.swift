import SQLDatabase
import Testing

@Suite(.timeLimit(.minutes(10))) struct DatabaseConformanceTests {
    @Test(arguments: DatabaseDriver.all)
    func `gives back every value as it was bound`(_ driver: DatabaseDriver) async throws {
        try await driver.withTables { database async throws in
            let texts = ["", "plain", "한국어 🔑", "quote ' and \" and --"]
            let blobs: [[UInt8]] = [[], [0, 1, 255], [UInt8](repeating: 7, count: 100_000), [9]]
            let reals = [0, -1.5, .greatestFiniteMagnitude, 1e-300]
            let ids = [Int64.min, -1, 0, .max]
            for index in texts.indices {
                let insert: SQLStatement = """
                    INSERT INTO item (id, name, weight, data)
                    VALUES (\(ids[index]), \(texts[index]), \(reals[index]), \(blobs[index]))
                    """
                _ = try await database.write(SQLWrite([SQLStep(insert, expecting: .rows(exactly: 1))]))
            }
            let rows = try await database.read("SELECT id, name, weight, data FROM item ORDER BY id")
            #expect(try rows.map { row throws in try row.integer(0) } == ids)
            #expect(try rows.map { row throws in try row.text(1) } == texts)
            #expect(try rows.map { row throws in try row.real(2) } == reals)
            #expect(try rows.map { row throws in try row.blob(3) } == blobs)
        }
    }

    @Test(arguments: DatabaseDriver.all)
    func `keeps null apart from empty`(_ driver: DatabaseDriver) async throws {
        try await driver.withTables { database async throws in
            _ = try await database.write(.item(1))
            let row = try #require(try await database.read("SELECT name, weight, data, id FROM item").first)
            #expect(try row.optionalText(0) == nil)
            #expect(try row.optionalReal(1) == nil)
            #expect(try row.optionalBlob(2) == nil)
            #expect(try row.optionalInteger(3) == 1)
            #expect(try row.boolean(3))
        }
    }

    @Test(arguments: DatabaseDriver.all)
    func `refuses to read a column as another type`(_ driver: DatabaseDriver) async throws {
        try await driver.withTables { database async throws in
            _ = try await database.write(.item(2, "two"))
            let row = try #require(try await database.read("SELECT id, name, data FROM item").first)
            #expect(throws: SQLError.column(index: 0, expected: "text", found: "integer")) { try row.text(0) }
            #expect(throws: SQLError.column(index: 1, expected: "integer", found: "text")) { try row.integer(1) }
            #expect(throws: SQLError.column(index: 2, expected: "blob", found: "null")) { try row.blob(2) }
            #expect(throws: SQLError.column(index: 0, expected: "0 or 1", found: "integer")) { try row.boolean(0) }
            #expect(throws: SQLError.column(index: 3, expected: "a value", found: "nothing")) { try row.value(3) }
        }
    }

    @Test(arguments: DatabaseDriver.all)
    func `binds what is interpolated and never makes it SQL`(_ driver: DatabaseDriver) async throws {
        try await driver.withTables { database async throws in
            let hostile = "x'); DROP TABLE item; --"
            _ = try await database.write(.item(1, hostile))
            _ = try await database.write(.item(2, "b"))
            let names = [hostile, "c"]
            let found = try await database.read("SELECT id FROM item WHERE name IN (\(list: names))")
            #expect(try found.map { row throws in try row.integer(0) } == [1])
            let none: [String] = []
            #expect(try await database.read("SELECT id FROM item WHERE name IN (\(list: none))").isEmpty)
        }
    }

    @Test(arguments: DatabaseDriver.all)
    func `commits every step and returns the rows of each`(_ driver: DatabaseDriver) async throws {
        try await driver.withTables { database async throws in
            let result = try await database.write(
                SQLWrite([
                    SQLStep("INSERT INTO item (id, name) VALUES (1, 'a'), (2, 'a')", expecting: .rows(exactly: 2)),
                    SQLStep("UPDATE item SET name = 'b' WHERE id = 1 RETURNING id, name", expecting: .rows(atLeast: 1)),
                    SQLStep("DELETE FROM item WHERE id = 9"),
                ]))
            guard case .committed(let rows, let numbers) = result else {
                Issue.record("refused: \(result)")
                return
            }
            #expect(rows.map(\.changes) == [2, 1, 0])
            #expect(rows[1].count == 1)
            #expect(try rows[1][0].text(1) == "b")
            #expect(numbers == [])
        }
    }

    @Test(arguments: DatabaseDriver.all)
    func `takes back a refused write whole and says which step refused`(_ driver: DatabaseDriver) async throws {
        try await driver.withTables { database async throws in
            let result = try await database.write(
                SQLWrite([
                    SQLStep("INSERT INTO item (id, name) VALUES (1, 'a') RETURNING name"),
                    SQLStep("UPDATE item SET name = 'b' WHERE id = 7", expecting: .rows(exactly: 1)),
                    SQLStep("INSERT INTO item (id) VALUES (3)"),
                ]))
            guard case .refused(step: 1, let rows) = result else {
                Issue.record("not refused: \(result)")
                return
            }
            #expect(rows.count == 2)
            #expect(try rows[0][0].text(0) == "a")
            #expect(try await database.read("SELECT id FROM item").isEmpty)
        }
    }

    @Test(arguments: DatabaseDriver.all)
    func `refuses fewer and more rows than expected`(_ driver: DatabaseDriver) async throws {
        try await driver.withTables { database async throws in
            _ = await database.write([.item(1), .item(2)])
            for (expectation, isMet) in [
                (SQLExpectation.any, true), (.rows(exactly: 2), true), (.rows(exactly: 1), false),
                (.rows(exactly: 3), false), (.rows(atLeast: 2), true), (.rows(atLeast: 3), false),
            ] {
                for statement in ["SELECT id FROM item", "UPDATE item SET name = 'x'"] as [SQLStatement] {
                    let result = try await database.write(SQLWrite([SQLStep(statement, expecting: expectation)]))
                    #expect((result.numbers != nil) == isMet, "\(expectation) \(statement.text.text)")
                }
            }
        }
    }

    @Test(arguments: DatabaseDriver.all)
    func `leaves nothing of refused writes, batch after batch`(_ driver: DatabaseDriver) async throws {
        try await driver.withTables { database async throws in
            // Enough of them for a driver that changes how it goes about a batch after a refusal, and changes it back.
            for batch in 0..<40 {
                let id = 10 * batch
                let never = SQLStep("UPDATE item SET name = 'x' WHERE id = -1", expecting: .rows(exactly: 1))
                let results = await database.write([
                    .item(id),
                    SQLWrite([never, SQLStep("INSERT INTO item (id) VALUES (\(id + 1))")]),
                    .item(id + 2),
                    SQLWrite(
                        (batch % 20 == 0 ? [SQLStep("INSERT INTO item (id) VALUES (\(id + 3))")] : []) + [never]),
                    SQLWrite([SQLStep("DELETE FROM item WHERE id = \(id)"), SQLStep("INSERT INTO nowhere VALUES (1)")]),
                    .item(id + 4),
                ])
                #expect(results.map(\.kind) == ["yes", "refused", "yes", "refused", "statement", "yes"])
            }
            let rows = try await database.read("SELECT id FROM item ORDER BY id")
            let kept = (0..<40).flatMap { [10 * $0, 10 * $0 + 2, 10 * $0 + 4] }
            #expect(try rows.map { row throws in Int(try row.integer(0)) } == kept)
        }
    }

    @Test(arguments: DatabaseDriver.all)
    func `lets no write of a batch fail another`(_ driver: DatabaseDriver) async throws {
        try await driver.withTables { database async throws in
            let results = await database.write([
                .item(1),
                SQLWrite([SQLStep("INSERT INTO item (id) VALUES (10)"), SQLStep("INSERT INTO item (id) VALUES (1)")]),
                .item(2),
                SQLWrite([SQLStep("INSERT INTO item (id) VALUES (11)", expecting: .rows(exactly: 2))]),
                SQLWrite([SQLStep("INSERT INTO nowhere VALUES (1)")]),
                // The reference is checked when the transaction ends.
                SQLWrite([SQLStep("INSERT INTO part (id, item, code) VALUES (1, 99, 'x')")]),
                .item(3),
            ])
            #expect(results.map(\.kind) == ["yes", "unique", "yes", "refused", "statement", "foreign key", "yes"])
            let rows = try await database.read("SELECT id FROM item ORDER BY id")
            #expect(try rows.map { row throws in try row.integer(0) } == [1, 2, 3])
        }
    }

    @Test(arguments: DatabaseDriver.all)
    func `names the kind of constraint that forbids a change`(_ driver: DatabaseDriver) async throws {
        try await driver.withTables { database async throws in
            _ = await database.write([
                .item(1), SQLWrite([SQLStep("INSERT INTO part (id, item, code) VALUES (1, 1, 'a')")]),
            ])
            for (statement, kind) in [
                ("INSERT INTO part (id, item, code) VALUES (1, 1, 'b')", "unique"),
                ("INSERT INTO part (id, item, code) VALUES (2, 1, 'a')", "unique"),
                ("INSERT INTO part (id, item, code) VALUES (2, 1, NULL)", "not null"),
                ("INSERT INTO part (id, item, code) VALUES (2, 1, 'bad')", "check"),
                ("INSERT INTO part (id, item, owner, code) VALUES (2, 1, 5, 'c')", "foreign key"),
                ("INSERT INTO part (id, item, code) VALUES (2, 5, 'c')", "foreign key"),
                ("DELETE FROM item", "foreign key"),
            ] as [(SQLStatement, String)] {
                #expect(await database.write([SQLWrite([SQLStep(statement)])]).map(\.kind) == [kind])
            }
        }
    }

    @Test(arguments: DatabaseDriver.all)
    func `lets exactly one of many consume a thing`(_ driver: DatabaseDriver) async throws {
        try await driver.withTables { database async throws in
            _ = try await database.write(.item(1, "code"))
            let consume = SQLWrite([
                SQLStep("DELETE FROM item WHERE name = 'code' RETURNING id", expecting: .rows(exactly: 1))
            ])
            let winners = try await withThrowingTaskGroup(of: Bool.self) { group in
                for _ in 0..<50 { group.addTask { try await database.write(consume).numbers != nil } }
                return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(winners == 1)
        }
    }

    @Test(arguments: DatabaseDriver.all)
    func `shows all statements of a read the same snapshot`(_ driver: DatabaseDriver) async throws {
        try await driver.withTables { database async throws in
            _ = await database.write([.item(1, "0"), .item(2, "0")])
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    for number in 1...200 {
                        let steps = [1, 2].map { SQLStep("UPDATE item SET name = \("\(number)") WHERE id = \($0)") }
                        _ = try await database.write(SQLWrite(steps))
                    }
                }
                for _ in 0..<200 {
                    let rows = try await database.read([
                        "SELECT name FROM item WHERE id = 1", "SELECT name FROM item WHERE id = 2",
                    ])
                    #expect(rows[0] == rows[1])
                }
                try await group.waitForAll()
            }
        }
    }

    @Test(arguments: DatabaseDriver.all)
    func `shows a reader every write that was answered before`(_ driver: DatabaseDriver) async throws {
        try await driver.withTables { database async throws in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for task in 0..<8 {
                    group.addTask {
                        for number in 0..<25 {
                            let id = task * 100 + number
                            _ = try await database.write(.item(id))
                            let rows = try await database.read("SELECT id FROM item WHERE id = \(id)")
                            #expect(rows.count == 1)
                        }
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    @Test(arguments: DatabaseDriver.all)
    func `refuses a read that would change something`(_ driver: DatabaseDriver) async throws {
        try await driver.withTables { database async throws in
            await #expect {
                try await database.read("INSERT INTO item (id) VALUES (1)")
            } throws: { error in
                (error as? SQLError)?.kind == "statement"
            }
            #expect(try await database.read("SELECT id FROM item").isEmpty)
        }
    }

    @Test(arguments: DatabaseDriver.all)
    func `refuses misuse of statements`(_ driver: DatabaseDriver) async throws {
        try await driver.withTables { database async throws in
            for statement in [
                SQLStatement("SELECT ?1"), SQLStatement("SELECT ?1", [.null, .null]), "SELECT 1; SELECT 2", "", " ",
                "SELECT FROM", "SELECT \("a\u{0}b")",
            ] {
                let result = await database.write([SQLWrite([SQLStep(statement)])])
                #expect(result.map(\.kind) == ["statement"], "\(statement.text.text)")
            }
        }
    }

    @Test(arguments: DatabaseDriver.all)
    func `refuses everything after it was closed`(_ driver: DatabaseDriver) async throws {
        try await driver.withTables { database async throws in
            await database.close()
            #expect(await database.write([.item(1), .item(2)]).map(\.kind) == ["closed", "closed"])
            await #expect(throws: SQLError.closed) { try await database.read("SELECT 1") }
            await #expect(throws: SQLError.closed) { try await database.migrate([.tables]) }
        }
    }

    @Test(arguments: DatabaseDriver.all)
    func `answers every write that was accepted before it was closed`(_ driver: DatabaseDriver) async throws {
        try await driver.withTables { database async throws in
            let kinds = await withTaskGroup(of: String.self) { group in
                for id in 0..<100 { group.addTask { await database.write([.item(id)]).map(\.kind)[0] } }
                group.addTask {
                    await database.close()
                    return "end"
                }
                return await group.reduce(into: Set<String>()) { $0.insert($1) }
            }
            #expect(kinds.isSubset(of: ["yes", "closed", "end"]))
        }
    }
}

extension Result<SQLWriteResult, SQLError> {
    /// A word for what happened.
    var kind: String {
        switch self {
        case .success(.committed): "yes"
        case .success(.refused): "refused"
        case .failure(let error): error.kind
        }
    }
}

extension SQLError {
    /// A word for the error.
    var kind: String {
        switch self {
        case .constraint(let kind, _): kind.rawValue
        case .statement: "statement"
        case .closed: "closed"
        case .migrations: "migrations"
        case .overloaded: "overloaded"
        case .deadlineExceeded: "deadline"
        default: "other"
        }
    }
}
