/// The name of one counter in the counter table.
public enum SQLCounterKey: Sendable, Hashable {
    /// Stored as text.
    case text(String)
    /// Stored as bytes.
    case blob([UInt8])

    /// The value as it stands in the key column.
    var sqlValue: SQLValue {
        switch self {
        case .text(let text): .text(text)
        case .blob(let bytes): .blob(bytes)
        }
    }
}

/// A write's wish for consecutive numbers of one counter.
public struct SQLCounterUse: Sendable, Hashable {
    /// The counter.
    public let key: SQLCounterKey
    /// How many numbers, at least 1.
    public let count: Int

    /// Asks for `count` consecutive numbers of the counter.
    public init(_ key: SQLCounterKey, count: Int) {
        self.key = key
        self.count = count
    }
}

/// The table whose rows are counters: each holds the last number that was allotted.
///
/// A counter without a row starts at 1; its row is made by the first write that uses it. The numbers that a committed write
/// was allotted follow on those of the committed write before it, without a gap, in commit order.
public struct SQLCounterTable: Sendable {
    let select: SQLText
    let upsert: SQLText

    /// Names the table and its columns; the key column must be unique.
    public init(table: StaticString, keyColumn: StaticString, valueColumn: StaticString) {
        let (table, key, value) = (table.description, keyColumn.description, valueColumn.description)
        select = SQLText("SELECT \(value) FROM \(table) WHERE \(key) = ?1")
        upsert = SQLText(
            """
            INSERT INTO \(table) (\(key), \(value)) VALUES (?1, ?2)
            ON CONFLICT (\(key)) DO UPDATE SET \(value) = excluded.\(value)
            """)
    }
}

/// The numbers that a write was allotted.
struct SQLAllotment {
    let key: SQLCounterKey
    let first: Int64
    let count: Int
}

extension [SQLAllotment] {
    /// The number at an offset, if the write asked for that many.
    func number(_ key: SQLCounterKey, offset: Int) -> Int64? {
        guard let allotment = first(where: { $0.key == key }), (0..<allotment.count).contains(offset) else {
            return nil
        }
        return allotment.first + Int64(offset)
    }
}
