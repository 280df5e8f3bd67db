import CJansson

/// A tree of jansson's, owned until it was turned into our own values.
///
/// Recursion here and in the parser is bounded by `JSONPrescan`.
@safe
struct JanssonDocument: ~Copyable {
    private let root: UnsafeMutablePointer<json_t>

    init(parsing bytes: Span<UInt8>) throws(JSONError) {
        var report = json_error_t()
        let flags = Int(JSON_REJECT_DUPLICATES | JSON_DECODE_ANY)
        let root = unsafe bytes.withUnsafeBufferPointer { buffer in
            // The parser takes no null pointer, which an empty buffer may have.
            unsafe buffer.withMemoryRebound(to: CChar.self) { characters in
                unsafe characters.baseAddress.flatMap { start in
                    unsafe json_loadb(start, characters.count, flags, &report)
                }
            }
        }
        guard let root = unsafe root else { throw JSONError(janssonReport: &report, in: bytes) }
        unsafe self.root = root
    }

    deinit {
        unsafe json_decref(root)
    }

    /// Copies the whole tree out.
    func value() throws(JSONError) -> JSONValue {
        try unsafe Self.value(of: root)
    }

    private static func value(of node: UnsafeMutablePointer<json_t>) throws(JSONError) -> JSONValue {
        switch unsafe postern_json_typeof(node) {
        case JSON_NULL: return .null
        case JSON_TRUE: return .bool(true)
        case JSON_FALSE: return .bool(false)
        case JSON_INTEGER: return unsafe .integer(json_integer_value(node))
        case JSON_REAL: return unsafe .number(json_real_value(node))
        case JSON_STRING: return try unsafe .string(string(json_string_value(node), json_string_length(node)))
        case JSON_ARRAY: return try unsafe .array(elements(of: node))
        default: return try unsafe .object(members(of: node))
        }
    }

    private static func elements(of array: UnsafeMutablePointer<json_t>) throws(JSONError) -> [JSONValue] {
        let count = unsafe json_array_size(array)
        var elements: [JSONValue] = []
        elements.reserveCapacity(count)
        for index in 0..<count {
            guard let element = unsafe json_array_get(array, index) else { break }
            elements.append(try unsafe value(of: element))
        }
        return elements
    }

    private static func members(of object: UnsafeMutablePointer<json_t>) throws(JSONError) -> JSONMembers {
        var members: [JSONMembers.Element] = []
        members.reserveCapacity(unsafe json_object_size(object))
        var iterator = unsafe json_object_iter(object)
        while let entry = unsafe iterator {
            guard let value = unsafe json_object_iter_value(entry) else { break }
            let name = try unsafe string(json_object_iter_key(entry), json_object_iter_key_len(entry))
            members.append((name, try unsafe Self.value(of: value)))
            unsafe iterator = unsafe json_object_iter_next(object, entry)
        }
        return JSONMembers(unique: members)
    }

    private static func string(_ start: UnsafePointer<CChar>?, _ count: Int) throws(JSONError) -> String {
        let bytes = unsafe UnsafeBufferPointer(start: start, count: count)
        guard let string = unsafe String(validating: bytes, as: UTF8.self) else { throw JSONError(.invalidUTF8) }
        return string
    }
}

extension JSONError {
    /// Turns jansson's report into an error of ours; its own text quotes the input and is not used.
    fileprivate init(janssonReport report: inout json_error_t, in bytes: Span<UInt8>) {
        let code = unsafe UInt32(bitPattern: postern_json_error_code(&report))
        let kind: Kind =
            switch json_error_code(rawValue: code) {
            case json_error_invalid_utf8: .invalidUTF8
            case json_error_end_of_input_expected: .trailingBytes
            case json_error_null_character, json_error_null_byte_in_key: .nulCharacter
            case json_error_duplicate_key: .duplicateMember
            case json_error_numeric_overflow: unsafe Self.overflow(String(cString: postern_json_error_text(&report)))
            case json_error_premature_end_of_input: .syntax("the document ends too early")
            case json_error_out_of_memory: .tooLarge
            default: unsafe .syntax(Self.reason(String(cString: postern_json_error_text(&report))))
            }
        let isCutOff = code == json_error_premature_end_of_input.rawValue
        let offset = isCutOff || bytes.isEmpty ? bytes.count : Int(report.position) - 1
        let place = JSONScanner.place(of: offset, in: bytes)
        self.init(kind, at: place.path, position: SourcePosition(offset: place.offset, in: bytes))
    }

    private static func overflow(_ text: String) -> Kind {
        text.hasPrefix("real") ? .numberOutOfRange : .integerOutOfRange
    }

    /// Our own words for the parser's, without the part of the input that it quotes.
    private static func reason(_ text: String) -> String {
        let known: [(prefix: String, reason: String)] = [
            ("invalid escape", "invalid escape in a string"),
            ("invalid Unicode", "invalid unicode escape in a string"),
            ("control character", "unescaped control character in a string"),
            ("unexpected newline", "unescaped line feed in a string"),
            ("string or '}' expected", "expected a member or `}`"),
            ("':' expected", "expected `:`"),
            ("'}' expected", "expected `,` or `}`"),
            ("']' expected", "expected `,` or `]`"),
            ("unexpected token", "expected a value"),
            ("'[' or '{' expected", "expected a value"),
        ]
        return known.first { text.hasPrefix($0.prefix) }?.reason ?? "not a JSON token"
    }
}
