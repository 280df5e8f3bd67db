import CSQLite

/// The prepared statements of one connection, bounded; the one that was not used for longest goes first.
@safe
struct SQLiteStatementCache {
    @safe
    private struct Entry {
        let statement: OpaquePointer
        var lastUse: Int
    }

    private let capacity: Int
    private var entries: [SQLText.Key: Entry] = [:]
    private var uses = 0

    init(capacity: Int) {
        self.capacity = max(capacity, 1)
    }

    var count: Int { entries.count }

    /// The prepared statement for a text, if it is kept.
    mutating func find(_ text: SQLText) -> OpaquePointer? {
        uses += 1
        guard let index = entries.index(forKey: text.key) else { return nil }
        entries.values[index].lastUse = uses
        return unsafe entries.values[index].statement
    }

    /// Keeps a prepared statement, which the cache frees from now on.
    mutating func keep(_ statement: OpaquePointer, for text: SQLText) {
        if entries.count >= capacity, let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse }) {
            unsafe sqlite3_finalize(oldest.value.statement)
            entries[oldest.key] = nil
        }
        entries[text.key] = unsafe Entry(statement: statement, lastUse: uses)
    }

    /// Frees them all.
    mutating func removeAll() {
        for entry in entries.values { unsafe sqlite3_finalize(entry.statement) }
        entries = [:]
    }
}
