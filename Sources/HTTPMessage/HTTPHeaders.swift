/// Header fields in the order they were received or added: several values a name, names compared without regard to case.
///
/// All names and values lie in one byte array, so a request's headers cost two allocations however many there are.
public struct HTTPHeaders: Sendable {
    /// The place of one field in the byte array.
    package struct Field: Sendable {
        package var name: Range<Int32>
        package var value: Range<Int32>

        package init(name: Range<Int32>, value: Range<Int32>) {
            self.name = name
            self.value = value
        }
    }

    package private(set) var bytes: [UInt8]
    package private(set) var fields: [Field]

    /// Whether every name is a token and every value free of control bytes; the server never sends headers that are not.
    public private(set) var isWellFormed = true

    /// Makes headers without fields.
    public init() {
        bytes = []
        fields = []
    }

    /// Makes headers of a list of fields.
    public init(_ list: [(HTTPHeaderName, String)]) {
        self.init()
        for (name, value) in list { add(name, value) }
    }

    /// Takes over bytes that a parser has validated, with the places of the fields in them.
    package init(validated bytes: [UInt8], fields: [Field]) {
        self.bytes = bytes
        self.fields = fields
    }

    /// The number of fields.
    public var count: Int { fields.count }

    /// Adds a field after the others; a bad name or value makes the headers malformed (see `isWellFormed`).
    public mutating func add(_ name: HTTPHeaderName, _ value: String) {
        let start = Int32(truncatingIfNeeded: bytes.count)
        var nameBytes = name.rawValue.utf8.makeIterator()
        var isNameEmpty = true
        while let byte = nameBytes.next() {
            isNameEmpty = false
            if !ByteClass.isToken(byte) { isWellFormed = false }
            bytes.append(byte)
        }
        let middle = Int32(truncatingIfNeeded: bytes.count)
        for byte in value.utf8 {
            if !ByteClass.isFieldValue(byte) { isWellFormed = false }
            bytes.append(byte)
        }
        if isNameEmpty { isWellFormed = false }
        fields.append(Field(name: start..<middle, value: middle..<Int32(truncatingIfNeeded: bytes.count)))
    }

    /// Removes every field of a name and adds one.
    public mutating func set(_ name: HTTPHeaderName, _ value: String) {
        remove(name)
        add(name, value)
    }

    /// Removes every field of a name.
    public mutating func remove(_ name: HTTPHeaderName) {
        fields = fields.filter { !matches($0, name) }
    }

    /// Whether a field of this name occurs.
    public func contains(_ name: HTTPHeaderName) -> Bool {
        fields.contains { matches($0, name) }
    }

    /// The value of a field that may occur only once.
    public func single(_ name: HTTPHeaderName) -> SingleValue {
        var found: Field?
        for field in fields where matches(field, name) {
            if found != nil { return .duplicate }
            found = field
        }
        guard let found else { return .absent }
        let value = bytes[Int(found.value.lowerBound)..<Int(found.value.upperBound)]
        guard value.allSatisfy({ $0 < 0x80 }) else { return .opaque }
        return .value(String(decoding: value, as: UTF8.self))
    }

    /// The values of every field of this name, in order, as bytes.
    public func values(_ name: HTTPHeaderName) -> [ArraySlice<UInt8>] {
        fields.filter { matches($0, name) }.map { bytes[Int($0.value.lowerBound)..<Int($0.value.upperBound)] }
    }

    /// Every name and value, in order; bytes that are not UTF-8 are shown as replacement characters.
    public var list: [(name: String, value: String)] {
        fields.map { field in
            let name = bytes[Int(field.name.lowerBound)..<Int(field.name.upperBound)]
            let value = bytes[Int(field.value.lowerBound)..<Int(field.value.upperBound)]
            return (String(decoding: name, as: UTF8.self), String(decoding: value, as: UTF8.self))
        }
    }

    private func matches(_ field: Field, _ name: HTTPHeaderName) -> Bool {
        let utf8 = name.rawValue.utf8
        guard utf8.count == Int(field.name.upperBound - field.name.lowerBound) else { return false }
        var index = Int(field.name.lowerBound)
        for byte in utf8 {
            if ByteClass.lowercased(bytes[index]) != ByteClass.lowercased(byte) { return false }
            index += 1
        }
        return true
    }
}
