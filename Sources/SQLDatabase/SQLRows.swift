/// The rows that a statement returned, and how many rows it changed.
public struct SQLRows: Sendable, Equatable, RandomAccessCollection {
    let values: [SQLValue]
    let columnCount: Int
    /// The number of rows returned.
    public let count: Int
    /// The number of rows that an insert, update or delete changed; 0 for a query.
    public let changes: Int

    init(values: [SQLValue] = [], columnCount: Int = 0, count: Int = 0, changes: Int = 0) {
        self.values = values
        self.columnCount = columnCount
        self.count = count
        self.changes = changes
    }

    /// Zero.
    public var startIndex: Int { 0 }
    /// The number of rows.
    public var endIndex: Int { count }

    /// The row at a position.
    public subscript(position: Int) -> SQLRow {
        precondition(position >= 0 && position < count, "row index out of range")
        return SQLRow(values: values[position * columnCount..<(position + 1) * columnCount])
    }

    /// The number that an expectation is compared with: the rows returned, or the rows changed if it returns none.
    var expected: Int { columnCount > 0 ? count : changes }
}

/// One row; columns are counted from 0.
public struct SQLRow: Sendable, Equatable {
    private let values: ArraySlice<SQLValue>

    init(values: ArraySlice<SQLValue>) {
        self.values = values
    }

    /// The number of columns.
    public var columnCount: Int { values.count }

    /// The value of a column as it was stored.
    ///
    /// - Throws: `SQLError.column` when there is no such column.
    public func value(_ column: Int) throws(SQLError) -> SQLValue {
        guard column >= 0, column < values.count else {
            throw .column(index: column, expected: "a value", found: "nothing")
        }
        return values[values.startIndex + column]
    }

    /// The text of a column.
    ///
    /// - Throws: `SQLError.column` when it holds anything else.
    public func text(_ column: Int) throws(SQLError) -> String {
        guard let text = try optionalText(column) else { throw mismatch(column, "text", .null) }
        return text
    }

    /// The integer of a column.
    ///
    /// - Throws: `SQLError.column` when it holds anything else.
    public func integer(_ column: Int) throws(SQLError) -> Int64 {
        guard let integer = try optionalInteger(column) else { throw mismatch(column, "integer", .null) }
        return integer
    }

    /// The number of a column; an integer is converted.
    ///
    /// - Throws: `SQLError.column` when it holds anything else.
    public func real(_ column: Int) throws(SQLError) -> Double {
        guard let real = try optionalReal(column) else { throw mismatch(column, "real", .null) }
        return real
    }

    /// The bytes of a column.
    ///
    /// - Throws: `SQLError.column` when it holds anything else.
    public func blob(_ column: Int) throws(SQLError) -> [UInt8] {
        guard let blob = try optionalBlob(column) else { throw mismatch(column, "blob", .null) }
        return blob
    }

    /// The truth value of a column that holds 0 or 1.
    ///
    /// - Throws: `SQLError.column` when it holds anything else.
    public func boolean(_ column: Int) throws(SQLError) -> Bool {
        switch try value(column) {
        case .integer(0): false
        case .integer(1): true
        case let other: throw mismatch(column, "0 or 1", other)
        }
    }

    /// The text of a column, or nil for null.
    ///
    /// - Throws: `SQLError.column` when it holds anything else.
    public func optionalText(_ column: Int) throws(SQLError) -> String? {
        switch try value(column) {
        case .text(let text): text
        case .null: nil
        case let other: throw mismatch(column, "text", other)
        }
    }

    /// The integer of a column, or nil for null.
    ///
    /// - Throws: `SQLError.column` when it holds anything else.
    public func optionalInteger(_ column: Int) throws(SQLError) -> Int64? {
        switch try value(column) {
        case .integer(let integer): integer
        case .null: nil
        case let other: throw mismatch(column, "integer", other)
        }
    }

    /// The number of a column, or nil for null; an integer is converted.
    ///
    /// - Throws: `SQLError.column` when it holds anything else.
    public func optionalReal(_ column: Int) throws(SQLError) -> Double? {
        switch try value(column) {
        case .real(let real): real
        case .integer(let integer): Double(integer)
        case .null: nil
        case let other: throw mismatch(column, "real", other)
        }
    }

    /// The bytes of a column, or nil for null.
    ///
    /// - Throws: `SQLError.column` when it holds anything else.
    public func optionalBlob(_ column: Int) throws(SQLError) -> [UInt8]? {
        switch try value(column) {
        case .blob(let blob): blob
        case .null: nil
        case let other: throw mismatch(column, "blob", other)
        }
    }

    private func mismatch(_ column: Int, _ expected: String, _ found: SQLValue) -> SQLError {
        .column(index: column, expected: expected, found: found.kind)
    }
}
