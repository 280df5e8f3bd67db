/// A value that is bound to a statement or read from a row.
public enum SQLValue: Sendable, Hashable {
    /// The SQL null.
    case null
    /// A 64-bit integer.
    case integer(Int64)
    /// A double-precision number.
    case real(Double)
    /// Text; U+0000 in it is refused, because not every engine can store it.
    case text(String)
    /// Bytes.
    case blob([UInt8])
    /// The first number that a counter allots to this write, plus the offset; only in the steps of a write that names the
    /// counter, with an offset below the count it asked for.
    indirect case sequence(SQLCounterKey, offset: Int)

    /// The kind of the value, for messages that must not show the value itself.
    var kind: String {
        switch self {
        case .null: "null"
        case .integer: "integer"
        case .real: "real"
        case .text: "text"
        case .blob: "blob"
        case .sequence: "sequence"
        }
    }
}

/// A type whose values can be bound to a statement.
public protocol SQLValueConvertible {
    /// The value to bind.
    var sqlValue: SQLValue { get }
}

extension SQLValue: SQLValueConvertible {
    /// The value itself.
    public var sqlValue: SQLValue { self }
}

extension String: SQLValueConvertible {
    /// Bound as text.
    public var sqlValue: SQLValue { .text(self) }
}

extension Int: SQLValueConvertible {
    /// Bound as an integer.
    public var sqlValue: SQLValue { .integer(Int64(self)) }
}

extension Int64: SQLValueConvertible {
    /// Bound as an integer.
    public var sqlValue: SQLValue { .integer(self) }
}

extension Double: SQLValueConvertible {
    /// Bound as a real.
    public var sqlValue: SQLValue { .real(self) }
}

extension Bool: SQLValueConvertible {
    /// Bound as the integer 1 or 0.
    public var sqlValue: SQLValue { .integer(self ? 1 : 0) }
}

extension [UInt8]: SQLValueConvertible {
    /// Bound as a blob.
    public var sqlValue: SQLValue { .blob(self) }
}

extension Optional: SQLValueConvertible where Wrapped: SQLValueConvertible {
    /// Bound as the wrapped value, or null.
    public var sqlValue: SQLValue { self?.sqlValue ?? .null }
}
