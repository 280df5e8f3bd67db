/// Makes sure that a value of a data section is safe to read, with everything that it holds or points to.
///
/// The library reads values inside values on the stack to any depth, follows pointers as often as they are met, and
/// reads a short section beyond its end: a damaged or hostile file would end the process. What passes here is within
/// bounds, shallow and small.
struct DataCheck {
    /// The most maps and arrays inside one another; databases in use have about 5.
    static let maximumDepth = 32
    /// The most values in a record, those behind pointers counted each time; records in use have about 200.
    static let maximumValues = 8192

    /// How far inside a value the library follows pointers.
    enum Reach: Int {
        /// To a member of a member, as a look-up by two names does; what lies deeper is passed over.
        case memberOfMember = 2
        /// Wherever there are any, as the lists of the metadata are read.
        case everything = 1000
    }

    private let reach: Reach
    private var valuesLeft = maximumValues

    /// Checks the value at an offset as far as the library will read it.
    ///
    /// - Returns: where the next value starts.
    /// - Throws: ``DataFault`` when the value is not safe to read.
    @discardableResult
    static func check(_ section: Span<UInt8>, at offset: Int, reach: Reach) throws(DataFault) -> Int {
        var check = DataCheck(reach: reach)
        return try check.end(of: offset, in: section, depth: 0)
    }

    /// Checks a value and returns where the next one starts.
    private mutating func end(of offset: Int, in section: Span<UInt8>, depth: Int) throws(DataFault) -> Int {
        valuesLeft -= 1
        guard valuesLeft >= 0 else { throw .tooMany }
        guard depth <= Self.maximumDepth else { throw .tooDeep }
        let value = try DataValue(section, at: offset)
        guard case .pointer = value.content else { return try end(of: value, in: section, depth: depth) }
        if depth < reach.rawValue {
            _ = try end(of: value.resolved(in: section), in: section, depth: depth)
        }
        return value.end
    }

    private mutating func end(of value: DataValue, in section: Span<UInt8>, depth: Int) throws(DataFault) -> Int {
        var end = value.end
        switch value.content {
        case .string, .scalar, .pointer: break
        case .array(let count):
            for _ in 0..<count { end = try self.end(of: end, in: section, depth: depth + 1) }
        case .map(let count):
            for _ in 0..<count {
                end = try key(at: end, in: section)
                end = try self.end(of: end, in: section, depth: depth + 1)
            }
        }
        return end
    }

    private mutating func key(at offset: Int, in section: Span<UInt8>) throws(DataFault) -> Int {
        valuesLeft -= 1
        guard valuesLeft >= 0 else { throw .tooMany }
        let key = try DataValue(section, at: offset)
        guard try key.string(in: section) != nil else { throw .keyNotString }
        return key.end
    }
}

extension DataValue {
    /// Where the characters are if the value is a string, or points to one.
    func string(in section: Span<UInt8>) throws(DataFault) -> Range<Int>? {
        if case .string(let range) = try resolved(in: section).content { range } else { nil }
    }

    /// The value itself, or the one that it points to.
    func resolved(in section: Span<UInt8>) throws(DataFault) -> DataValue {
        guard case .pointer(let target) = content else { return self }
        let value = try DataValue(section, at: target)
        if case .pointer = value.content { throw .pointerToPointer }
        return value
    }
}
