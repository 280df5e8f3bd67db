/// A piece of metadata in a log line.
public enum LogValue: Sendable, Equatable {
    /// Text; what could forge a line or steer a terminal is escaped when it is written.
    case string(String)
    /// An integer.
    case integer(Int64)
    /// A number.
    case number(Double)
    /// A truth value.
    case bool(Bool)

    /// The mark that stands for something hidden.
    public static func redacted<T>(_ value: Redacted<T>) -> LogValue {
        .string(value.description)
    }

    /// The safe description of an error.
    public static func error(_ error: any Error) -> LogValue {
        .string("\(error)")
    }
}

extension LogValue: ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByBooleanLiteral
{
    /// Makes text.
    public init(stringLiteral value: String) {
        self = .string(value)
    }

    /// Makes an integer.
    public init(integerLiteral value: Int64) {
        self = .integer(value)
    }

    /// Makes a number.
    public init(floatLiteral value: Double) {
        self = .number(value)
    }

    /// Makes a truth value.
    public init(booleanLiteral value: Bool) {
        self = .bool(value)
    }
}
