/// The head of one value of a data section: what it is and where the next one starts.
///
/// Values are told apart exactly as the library tells them, also where a writer would never write them: what is checked
/// here has to be what the library reads.
struct DataValue {
    enum Content {
        /// Where the value itself lies.
        case pointer(Int)
        case map(count: Int)
        case array(count: Int)
        case string(Range<Int>)
        /// A number, a truth value or anything else without values inside.
        case scalar(Range<Int>)
    }

    let content: Content
    /// The offset behind the head and, unless other values follow inside, behind the value.
    let end: Int

    /// - Throws: ``DataFault`` when the value does not lie within the section.
    init(_ section: Span<UInt8>, at offset: Int) throws(DataFault) {
        var cursor = ByteCursor(offset: offset)
        let control = try cursor.byte(in: section)
        var type = control >> 5
        if type == 1 {
            content = .pointer(try Self.pointer(control, &cursor, in: section))
            end = cursor.offset
            return
        }
        if type == 0 { type = 7 + (try cursor.byte(in: section)) }
        let size = try Self.size(control, &cursor, in: section)
        let start = cursor.offset
        switch type {
        case 7: content = .map(count: size)
        case 11: content = .array(count: size)
        // The size of a truth value is the value.
        case 14: content = .scalar(start..<start)
        default:
            try cursor.skip(size, in: section)
            content = type == 2 ? .string(start..<cursor.offset) : .scalar(start..<cursor.offset)
        }
        end = cursor.offset
    }

    private static func pointer(
        _ control: Int, _ cursor: inout ByteCursor, in section: Span<UInt8>
    ) throws(DataFault) -> Int {
        let high = control & 7
        switch control >> 3 & 3 {
        case 0: return high << 8 + (try cursor.number(bytes: 1, in: section))
        case 1: return 2048 + high << 16 + (try cursor.number(bytes: 2, in: section))
        case 2: return 526_336 + high << 24 + (try cursor.number(bytes: 3, in: section))
        default: return try cursor.number(bytes: 4, in: section)
        }
    }

    private static func size(
        _ control: Int, _ cursor: inout ByteCursor, in section: Span<UInt8>
    ) throws(DataFault) -> Int {
        switch control & 31 {
        case 29: 29 + (try cursor.number(bytes: 1, in: section))
        case 30: 285 + (try cursor.number(bytes: 2, in: section))
        case 31: 65_821 + (try cursor.number(bytes: 3, in: section))
        case let size: size
        }
    }
}

/// Reads big-endian numbers and never beyond the end.
private struct ByteCursor {
    var offset: Int

    mutating func skip(_ count: Int, in bytes: Span<UInt8>) throws(DataFault) {
        guard count <= bytes.count - offset else { throw .outOfBounds }
        offset += count
    }

    mutating func byte(in bytes: Span<UInt8>) throws(DataFault) -> Int {
        guard offset < bytes.count else { throw .outOfBounds }
        defer { offset += 1 }
        return Int(bytes[offset])
    }

    mutating func number(bytes count: Int, in bytes: Span<UInt8>) throws(DataFault) -> Int {
        let start = offset
        try skip(count, in: bytes)
        var number = 0
        for index in start..<offset { number = number << 8 | Int(bytes[index]) }
        return number
    }
}
