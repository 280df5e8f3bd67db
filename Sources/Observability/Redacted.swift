public import JSONCoding

/// A value that no log, error, dump or JSON shows: each prints `***` in its place.
///
/// It has no `==`, since comparing secrets belongs to Cryptography, which does it in constant time.
public struct Redacted<Value> {
    private let value: Value

    /// Hides a value.
    public init(_ value: Value) {
        self.value = value
    }

    /// The value itself, for the one place that needs it.
    public func reveal() -> Value { value }
}

extension Redacted: Sendable where Value: Sendable {}

extension Redacted: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// `***`, whatever the value.
    public var description: String { "***" }

    /// `***`, whatever the value.
    public var debugDescription: String { "***" }

    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension Redacted: JSONWritable {
    /// Writes `"***"`, whatever the value.
    public func write(to writer: inout JSONWriter) {
        writer.write("***")
    }
}

extension Redacted: JSONReadable where Value: JSONReadable {
    /// Reads the value and hides it.
    public init(json: JSONElement) throws(JSONError) {
        self.init(try Value(json: json))
    }
}
