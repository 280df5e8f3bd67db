/// A tolerant walk over the tokens of a JSON text that knows the path of each; for diagnostics only.
///
/// It never fails: of a broken text it tells what it can, up to the end or to the depth at which no document is
/// accepted (a longer path would also take its own recursion to free). It does not recurse.
struct JSONScanner {
    /// A token that was met: where it starts and ends, and the path that it belongs to.
    struct Token {
        enum Role { case name, opening, scalar, closing, other }
        let role: Role
        let path: JSONPath
        let offset: Int
        let end: Int
    }

    private struct Frame {
        let path: JSONPath
        let isObject: Bool
        var index = 0
        var name: String?
        var expectsName: Bool
    }

    private var frames: [Frame] = []
    private var offset = 0

    /// The start and path of the token that covers a byte; the end of the text if none does.
    static func place(of offset: Int, in bytes: Span<UInt8>) -> (offset: Int, path: JSONPath) {
        var scanner = JSONScanner()
        var last = JSONPath.root
        while let token = scanner.next(in: bytes) {
            if token.offset...max(token.offset, token.end - 1) ~= offset { return (token.offset, token.path) }
            if token.offset > offset { break }
            last = token.path
        }
        return (min(max(offset, 0), bytes.count), last)
    }

    /// The next token, or nil at the end.
    mutating func next(in bytes: Span<UInt8>) -> Token? {
        while offset < bytes.count, bytes[offset].isJSONSpace { offset += 1 }
        guard offset < bytes.count else { return nil }
        let start = offset
        switch bytes[start] {
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            if frames.count >= JSONLimits.greatestDepth { return nil }
            offset += 1
            let path = valuePath
            let isObject = bytes[start] == UInt8(ascii: "{")
            frames.append(Frame(path: path, isObject: isObject, expectsName: isObject))
            return Token(role: .opening, path: path, offset: start, end: offset)
        case UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: ","), UInt8(ascii: ":"):
            offset += 1
            return punctuation(bytes[start], at: start)
        case UInt8(ascii: "\""):
            skipString(in: bytes)
            guard let frame = frames.last, frame.isObject, frame.expectsName else { break }
            let name = Self.name(bytes.extracting(start..<offset))
            frames[frames.count - 1].name = name
            return Token(role: .name, path: frame.path.appending(name), offset: start, end: offset)
        default:
            while offset < bytes.count, !bytes[offset].endsJSONToken { offset += 1 }
        }
        return Token(role: .scalar, path: valuePath, offset: start, end: offset)
    }

    private mutating func punctuation(_ byte: UInt8, at start: Int) -> Token {
        let path = frames.last?.path ?? .root
        var role = Token.Role.other
        if let last = frames.indices.last {
            switch byte {
            case UInt8(ascii: ":"): frames[last].expectsName = false
            case UInt8(ascii: ","):
                frames[last].index += 1
                frames[last].expectsName = frames[last].isObject
            default:
                frames.removeLast()
                role = .closing
            }
        }
        return Token(role: role, path: path, offset: start, end: start + 1)
    }

    private mutating func skipString(in bytes: Span<UInt8>) {
        offset += 1
        while offset < bytes.count {
            let byte = bytes[offset]
            offset += byte == UInt8(ascii: "\\") ? 2 : 1
            if byte == UInt8(ascii: "\"") { break }
        }
        offset = min(offset, bytes.count)
    }

    private var valuePath: JSONPath {
        guard let frame = frames.last else { return .root }
        if !frame.isObject { return frame.path.appending(frame.index) }
        return frame.name.map { frame.path.appending($0) } ?? frame.path
    }

    /// The text of a quoted name; of a broken one its bytes as far as they make sense.
    private static func name(_ quoted: Span<UInt8>) -> String {
        if quoted.indices.contains(where: { quoted[$0] == UInt8(ascii: "\\") }) {
            let parsed = Result { () throws(JSONError) in try JanssonDocument(parsing: quoted).value() }
            if case .success(.string(let name)) = parsed { return name }
        }
        return String(decoding: quoted.indices.dropFirst().dropLast().map { quoted[$0] }, as: UTF8.self)
    }
}

extension UInt8 {
    /// Whether this is white space of RFC 8259 section 2.
    fileprivate var isJSONSpace: Bool { self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09 }

    fileprivate var endsJSONToken: Bool {
        isJSONSpace || [0x22, 0x2C, 0x3A, 0x5B, 0x5D, 0x7B, 0x7D].contains(self)
    }
}
