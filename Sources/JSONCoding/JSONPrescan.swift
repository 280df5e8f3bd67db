/// The check of size, nesting and number of values that runs before the parser, which recurses and allocates.
///
/// It knows strings and brackets and leaves every other rule of the grammar to the parser.
struct JSONPrescan {
    private let limits: JSONLimits
    private var depth = 0
    private var values = 1
    private var isInString = false
    private var isEscaped = false
    private var isContainerFresh = false

    private init(limits: JSONLimits) {
        self.limits = limits
    }

    /// Throws `tooLarge`, `tooDeep`, `tooMany`, for a zero byte `nulCharacter`, for a byte order mark `invalidUTF8`.
    static func check(_ bytes: Span<UInt8>, limits: JSONLimits) throws(JSONError) {
        guard bytes.count <= limits.maximumBytes else { throw JSONError(.tooLarge) }
        if bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF {
            throw JSONError(.invalidUTF8, position: SourcePosition(line: 1, column: 1))
        }
        var scan = JSONPrescan(limits: limits)
        for index in bytes.indices {
            guard let problem = scan.step(bytes[index]) else { continue }
            throw JSONError(problem, position: SourcePosition(offset: index, in: bytes))
        }
    }

    private mutating func step(_ byte: UInt8) -> JSONError.Kind? {
        // jansson takes a zero byte for the end of the text and would not see what follows it.
        if byte == 0 { return .nulCharacter }
        if isInString {
            skip(byte)
            return nil
        }
        switch byte {
        case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"): return nil
        case UInt8(ascii: "]"), UInt8(ascii: "}"):
            depth -= 1
            isContainerFresh = false
            return nil
        default: break
        }
        if isContainerFresh || byte == UInt8(ascii: ",") { values += 1 }
        isContainerFresh = false
        switch byte {
        case UInt8(ascii: "\""): isInString = true
        case UInt8(ascii: "["), UInt8(ascii: "{"):
            depth += 1
            isContainerFresh = true
            if depth > limits.maximumDepth { return .tooDeep }
        default: break
        }
        return values > limits.maximumValues ? .tooMany : nil
    }

    private mutating func skip(_ byte: UInt8) {
        if isEscaped {
            isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
            isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
            isInString = false
        }
    }
}
