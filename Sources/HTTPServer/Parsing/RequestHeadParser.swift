import HTTPMessage

/// Finds the parts of a request head in bytes that arrive in any pieces (RFC 9112 sections 2 to 5), strictly: CRLF only, no folding,
/// no space before a colon.
///
/// DEVIATION: RFC 9112 section 5.1 allows tabs around a field value; they are refused, because components disagree on whether they
/// belong to the value, and a length or a coding that only one of two understands is how requests are smuggled.
///
/// It keeps offsets and no bytes: each call of `feed` gets everything received since the head's first byte, and scanning goes on
/// where the last call stopped. What is found, and what is refused, does not depend on where the pieces were cut.
///
/// | state | accepts | next |
/// |---|---|---|
/// | start | CR once, or a method byte | startLF, method |
/// | startLF | LF | method |
/// | method | `A-Z`, `-`, `_`; SP | target |
/// | target | visible ASCII but `#`; SP | version |
/// | version | `HTTP/1.0` or `HTTP/1.1`, CRLF | fieldStart |
/// | fieldStart | CR, or a token byte | endLF, name |
/// | name | token bytes; colon | beforeValue |
/// | beforeValue | SP | value |
/// | value | field bytes; CR | valueLF |
/// | valueLF | LF | fieldStart |
/// | endLF | LF | complete |
struct RequestHeadParser {
    private enum State {
        case start, startLF, method, target, version, fieldStart, name, beforeValue, value, valueLF, endLF, complete
    }

    private var state = State.start
    /// The offset of the next byte to look at; after completion, the head's length.
    private(set) var position = 0
    private var mark = 0
    private var valueEnd = 0
    private var endsInTab = false
    private var name: Range<Int32> = 0..<0

    /// Where the method lies.
    private(set) var method: Range<Int> = 0..<0
    /// Where the target lies.
    private(set) var target: Range<Int> = 0..<0
    /// Whether the version is 1.0; else it is 1.1.
    private(set) var isHTTP10 = false
    /// Where the field lines begin.
    private(set) var fieldsStart = 0
    /// The fields, relative to `fieldsStart`.
    private(set) var fields: [HTTPHeaders.Field] = []

    /// Whether a request has begun: a byte other than a leading empty line was seen.
    var hasBegun: Bool { position > 0 }

    /// Looks at the bytes that are new.
    ///
    /// - Parameters:
    ///   - bytes: everything since the first byte of the head; may go beyond its end.
    ///   - limits: the longest target, and the most bytes and number of field lines.
    /// - Returns: whether the head is complete.
    /// - Throws: the refusal, at the first byte that breaks a rule.
    mutating func feed(_ bytes: Span<UInt8>, limits: HTTPServerConfiguration.Limits) throws(RequestRefusal) -> Bool {
        while state != .complete, position < bytes.count {
            switch state {
            case .start: try readStart(bytes)
            case .startLF: try expectLF(bytes, then: .method, else: .malformedRequestLine)
            case .method: try readMethod(bytes)
            case .target: try readTarget(bytes, limit: limits.targetBytes)
            case .version: try readVersion(bytes)
            case .fieldStart: try readFieldStart(bytes, limits: limits)
            case .name: try readName(bytes, limit: limits.headerBytes)
            case .beforeValue: try skipSpace(bytes, limit: limits.headerBytes)
            case .value: try readValue(bytes, limit: limits.headerBytes)
            case .valueLF: try expectLF(bytes, then: .fieldStart, else: .malformedHeader)
            case .endLF: try expectLF(bytes, then: .complete, else: .malformedHeader)
            case .complete: break
            }
        }
        return state == .complete
    }

    // MARK: Request line

    /// RFC 9112 section 2.2: one empty line before the request line is ignored.
    private mutating func readStart(_ bytes: Span<UInt8>) throws(RequestRefusal) {
        if bytes[position] == UInt8(ascii: "\r") {
            position += 1
            state = .startLF
        } else {
            state = .method
        }
    }

    private mutating func readMethod(_ bytes: Span<UInt8>) throws(RequestRefusal) {
        if bytes[position] == UInt8(ascii: " ") {
            guard position > mark else { throw .malformedRequestLine }
            method = mark..<position
            position += 1
            mark = position
            state = .target
            return
        }
        let byte = bytes[position]
        let isMethodByte =
            byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") || byte == UInt8(ascii: "-")
            || byte == UInt8(ascii: "_")
        guard isMethodByte, position - mark < Self.methodLimit else { throw .malformedRequestLine }
        position += 1
    }

    private mutating func readTarget(_ bytes: Span<UInt8>, limit: Int) throws(RequestRefusal) {
        let end = min(bytes.count, mark + limit + 1)
        var index = position
        while index < end {
            let byte = bytes[index]
            if byte == UInt8(ascii: " ") {
                guard index > mark else { throw .malformedRequestLine }
                target = mark..<index
                position = index + 1
                mark = position
                state = .version
                return
            }
            guard byte > 0x20, byte < 0x7F, byte != UInt8(ascii: "#") else { throw .malformedRequestLine }
            index += 1
        }
        position = index
        if index > mark + limit { throw .targetTooLong }
    }

    /// The version and the line's end have a fixed length, so each byte is compared with the one that must stand there.
    private mutating func readVersion(_ bytes: Span<UInt8>) throws(RequestRefusal) {
        let byte = bytes[position]
        switch position - mark {
        case 0, 1, 2, 3, 4:
            guard byte == Self.versionPrefix[position - mark] else { throw .malformedRequestLine }
        case 5:
            guard ByteClass.isDigit(byte) else { throw .malformedRequestLine }
            isHTTP10 = byte == UInt8(ascii: "1")
        case 6:
            guard byte == UInt8(ascii: ".") else { throw .malformedRequestLine }
        case 7:
            guard ByteClass.isDigit(byte) else { throw .malformedRequestLine }
            guard isHTTP10, byte <= UInt8(ascii: "1") else { throw .unsupportedVersion }
            isHTTP10 = byte == UInt8(ascii: "0")
        case 8:
            guard byte == UInt8(ascii: "\r") else { throw .malformedRequestLine }
        default:
            guard byte == UInt8(ascii: "\n") else { throw .malformedRequestLine }
            fieldsStart = position + 1
            fields.reserveCapacity(16)
            state = .fieldStart
        }
        position += 1
    }

    // MARK: Field lines

    private mutating func readFieldStart(
        _ bytes: Span<UInt8>, limits: HTTPServerConfiguration.Limits
    ) throws(RequestRefusal) {
        let byte = bytes[position]
        if byte == UInt8(ascii: "\r") {
            position += 1
            state = .endLF
            return
        }
        guard ByteClass.isToken(byte) else { throw .malformedHeader }
        guard fields.count < limits.headerCount else { throw .tooManyHeaders }
        mark = position
        state = .name
    }

    private mutating func readName(_ bytes: Span<UInt8>, limit: Int) throws(RequestRefusal) {
        let end = min(bytes.count, fieldsStart + limit)
        var index = position
        while index < end, ByteClass.isToken(bytes[index]) { index += 1 }
        position = index
        if index >= fieldsStart + limit { throw .headersTooLarge }
        guard index < end else { return }
        guard bytes[index] == UInt8(ascii: ":") else { throw .malformedHeader }
        name = relative(mark)..<relative(index)
        position = index + 1
        state = .beforeValue
    }

    private mutating func skipSpace(_ bytes: Span<UInt8>, limit: Int) throws(RequestRefusal) {
        guard position < fieldsStart + limit else { throw .headersTooLarge }
        guard bytes[position] != UInt8(ascii: "\t") else { throw .malformedHeader }
        if bytes[position] == UInt8(ascii: " ") {
            position += 1
        } else {
            mark = position
            valueEnd = position
            endsInTab = false
            state = .value
        }
    }

    private mutating func readValue(_ bytes: Span<UInt8>, limit: Int) throws(RequestRefusal) {
        let end = min(bytes.count, fieldsStart + limit)
        var index = position
        var lastVisible = valueEnd
        while index < end {
            let byte = bytes[index]
            guard ByteClass.isFieldValue(byte) else { break }
            index += 1
            if byte > 0x20 {
                lastVisible = index
                endsInTab = false
            } else if byte == UInt8(ascii: "\t") {
                endsInTab = true
            }
        }
        position = index
        valueEnd = lastVisible
        if index >= fieldsStart + limit { throw .headersTooLarge }
        guard index < end else { return }
        guard bytes[index] == UInt8(ascii: "\r"), !endsInTab else { throw .malformedHeader }
        fields.append(HTTPHeaders.Field(name: name, value: relative(mark)..<relative(valueEnd)))
        position = index + 1
        state = .valueLF
    }

    private mutating func expectLF(
        _ bytes: Span<UInt8>, then next: State, else refusal: RequestRefusal
    ) throws(RequestRefusal) {
        guard bytes[position] == UInt8(ascii: "\n") else { throw refusal }
        position += 1
        mark = position
        state = next
    }

    private func relative(_ offset: Int) -> Int32 { Int32(truncatingIfNeeded: offset - fieldsStart) }

    private static var methodLimit: Int { 32 }
    private static var versionPrefix: InlineArray<5, UInt8> {
        [UInt8(ascii: "H"), UInt8(ascii: "T"), UInt8(ascii: "T"), UInt8(ascii: "P"), UInt8(ascii: "/")]
    }
}
