/// A JSON value: one of the seven kinds of RFC 8259, integers apart from other numbers.
///
/// Equality is exact: strings and member names are compared by their UTF-8 bytes (not by canonical equivalence, under
/// which the Kelvin sign equals a `K`), and an integer differs from a number of the same size.
public enum JSONValue: Sendable {
    /// The literal `null`.
    case null
    /// The literal `true` or `false`.
    case bool(Bool)
    /// A number written without fraction and exponent.
    case integer(Int64)
    /// A number written with fraction or exponent; finite when it was parsed.
    case number(Double)
    /// A string; never holds U+0000 when it was parsed.
    case string(String)
    /// An array.
    case array([JSONValue])
    /// An object, its members in document order.
    case object(JSONMembers)

    /// The kind of this value, as it is named in errors.
    public var type: JSONType {
        switch self {
        case .null: .null
        case .bool: .boolean
        case .integer: .integer
        case .number: .number
        case .string: .string
        case .array: .array
        case .object: .object
        }
    }

    /// The string, or nil if this is anything else.
    public var stringValue: String? {
        if case .string(let string) = self { string } else { nil }
    }

    /// The integer, or nil if this is anything else.
    public var integerValue: Int64? {
        if case .integer(let integer) = self { integer } else { nil }
    }

    /// The elements, or nil if this is no array.
    public var arrayValue: [JSONValue]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    /// The members, or nil if this is no object.
    public var objectValue: JSONMembers? {
        if case .object(let members) = self { members } else { nil }
    }

    /// The value of an object's member, or nil if this is no object or it has no such member.
    public subscript(name: String) -> JSONValue? { objectValue?[name] }
}

/// The kind of a JSON value.
public enum JSONType: String, Sendable, Equatable {
    /// The literal `null`.
    case null
    /// `true` or `false`.
    case boolean
    /// A number without fraction and exponent.
    case integer
    /// Any other number.
    case number
    /// A string.
    case string
    /// An array.
    case array
    /// An object.
    case object
}

extension JSONValue: Equatable {
    /// Compares exactly: type by type and byte by byte.
    public static func == (left: JSONValue, right: JSONValue) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.integer(let left), .integer(let right)): left == right
        case (.number(let left), .number(let right)): left == right
        case (.string(let left), .string(let right)): left.hasSameBytes(as: right)
        case (.array(let left), .array(let right)): left == right
        case (.object(let left), .object(let right)): left == right
        default: false
        }
    }
}

extension String {
    /// Whether both strings are the same UTF-8 bytes; `==` would also accept canonically equivalent ones.
    package func hasSameBytes(as other: String) -> Bool {
        let (left, right) = (utf8Span.span, other.utf8Span.span)
        guard left.count == right.count else { return false }
        for index in left.indices where left[index] != right[index] { return false }
        return true
    }
}
