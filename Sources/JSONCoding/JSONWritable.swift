/// A type that can write itself as JSON.
public protocol JSONWritable {
    /// Writes exactly one value.
    func write(to writer: inout JSONWriter)
}

extension JSONWritable {
    /// The value as compact JSON.
    public func jsonBytes() -> [UInt8] {
        var writer = JSONWriter()
        write(to: &writer)
        return writer.bytes
    }
}

extension String: JSONWritable {
    /// Writes a string.
    public func write(to writer: inout JSONWriter) {
        writer.write(self)
    }
}

extension Bool: JSONWritable {
    /// Writes `true` or `false`.
    public func write(to writer: inout JSONWriter) {
        writer.write(self)
    }
}

extension Int: JSONWritable {
    /// Writes an integer.
    public func write(to writer: inout JSONWriter) {
        writer.write(Int64(self))
    }
}

extension Int64: JSONWritable {
    /// Writes an integer.
    public func write(to writer: inout JSONWriter) {
        writer.write(self)
    }
}

extension Double: JSONWritable {
    /// Writes a number, or null if it is not finite.
    public func write(to writer: inout JSONWriter) {
        writer.write(self)
    }
}

extension Array: JSONWritable where Element: JSONWritable {
    /// Writes an array.
    public func write(to writer: inout JSONWriter) {
        writer.array { array in
            for element in self { array.append(element) }
        }
    }
}

extension JSONWritable where Self: RawRepresentable, RawValue == String {
    /// Writes the name of an enumeration's case.
    public func write(to writer: inout JSONWriter) {
        writer.write(rawValue)
    }
}

extension JSONValue: JSONWritable {
    /// Writes the value, members in their order.
    public func write(to writer: inout JSONWriter) {
        switch self {
        case .null: writer.null()
        case .bool(let bool): writer.write(bool)
        case .integer(let integer): writer.write(integer)
        case .number(let number): writer.write(number)
        case .string(let string): writer.write(string)
        case .array(let elements): elements.write(to: &writer)
        case .object(let members):
            writer.object { object in
                for (name, value) in members { object.member(name, value) }
            }
        }
    }
}
