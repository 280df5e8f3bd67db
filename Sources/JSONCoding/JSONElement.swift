/// A value together with its place, so that whoever refuses it can say where.
public struct JSONElement: Sendable {
    /// The value.
    public let value: JSONValue
    /// Its place in the document.
    public let path: JSONPath

    /// Joins a value with its place.
    public init(_ value: JSONValue, at path: JSONPath = .root) {
        self.value = value
        self.path = path
    }

    /// Reads the value as a type.
    public func read<T: JSONReadable>(as type: T.Type = T.self) throws(JSONError) -> T {
        try T(json: self)
    }

    /// The string.
    public func string() throws(JSONError) -> String {
        guard case .string(let string) = value else { throw wrongType(expected: .string) }
        return string
    }

    /// The truth value.
    public func bool() throws(JSONError) -> Bool {
        guard case .bool(let bool) = value else { throw wrongType(expected: .boolean) }
        return bool
    }

    /// The integer; a number with fraction or exponent is refused.
    public func integer() throws(JSONError) -> Int64 {
        guard case .integer(let integer) = value else { throw wrongType(expected: .integer) }
        return integer
    }

    /// The integer, which must lie in a range.
    public func integer<T: FixedWidthInteger>(in range: ClosedRange<T>) throws(JSONError) -> T {
        guard let integer = T(exactly: try integer()), range.contains(integer) else {
            throw invalid("must be from \(range.lowerBound) to \(range.upperBound)")
        }
        return integer
    }

    /// The number, be it written as an integer or not.
    public func number() throws(JSONError) -> Double {
        switch value {
        case .number(let number): return number
        case .integer(let integer): return Double(integer)
        default: throw wrongType(expected: .number)
        }
    }

    /// The elements of the array, at most `limit` of them.
    public func elements(atMost limit: Int = .max) throws(JSONError) -> [JSONElement] {
        guard case .array(let values) = value else { throw wrongType(expected: .array) }
        guard values.count <= limit else { throw invalid("at most \(limit) elements are allowed") }
        return values.indices.map { JSONElement(values[$0], at: path.appending($0)) }
    }

    /// A reader of the object.
    public func object() throws(JSONError) -> JSONObject {
        try JSONObject(self)
    }

    /// The error that says another kind was expected here.
    public func wrongType(expected: JSONType) -> JSONError {
        JSONError(.wrongType(expected: expected, found: value.type), at: path)
    }

    /// The error that says the value here is not allowed; `reason` is lower case and never holds the value.
    public func invalid(_ reason: String) -> JSONError {
        JSONError(.invalidValue(reason), at: path)
    }
}
