/// A statement and the values bound to it.
///
/// Made from a kept text, or by interpolation, where every interpolated value is bound and never becomes part of the text:
/// ```swift
/// let statement: SQLStatement = "SELECT name FROM account WHERE id = \(id) AND state IN (\(list: states))"
/// ```
public struct SQLStatement: Sendable, Hashable {
    /// The SQL with `?1`, `?2` and so on.
    public let text: SQLText
    /// The value of `?1` first.
    public let parameters: [SQLValue]

    /// Binds values to a text.
    public init(_ text: SQLText, _ parameters: [SQLValue] = []) {
        self.text = text
        self.parameters = parameters
    }

    /// Binds values to a text that is put together of pieces known when the program is compiled.
    public init(concatenating pieces: [StaticString], _ parameters: [SQLValue]) {
        self.init(SQLText(pieces.reduce(into: "") { $0 += $1.description }), parameters)
    }
}

extension SQLStatement: ExpressibleByStringInterpolation {
    /// Takes a literal without parameters.
    public init(stringLiteral text: StaticString) {
        self.init(SQLText(stringLiteral: text))
    }

    /// Takes the collected text and values.
    public init(stringInterpolation: StringInterpolation) {
        self.init(SQLText(stringInterpolation.text), stringInterpolation.parameters)
    }

    /// Collects the text and binds the values.
    public struct StringInterpolation: StringInterpolationProtocol {
        var text = ""
        var parameters: [SQLValue] = []

        /// Makes room.
        public init(literalCapacity: Int, interpolationCount: Int) {
            text.reserveCapacity(literalCapacity + 3 * interpolationCount)
            parameters.reserveCapacity(interpolationCount)
        }

        /// Takes a piece of SQL.
        public mutating func appendLiteral(_ literal: StaticString) {
            text += literal.description
        }

        /// Binds a value.
        public mutating func appendInterpolation(_ value: some SQLValueConvertible) {
            parameters.append(value.sqlValue)
            text += "?\(parameters.count)"
        }

        /// Binds a value, or null.
        public mutating func appendInterpolation<Value: SQLValueConvertible>(_ value: Value?) {
            appendInterpolation(value?.sqlValue ?? .null)
        }

        /// Binds each value of a list, separated by commas; an empty list becomes `NULL`, which equals nothing.
        public mutating func appendInterpolation(list values: [some SQLValueConvertible]) {
            if values.isEmpty { text += "NULL" }
            for (index, value) in values.enumerated() {
                if index > 0 { text += ", " }
                appendInterpolation(value)
            }
        }

        /// Takes a piece of SQL that is known when the program is compiled, such as a column list.
        public mutating func appendInterpolation(raw sql: StaticString) {
            text += sql.description
        }
    }
}
