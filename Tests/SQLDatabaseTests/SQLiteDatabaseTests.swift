import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import SQLDatabase

@Suite(.timeLimit(.minutes(10))) struct SQLiteDatabaseTests {
    let directory: TemporaryDirectory
    let configuration: SQLiteConfiguration

    init() throws {
        directory = try TemporaryDirectory()
        configuration = .patient(path: directory.database, counters: .test)
    }

    // MARK: Grouping

    @Test func `commits what has gathered behind a commit together, in order`() async throws {
        let database = try await opened(configuration)
        let before = database.statistics.groups
        let blocker = try SQLiteConnection(configuration, role: .writer)
        try blocker.execute("BEGIN IMMEDIATE")
        try await withThrowingTaskGroup(of: Int64?.self) { group in
            group.addTask { try await database.write(.journal("a", "first")).numbers?.first }
            // The writer has taken it, after the migration, and waits for the other connection.
            try await database.reaches { $0.acceptedWrites >= 2 && $0.queuedWrites == 0 }
            for number in 2...65 {
                group.addTask { try await database.write(.journal("a", "\(number)")).numbers?.first }
            }
            try await database.reaches { $0.queuedWrites == 64 }
            try blocker.execute("COMMIT")
            let numbers = try await group.reduce(into: []) { $0.append($1) }
            #expect(Set(numbers.compactMap { $0 }) == Set(1...65))
        }
        #expect(database.statistics.groups - before == 2)
        await database.close()
    }

    @Test func `refuses more than may wait`() async throws {
        var bounded = configuration
        bounded.queuedWrites = 3
        bounded.queuedReads = 0
        let database = try await opened(bounded)
        let results = await database.write([.item(1), .item(2), .item(3), .item(4)])
        #expect(results.map(\.kind) == ["overloaded", "overloaded", "overloaded", "overloaded"])
        await #expect(throws: SQLError.overloaded) { try await database.read("SELECT 1") }
        #expect(await database.write([.item(1), .item(2), .item(3)]).map(\.kind) == ["yes", "yes", "yes"])
        await database.close()
    }

    // MARK: Time

    @Test func `ends a read that takes too long`() async throws {
        var hasty = configuration
        hasty.readTimeout = .milliseconds(5)
        let database = try await SQLiteDatabase.open(hasty)
        await #expect(throws: SQLError.deadlineExceeded) { try await database.read(.endless) }
        await database.close()
    }

    @Test func `ends a read whose caller went away`() async throws {
        var patient = configuration
        patient.readTimeout = .seconds(3600)
        let database = try await SQLiteDatabase.open(patient)
        await withTaskGroup(of: SQLError?.self) { group in
            group.addTask {
                do throws(SQLError) {
                    _ = try await database.read(.endless)
                    return nil
                } catch {
                    return error
                }
            }
            group.cancelAll()
            #expect(await group.next() == .cancelled)
        }
        await database.close()
    }

    @Test func `ends a write that takes too long and no other of its group`() async throws {
        var hasty = configuration
        hasty.writeTimeout = .milliseconds(50)
        let database = try await opened(hasty)
        let endless = SQLWrite([
            SQLStep(
                """
                WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
                INSERT INTO item (id) SELECT -i FROM n
                """)
        ])
        #expect(await database.write([.item(1), endless, .item(2)]).map(\.kind) == ["yes", "deadline", "yes"])
        #expect(try await database.read("SELECT id FROM item").count == 2)
        await database.close()
    }

    @Test func `does not begin a write that has waited too long`() async throws {
        var hasty = configuration
        hasty.writeQueueTimeout = .zero
        let database = try await opened(hasty)
        #expect(await database.write([.item(1)]).map(\.kind) == ["deadline"])
        await database.close()
    }

    @Test func `gives up when another holds the database`() async throws {
        var hasty = configuration
        hasty.lockTimeout = .milliseconds(5)
        let database = try await opened(hasty)
        let blocker = try SQLiteConnection(configuration, role: .writer)
        try blocker.execute("BEGIN IMMEDIATE")
        let results = await database.write([.item(1), .item(2)])
        #expect(results.map { $0.error } == [.locked, .locked])
        try blocker.execute("ROLLBACK")
        #expect(await database.write([.item(1)]).map(\.kind) == ["yes"])
        await database.close()
    }

    // MARK: Bounds

    @Test func `refuses to return more rows than it may`() async throws {
        var bounded = configuration
        bounded.rowsPerStatement = 10
        let database = try await SQLiteDatabase.open(bounded)
        await #expect(throws: SQLError.tooLarge(detail: "a statement returned more than 10 rows")) {
            try await database.read("WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n")
        }
        await database.close()
    }

    @Test func `keeps only so many prepared statements`() throws {
        var bounded = configuration
        bounded.preparedStatements = 2
        try SQLiteFile.prepare(bounded.path)
        let connection = try SQLiteConnection(bounded, role: .writer)
        for number in 0..<20 {
            let rows = try connection.run(SQLStatement(SQLText("SELECT \(number % 5)")))
            #expect(try rows[0].integer(0) == Int64(number % 5))
        }
        #expect(connection.preparedCount == 2)
    }

    @Test func `keeps the log short while it writes and leaves none behind`() async throws {
        var small = configuration
        small.checkpointPages = 20
        small.restartPages = 60
        let database = try await opened(small)
        let blob = [UInt8](repeating: 1, count: 8000)
        for id in 0..<600 {
            let insert: SQLStatement = "INSERT INTO item (id, data) VALUES (\(id), \(blob))"
            _ = try await database.write(SQLWrite([SQLStep(insert)]))
        }
        #expect(database.statistics.checkpoints > 0)
        #expect(try size(directory.database + "-wal") < 2_500_000)
        await database.close()
        #expect(!FileManager.default.fileExists(atPath: directory.database + "-wal"))
    }

    @Test func `waits for the disk at every commit and checkpoint`() throws {
        try SQLiteFile.prepare(configuration.path)
        for role in [SQLiteConnection.Role.writer, .checkpointer] {
            let connection = try SQLiteConnection(configuration, role: role)
            #expect(try connection.run("PRAGMA synchronous")[0].integer(0) == 2)
            #expect(try connection.run("PRAGMA journal_mode")[0].text(0) == "wal")
        }
    }

    // MARK: The file

    @Test func `makes its files for the owner only`() async throws {
        let database = try await opened(configuration)
        for suffix in ["", "-wal", "-shm"] {
            #expect(try mode(directory.database + suffix) == 0o600)
        }
        await database.close()
        chmod(directory.database, 0o644)
        await (try SQLiteDatabase.open(configuration)).close()
        #expect(try mode(directory.database) == 0o600)
    }

    @Test func `says that a path cannot be opened`() async {
        let path = "/dev/null/db"
        await #expect(throws: SQLError.cannotOpen(path: path, reason: "not a directory")) {
            try await SQLiteDatabase.open(SQLiteConfiguration(path: path))
        }
    }

    @Test func `says that a file is not a database`() async throws {
        let bytes = [UInt8](repeating: 0x41, count: 8192)
        try Data(bytes).write(to: URL(filePath: directory.database))
        await #expect(throws: SQLError.notADatabase(path: directory.database)) {
            try await SQLiteDatabase.open(configuration)
        }
    }

    @Test func `says that a file is damaged`() async throws {
        let database = try await opened(configuration)
        for id in 0..<200 { _ = try await database.write(.item(id, String(repeating: "x", count: 500))) }
        await database.close()
        var bytes = [UInt8](try Data(contentsOf: URL(filePath: directory.database)))
        for index in 4096..<bytes.count { bytes[index] = 0xee }
        try Data(bytes).write(to: URL(filePath: directory.database))
        let damaged = try await SQLiteDatabase.open(configuration)
        await #expect(throws: SQLError.corrupt(path: directory.database)) {
            try await damaged.read("SELECT count(*), max(name) FROM item")
        }
        #expect(await damaged.write([.item(1)]).map(\.error) == [.corrupt(path: directory.database)])
        await damaged.close()
    }

    @Test(.enabled(if: SmallFileSystem.isPermitted, "this process may not mount a tmpfs"))
    func `says that the disk is full, loses nothing acknowledged, and goes on when there is room`() async throws {
        let disk = try SmallFileSystem(kibibytes: 1024)
        let path = disk.directory.database
        let database = try await opened(SQLiteConfiguration(path: path))
        let blob = [UInt8](repeating: 1, count: 20_000)
        var committed = 0
        var failure: SQLError?
        for id in 0..<100 where failure == nil {
            let insert: SQLStatement = "INSERT INTO item (id, data) VALUES (\(id), \(blob))"
            switch await database.write([SQLWrite([SQLStep(insert)])])[0] {
            case .success: committed += 1
            case .failure(let error): failure = error
            }
        }
        #expect(failure == .diskFull(path: path))
        #expect(try await database.read("SELECT id FROM item").count == committed)
        try disk.grow(kibibytes: 8192)
        #expect(await database.write([.item(1000)]).map(\.kind) == ["yes"])
        await database.close()
    }

    @Test(.enabled(if: SmallFileSystem.isPermitted, "this process may not mount a tmpfs"))
    func `says that a database is read-only`() async throws {
        let disk = try SmallFileSystem(kibibytes: 1024)
        let path = disk.directory.database
        await (try opened(SQLiteConfiguration(path: path))).close()
        try disk.makeReadOnly()
        await #expect(throws: SQLError.readOnly(path: path)) {
            try await SQLiteDatabase.open(SQLiteConfiguration(path: path))
        }
    }

    @Test func `leaves no thread behind when it is dropped without being closed`() async throws {
        _ = try await opened(configuration)
        let again = try await SQLiteDatabase.open(configuration)
        #expect(try await again.read("SELECT id FROM item").isEmpty)
        await again.close()
    }

    // MARK: Errors

    @Test func `describes every error in one line`() {
        let errors: [SQLError] = [
            .overloaded, .closed, .deadlineExceeded, .cancelled, .locked, .cannotOpen(path: "p", reason: "r"),
            .readOnly(path: "p"), .diskFull(path: "p"), .notADatabase(path: "p"), .corrupt(path: "p"),
            .inputOutput(path: "p", reason: "r"), .constraint(.notNull, detail: "t.c"), .tooLarge(detail: "d"),
            .statement(sql: "SELECT\n  1", reason: "r"), .column(index: 0, expected: "text", found: "null"),
            .binaryTooOld(binary: 1, oldestBinary: 2, schema: 3), .migrations(reason: "r"),
            .migrationFailed(version: 1, name: "n", reason: "r"), .engine(code: 1, reason: "r"),
        ]
        for error in errors {
            #expect(!error.description.contains("\n"))
            #expect(!error.description.hasSuffix("."))
        }
        #expect(errors[13].description == "wrong statement `SELECT 1`: r")
        #expect(Set(errors.map(\.description)).count == errors.count)
    }

    private func opened(_ configuration: SQLiteConfiguration) async throws -> SQLiteDatabase {
        var configuration = configuration
        configuration.counters = .test
        let database = try await SQLiteDatabase.open(configuration)
        try await database.migrate([.tables])
        return database
    }

    private func mode(_ path: String) throws -> mode_t {
        var status = stat()
        try #require(stat(path, &status) == 0)
        return status.st_mode & 0o777
    }

    private func size(_ path: String) throws -> Int {
        var status = stat()
        try #require(stat(path, &status) == 0)
        return status.st_size
    }
}

extension Result<SQLWriteResult, SQLError> {
    fileprivate var error: SQLError? {
        if case .failure(let error) = self { return error }
        return nil
    }
}

extension SQLStatement {
    /// A query without an end.
    fileprivate static let endless: SQLStatement =
        "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n WHERE i < 0"
}

extension SQLiteDatabase {
    /// Waits until the statistics are as wanted, or until the test's time is over.
    fileprivate func reaches(_ wanted: (SQLStatistics) -> Bool) async throws {
        while !wanted(statistics) {
            try Task.checkCancellation()
            await Task.yield()
        }
    }
}
