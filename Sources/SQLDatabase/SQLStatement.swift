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
        self.init(SQLText(pieces.map { .literal($0) }), parameters)
    }
}

extension SQLStatement: ExpressibleByStringInterpolation {
    /// Takes a literal without parameters.
    public init(stringLiteral text: StaticString) {
        self.init(SQLText(stringLiteral: text))
    }

    /// Takes the collected text and values.
    public init(stringInterpolation: StringInterpolation) {
        self.init(SQLText(stringInterpolation.pieces), stringInterpolation.parameters)
    }

    /// Collects the text and binds the values.
    public struct StringInterpolation: StringInterpolationProtocol {
        var pieces: [SQLText.Piece] = []
        var parameters: [SQLValue] = []

        /// Makes room.
        public init(literalCapacity: Int, interpolationCount: Int) {
            pieces.reserveCapacity(2 * interpolationCount + 1)
            parameters.reserveCapacity(interpolationCount)
        }

        /// Takes a piece of SQL.
        public mutating func appendLiteral(_ literal: StaticString) {
            pieces.append(.literal(literal))
        }

        /// Binds a value.
        public mutating func appendInterpolation(_ value: some SQLValueConvertible) {
            parameters.append(value.sqlValue)
            pieces.append(.parameters(first: parameters.count, count: 1))
        }

        /// Binds a value, or null.
        public mutating func appendInterpolation<Value: SQLValueConvertible>(_ value: Value?) {
            appendInterpolation(value?.sqlValue ?? .null)
        }

        /// Binds each value of a list, separated by commas; an empty list becomes `NULL`, which equals nothing.
        public mutating func appendInterpolation(list values: [some SQLValueConvertible]) {
            pieces.append(
                values.isEmpty ? .literal("NULL") : .parameters(first: parameters.count + 1, count: values.count))
            for value in values { parameters.append(value.sqlValue) }
        }

        /// Takes a piece of SQL that is known when the program is compiled, such as a column list.
        public mutating func appendInterpolation(raw sql: StaticString) {
            pieces.append(.literal(sql))
        }
    }
}
