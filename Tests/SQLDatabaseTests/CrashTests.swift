import Glibc
import SQLDatabase
import TestSupport
import Testing

/// The generator SplitMix64, for kills that can be repeated.
private struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}

/// An entry that was acknowledged to a caller.
private struct Acknowledged: Hashable {
    let writer: Int
    let number: Int
    let sequence: Int64

    init(writer: Int, line: String) throws {
        let numbers = line.split(separator: " ").compactMap { Int64($0) }
        try #require(numbers.count == 2, "\(line)")
        (self.writer, number, sequence) = (writer, Int(numbers[0]), numbers[1])
    }

    init(_ row: SQLRow) throws {
        (writer, number, sequence) = (Int(try row.integer(0)), Int(try row.integer(1)), try row.integer(2))
    }
}

@Suite(.serialized, .timeLimit(.minutes(10))) struct CrashTests {
    let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    @Test func `keeps every acknowledged write and no gap when the process is killed`() async throws {
        var generator = SeededGenerator(state: 7)
        var acknowledged: Set<Acknowledged> = []
        for round in 0..<10 {
            let child = try ChildProcess(["write", directory.database, "\(round)", "1000000", "8"])
            let count = Int.random(in: 1...300, using: &generator)
            let first = try await child.lines(upTo: count)
            try #require(first.count == count)
            spin(.microseconds(Int.random(in: 0...3000, using: &generator)))
            child.killAtOnce()
            let last = try await child.lines()
            for line in first + last { acknowledged.insert(try Acknowledged(writer: round, line: line)) }
            #expect(try await child.end() == -SIGKILL)
            try await check(acknowledged)
        }
    }

    @Test func `keeps the numbers of several processes without a gap`() async throws {
        let children = try (0..<3).map { try ChildProcess(["write", directory.database, "\($0)", "200", "4"]) }
        var acknowledged: Set<Acknowledged> = []
        for (writer, child) in children.enumerated() {
            for line in try await child.lines() { acknowledged.insert(try Acknowledged(writer: writer, line: line)) }
            #expect(try await child.end() == 0)
        }
        #expect(acknowledged.count == 600)
        try await check(acknowledged)
    }

    @Test func `lets several processes migrate at once`() async throws {
        let children = try (0..<6).map { _ in try ChildProcess(["migrate", directory.database]) }
        for child in children {
            #expect(try await child.lines(upTo: 1) == ["version 1"])
            #expect(try await child.end() == 0)
        }
    }

    /// Opens the database as the next process would and compares.
    private func check(_ acknowledged: Set<Acknowledged>) async throws {
        let database = try await SQLiteDatabase.open(.patient(path: directory.database))
        let answers = try await database.read([
            "SELECT writer, number, sequence FROM entry ORDER BY sequence", "SELECT value FROM counter",
            "PRAGMA integrity_check", "SELECT writer, max(number) FROM entry GROUP BY writer",
        ])
        await database.close()
        let stored = try answers[0].map { row throws in try Acknowledged(row) }
        #expect(acknowledged.subtracting(stored).isEmpty)
        #expect(stored.map(\.sequence) == Array(1...Int64(stored.count)))
        #expect(try answers[1].first?.integer(0) == Int64(stored.count))
        #expect(try answers[2].first?.text(0) == "ok")
    }

    /// Lets a moment pass without giving up the processor.
    private func spin(_ time: Duration) {
        let end = ContinuousClock.now + time
        while ContinuousClock.now < end {}
    }
}
