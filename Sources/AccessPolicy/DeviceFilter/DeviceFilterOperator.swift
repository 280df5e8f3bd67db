/// How a device filter compares an attribute with a value.
public enum DeviceFilterOperator: String, Sendable, Hashable, CaseIterable {
    /// The value is the same.
    case equal = "eq"
    /// The value differs, or there is none.
    case notEqual = "ne"
    /// The value begins with a text.
    case startsWith
    /// The value does not begin with a text, or there is none.
    case notStartsWith
    /// The value ends with a text.
    case endsWith
    /// The value does not end with a text, or there is none.
    case notEndsWith
    /// The value contains a text, or a list of values has it as an element.
    case contains
    /// The value does not contain a text, no element of a list is it, or there is no value.
    case notContains
    /// The value is one of several.
    case `in`
    /// The value is none of several, or there is no value.
    case notIn

    private static let byName = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue.lowercased(), $0) })

    /// The operator as it is written, such as `-eq`.
    public var name: String { "-" + rawValue }

    /// Whether it is the denial of another operator: it holds where there is no value.
    public var isNegative: Bool { affirmative != self }

    /// The operator that it denies; the operator itself if it denies none.
    public var affirmative: DeviceFilterOperator {
        switch self {
        case .equal, .notEqual: .equal
        case .startsWith, .notStartsWith: .startsWith
        case .endsWith, .notEndsWith: .endsWith
        case .contains, .notContains: .contains
        case .in, .notIn: .in
        }
    }

    /// Finds an operator by its name without the hyphen, in any case.
    init?(named name: String) {
        guard let found = Self.byName[name.lowercased()] else { return nil }
        self = found
    }
}
