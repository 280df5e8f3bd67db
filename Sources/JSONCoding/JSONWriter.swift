/// An append-only writer of one compact JSON value.
///
/// It builds bytes and nothing between: no tree, no Foundation. Strings are escaped as RFC 8785 section 3.2.2.2 says:
/// the short forms where they exist, `\u00xx` for the other control characters, everything else as it is.
public struct JSONWriter {
    /// What was written so far.
    public private(set) var bytes: [UInt8]

    /// Starts with no bytes and room for `capacity` of them.
    public init(capacity: Int = 256) {
        bytes = []
        bytes.reserveCapacity(capacity)
    }

    /// Starts behind bytes that are already there.
    public init(appendingTo bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Takes over a buffer without copying it; `return(to:)` gives it back.
    fileprivate init(taking buffer: inout [UInt8]) {
        bytes = []
        swap(&bytes, &buffer)
    }

    fileprivate mutating func `return`(to buffer: inout [UInt8]) {
        swap(&bytes, &buffer)
    }

    /// Writes `null`.
    public mutating func null() {
        bytes.append(contentsOf: "null".utf8)
    }

    /// Writes `true` or `false`.
    public mutating func write(_ value: Bool) {
        bytes.append(contentsOf: (value ? "true" : "false").utf8)
    }

    /// Writes an integer.
    public mutating func write(_ value: Int64) {
        bytes.appendDecimal(value)
    }

    /// Writes an integer.
    public mutating func write(_ value: Int) {
        bytes.appendDecimal(Int64(value))
    }

    /// Writes a number in the shortest form that reads back the same, or null if it is not finite.
    public mutating func write(_ value: Double) {
        bytes.append(contentsOf: value.isFinite ? value.description.utf8 : "null".utf8)
    }

    /// Writes a string.
    public mutating func write(_ value: String) {
        bytes.appendQuoted(value)
    }

    /// Writes any value that can write itself.
    public mutating func write(_ value: some JSONWritable) {
        value.write(to: &self)
    }

    /// Writes a value that is JSON already; the bytes are trusted.
    public mutating func write(serialized value: [UInt8]) {
        bytes.append(contentsOf: value)
    }

    /// Writes an object of the members that `body` adds.
    public mutating func object<E: Error>(_ body: (inout JSONObjectWriter) throws(E) -> Void) throws(E) {
        var object = JSONObjectWriter(writer: JSONWriter(taking: &bytes))
        defer { object.writer.return(to: &bytes) }
        object.writer.bytes.append(UInt8(ascii: "{"))
        try body(&object)
        object.writer.bytes.append(UInt8(ascii: "}"))
    }

    /// Writes an array of the elements that `body` adds.
    public mutating func array<E: Error>(_ body: (inout JSONArrayWriter) throws(E) -> Void) throws(E) {
        var array = JSONArrayWriter(writer: JSONWriter(taking: &bytes))
        defer { array.writer.return(to: &bytes) }
        array.writer.bytes.append(UInt8(ascii: "["))
        try body(&array)
        array.writer.bytes.append(UInt8(ascii: "]"))
    }

    fileprivate mutating func comma() {
        bytes.append(UInt8(ascii: ","))
    }

    fileprivate mutating func name(_ name: String) {
        bytes.appendQuoted(name)
        bytes.append(UInt8(ascii: ":"))
    }
}

/// The writer of one object's members; names must differ, which the caller sees to.
public struct JSONObjectWriter {
    fileprivate var writer: JSONWriter
    private var isEmpty = true

    fileprivate init(writer: JSONWriter) {
        self.writer = writer
    }

    private mutating func begin(_ name: String) {
        if !isEmpty { writer.comma() }
        isEmpty = false
        writer.name(name)
    }

    /// Adds a string.
    public mutating func member(_ name: String, _ value: String) {
        begin(name)
        writer.write(value)
    }

    /// Adds an integer.
    public mutating func member(_ name: String, _ value: Int64) {
        begin(name)
        writer.write(value)
    }

    /// Adds an integer.
    public mutating func member(_ name: String, _ value: Int) {
        begin(name)
        writer.write(value)
    }

    /// Adds a number, or null if it is not finite.
    public mutating func member(_ name: String, _ value: Double) {
        begin(name)
        writer.write(value)
    }

    /// Adds a truth value.
    public mutating func member(_ name: String, _ value: Bool) {
        begin(name)
        writer.write(value)
    }

    /// Adds any value that can write itself.
    public mutating func member(_ name: String, _ value: some JSONWritable) {
        begin(name)
        writer.write(value)
    }

    /// Adds a member only if there is a value.
    public mutating func member(_ name: String, ifPresent value: (some JSONWritable)?) {
        if let value { member(name, value) }
    }

    /// Adds a member only if the array has elements.
    public mutating func member(_ name: String, ifNotEmpty value: [some JSONWritable]) {
        if !value.isEmpty { member(name, value) }
    }

    /// Adds a null.
    public mutating func null(_ name: String) {
        begin(name)
        writer.null()
    }

    /// Adds a value that is JSON already; the bytes are trusted.
    public mutating func member(_ name: String, serialized value: [UInt8]) {
        begin(name)
        writer.write(serialized: value)
    }

    /// Adds an object.
    public mutating func object<E: Error>(
        _ name: String, _ body: (inout JSONObjectWriter) throws(E) -> Void
    ) throws(E) {
        begin(name)
        try writer.object(body)
    }

    /// Adds an array.
    public mutating func array<E: Error>(
        _ name: String, _ body: (inout JSONArrayWriter) throws(E) -> Void
    ) throws(E) {
        begin(name)
        try writer.array(body)
    }
}

/// The writer of one array's elements.
public struct JSONArrayWriter {
    fileprivate var writer: JSONWriter
    private var isEmpty = true

    fileprivate init(writer: JSONWriter) {
        self.writer = writer
    }

    private mutating func begin() {
        if !isEmpty { writer.comma() }
        isEmpty = false
    }

    /// Adds a string.
    public mutating func append(_ value: String) {
        begin()
        writer.write(value)
    }

    /// Adds any value that can write itself.
    public mutating func append(_ value: some JSONWritable) {
        begin()
        writer.write(value)
    }

    /// Adds an object.
    public mutating func object<E: Error>(_ body: (inout JSONObjectWriter) throws(E) -> Void) throws(E) {
        begin()
        try writer.object(body)
    }

    /// Adds an array.
    public mutating func array<E: Error>(_ body: (inout JSONArrayWriter) throws(E) -> Void) throws(E) {
        begin()
        try writer.array(body)
    }
}
