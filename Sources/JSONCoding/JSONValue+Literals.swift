extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// Makes `null`.
    public init(nilLiteral: ()) {
        self = .null
    }

    /// Makes `true` or `false`.
    public init(booleanLiteral value: Bool) {
        self = .bool(value)
    }

    /// Makes an integer.
    public init(integerLiteral value: Int64) {
        self = .integer(value)
    }

    /// Makes a number.
    public init(floatLiteral value: Double) {
        self = .number(value)
    }

    /// Makes a string.
    public init(stringLiteral value: String) {
        self = .string(value)
    }

    /// Makes an array.
    public init(arrayLiteral elements: JSONValue...) {
        self = .array(elements)
    }

    /// Makes an object whose members keep the literal's order.
    public init(dictionaryLiteral members: (String, JSONValue)...) {
        self = .object(JSONMembers(members))
    }
}
