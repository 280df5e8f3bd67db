/// The counters of one transaction: each read once, advanced in memory, and written as the last statement before commit.
struct SQLiteCounters {
    private struct Counter {
        let key: SQLCounterKey
        var last: Int64
        var isChanged = false
    }

    private let table: SQLCounterTable?
    private var counters: [Counter] = []
    private var positions: [SQLCounterKey: Int] = [:]

    init(table: SQLCounterTable?) {
        self.table = table
    }

    /// The numbers that come next; they are taken only by `take`.
    ///
    /// - Throws: `SQLError`.
    mutating func allot(_ uses: [SQLCounterUse], on connection: SQLiteConnection) throws(SQLError) -> [SQLAllotment] {
        var allotments: [SQLAllotment] = []
        for use in uses {
            guard use.count > 0, !allotments.contains(where: { $0.key == use.key }) else {
                throw .statement(sql: "", reason: "a write asks for no number of a counter, or twice for the same")
            }
            let last = try counters[position(of: use.key, on: connection)].last
            allotments.append(SQLAllotment(key: use.key, first: last + 1, count: use.count))
        }
        return allotments
    }

    /// Takes the numbers of a write that succeeded.
    mutating func take(_ allotments: [SQLAllotment]) {
        for allotment in allotments {
            guard let position = positions[allotment.key] else { continue }
            counters[position].last += Int64(allotment.count)
            counters[position].isChanged = true
        }
    }

    /// Writes the counters that advanced.
    ///
    /// - Throws: `SQLError`.
    func store(on connection: SQLiteConnection) throws(SQLError) {
        guard let table else { return }
        for counter in counters where counter.isChanged {
            _ = try connection.run(SQLStatement(table.upsert, [counter.key.sqlValue, .integer(counter.last)]))
        }
    }

    private mutating func position(of key: SQLCounterKey, on connection: SQLiteConnection) throws(SQLError) -> Int {
        if let known = positions[key] { return known }
        guard let table else { throw .statement(sql: "", reason: "no counter table is configured") }
        let rows = try connection.run(SQLStatement(table.select, [key.sqlValue]))
        let last = try rows.first?.integer(0) ?? 0
        counters.append(Counter(key: key, last: last))
        positions[key] = counters.count - 1
        return counters.count - 1
    }
}
