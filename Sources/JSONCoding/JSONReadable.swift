/// A type that can be made of a JSON value.
public protocol JSONReadable {
    /// Makes the value; throws with path and reason if the JSON is anything else.
    init(json: JSONElement) throws(JSONError)
}

/// A type that is made of a JSON object.
public protocol JSONObjectReadable: JSONReadable {
    /// What happens to members that `init(json:)` does not read.
    static var unknownMembers: UnknownMembers { get }

    /// Makes the value of an object's members.
    init(json: inout JSONObject) throws(JSONError)
}

extension JSONObjectReadable {
    /// Makes the value of an object and applies the rule for unknown members.
    public init(json element: JSONElement) throws(JSONError) {
        var object = try JSONObject(element)
        try self.init(json: &object)
        try object.finish(unknown: Self.unknownMembers)
    }
}

extension JSONReadable {
    /// Parses a document and makes the value of it; every error has its line and column.
    public init(jsonBytes bytes: [UInt8], limits: JSONLimits = .standard) throws(JSONError) {
        let value = try JSONValue.parse(bytes, limits: limits)
        do {
            try self.init(json: JSONElement(value))
        } catch {
            throw error.located(in: bytes)
        }
    }
}

extension JSONValue: JSONReadable {
    /// Takes the value as it is.
    public init(json: JSONElement) {
        self = json.value
    }
}

extension String: JSONReadable {
    /// Reads a string.
    public init(json: JSONElement) throws(JSONError) {
        self = try json.string()
    }
}

extension Bool: JSONReadable {
    /// Reads a truth value.
    public init(json: JSONElement) throws(JSONError) {
        self = try json.bool()
    }
}

extension Int64: JSONReadable {
    /// Reads an integer.
    public init(json: JSONElement) throws(JSONError) {
        self = try json.integer()
    }
}

extension Int: JSONReadable {
    /// Reads an integer.
    public init(json: JSONElement) throws(JSONError) {
        self = try json.integer(in: Int.min...Int.max)
    }
}

extension Double: JSONReadable {
    /// Reads any number.
    public init(json: JSONElement) throws(JSONError) {
        self = try json.number()
    }
}

extension Array: JSONReadable where Element: JSONReadable {
    /// Reads an array of values.
    public init(json: JSONElement) throws(JSONError) {
        self = []
        for element in try json.elements() { append(try Element(json: element)) }
    }
}

extension JSONReadable where Self: RawRepresentable, RawValue == String {
    /// Reads one of the names of an enumeration, compared byte by byte.
    public init(json: JSONElement) throws(JSONError) {
        guard let value = Self(exactly: try json.string()) else { throw json.invalid("not one of the known values") }
        self = value
    }
}

extension JSONReadable where Self: RawRepresentable & CaseIterable, RawValue == String {
    /// Reads one of the names of an enumeration, compared byte by byte; the error lists them.
    public init(json: JSONElement) throws(JSONError) {
        guard let value = Self(exactly: try json.string()) else {
            throw json.invalid("must be one of " + Self.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", "))
        }
        self = value
    }
}

extension RawRepresentable where RawValue == String {
    /// `init(rawValue:)` of an enumeration matches canonically equivalent text too; this one does not.
    fileprivate init?(exactly text: String) {
        guard let value = Self(rawValue: text), value.rawValue.hasSameBytes(as: text) else { return nil }
        self = value
    }
}
