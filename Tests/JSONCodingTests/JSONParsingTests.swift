import JSONCoding
import Testing

/// A text and what parsing it must give.
struct AcceptedCase: Sendable, CustomTestStringConvertible {
    let note: String
    let text: String
    let value: JSONValue
    var testDescription: String { note }

    init(_ note: String, _ text: String, _ value: JSONValue) {
        (self.note, self.text, self.value) = (note, text, value)
    }
}

/// Bytes that must be refused, and the error.
struct RefusedCase: Sendable, CustomTestStringConvertible {
    let note: String
    let bytes: [UInt8]
    let kind: JSONError.Kind
    let path: String
    let place: String
    var testDescription: String { note }

    init(_ note: String, _ text: String, _ kind: JSONError.Kind, _ place: String, _ path: String = "") {
        self.init(note, bytes: Array(text.utf8), kind, place, path)
    }

    init(_ note: String, bytes: [UInt8], _ kind: JSONError.Kind, _ place: String, _ path: String = "") {
        (self.note, self.bytes, self.kind, self.path, self.place) = (note, bytes, kind, path, place)
    }
}

@Suite struct JSONParsingTests {
    static let accepted: [AcceptedCase] = [
        AcceptedCase("null", "null", nil),
        AcceptedCase("true", " true ", true),
        AcceptedCase("false", "\nfalse\t\r\n", false),
        AcceptedCase("zero", "0", 0),
        AcceptedCase("negative zero is the integer 0", "-0", 0),
        AcceptedCase("least integer", "-9223372036854775808", .integer(.min)),
        AcceptedCase("greatest integer", "9223372036854775807", .integer(.max)),
        AcceptedCase("fraction", "1.50", 1.5),
        AcceptedCase("fraction that is whole stays a number", "600.0", .number(600)),
        AcceptedCase("exponent", "1E+2", .number(100)),
        AcceptedCase("small exponent", "123e-2", 1.23),
        AcceptedCase("number too small for a double is 0", "1e-400", .number(0)),
        AcceptedCase("empty string", "\"\"", ""),
        AcceptedCase("short escapes", #""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{c}\n\r\t"),
        AcceptedCase("unicode escape", #""\u00e9\u20AC""#, "é€"),
        AcceptedCase("surrogate pair", #""\uD834\uDD1E""#, "\u{1D11E}"),
        AcceptedCase("characters as they are", "\"é€\u{1D11E}\u{7f}\u{2028}\"", "é€\u{1D11E}\u{7f}\u{2028}"),
        AcceptedCase("empty array", "[ ]", []),
        AcceptedCase("nested arrays", "[[],[[1]]]", [[], [[1]]]),
        AcceptedCase("empty object", "{ }", [:]),
        AcceptedCase("empty name", #"{"":0}"#, ["": 0]),
        AcceptedCase("names that differ in case", #"{"a":1,"A":2}"#, ["a": 1, "A": 2]),
        AcceptedCase(
            "names that are canonically equivalent", "{\"\u{e9}\":1,\"e\u{301}\":2}",
            .object(JSONMembers([("\u{e9}", 1), ("e\u{301}", 2)]))),
        AcceptedCase("one name in two objects", #"[{"a":1},{"a":2}]"#, [["a": 1], ["a": 2]]),
        AcceptedCase("brackets in strings do not nest", #"["[[[[{{{{","\"]"]"#, ["[[[[{{{{", "\"]"]),
    ]

    @Test(arguments: accepted)
    func `reads every value of the grammar`(_ case: AcceptedCase) throws {
        #expect(try JSONValue.parse(`case`.text) == `case`.value)
    }

    static let refused: [RefusedCase] = [
        RefusedCase("empty input", "", .syntax("the document ends too early"), "1:1"),
        RefusedCase("white space only", " \n ", .syntax("the document ends too early"), "2:2"),
        RefusedCase("byte order mark", "\u{feff}{}", .invalidUTF8, "1:1"),
        RefusedCase("trailing value", "{} {}", .trailingBytes, "1:4"),
        RefusedCase("trailing bracket", "[1]]", .trailingBytes, "1:4"),
        RefusedCase("trailing nul", bytes: [0x31, 0x00], .nulCharacter, "1:2"),
        RefusedCase("trailing comma in an array", "[1,]", .syntax("expected a value"), "1:4"),
        RefusedCase("trailing comma in an object", #"{"a":1,}"#, .syntax("expected a member or `}`"), "1:8"),
        RefusedCase("missing comma", "[1 2]", .syntax("expected `,` or `]`"), "1:4", "/0"),
        RefusedCase("missing colon", #"{"a" 1}"#, .syntax("expected `:`"), "1:6", "/a"),
        RefusedCase("missing value", #"{"a":}"#, .syntax("expected a value"), "1:6"),
        RefusedCase("unfinished array", "[1,", .syntax("the document ends too early"), "1:4"),
        RefusedCase("unfinished object", "{\"a\":\n 1", .syntax("the document ends too early"), "2:3", "/a"),
        RefusedCase("unfinished string", "\"abc", .syntax("the document ends too early"), "1:5"),
        RefusedCase("unquoted name", "{a:1}", .syntax("expected a member or `}`"), "1:2"),
        RefusedCase("number as name", "{1:1}", .syntax("expected a member or `}`"), "1:2"),
        RefusedCase("single quotes", "['a']", .syntax("not a JSON token"), "1:2", "/0"),
        RefusedCase("comment", "[1]/**/", .trailingBytes, "1:4"),
        RefusedCase("leading zero", "[01]", .syntax("not a JSON token"), "1:2", "/0"),
        RefusedCase("leading plus", "[+1]", .syntax("not a JSON token"), "1:2", "/0"),
        RefusedCase("bare point", "[.5]", .syntax("not a JSON token"), "1:2", "/0"),
        RefusedCase("point without digits", "[1.]", .syntax("not a JSON token"), "1:2", "/0"),
        RefusedCase("exponent without digits", "[1e]", .syntax("not a JSON token"), "1:2", "/0"),
        RefusedCase("hexadecimal", "[0x1]", .syntax("expected `,` or `]`"), "1:2", "/0"),
        RefusedCase("NaN", "[NaN]", .syntax("not a JSON token"), "1:2", "/0"),
        RefusedCase("Infinity", "[-Infinity]", .syntax("not a JSON token"), "1:2", "/0"),
        RefusedCase("literal in capitals", "[True]", .syntax("not a JSON token"), "1:2", "/0"),
        RefusedCase("literal cut off", "[nul]", .syntax("not a JSON token"), "1:2", "/0"),
        RefusedCase("unknown escape", #"["\x"]"#, .syntax("invalid escape in a string"), "1:2", "/0"),
        RefusedCase("short unicode escape", #"["\u12"]"#, .syntax("invalid escape in a string"), "1:2", "/0"),
        RefusedCase("lone high surrogate", #"["\ud800"]"#, .syntax("invalid unicode escape in a string"), "1:2", "/0"),
        RefusedCase("lone low surrogate", #"["\udc00"]"#, .syntax("invalid unicode escape in a string"), "1:2", "/0"),
        RefusedCase("line feed in a string", "[\"a\nb\"]", .syntax("unescaped line feed in a string"), "1:2", "/0"),
        RefusedCase("tab in a string", "[\"a\tb\"]", .syntax("unescaped control character in a string"), "1:2", "/0"),
        RefusedCase("no-break space", "[\u{a0}1]", .syntax("not a JSON token"), "1:2", "/0"),
        RefusedCase("nul between tokens", bytes: [0x5B, 0x00, 0x5D], .nulCharacter, "1:2"),
        RefusedCase(
            "nul in a string", bytes: [0x22, 0x00, 0x22], .nulCharacter, "1:2"),
        RefusedCase("escaped nul in a value", #"{"a":["\u0000"]}"#, .nulCharacter, "1:7", "/a/0"),
        RefusedCase("escaped nul in a name", #"{"\u0000":1}"#, .nulCharacter, "1:2", "/\\u0000"),
        RefusedCase("integer over 64 bits", "[9223372036854775808]", .integerOutOfRange, "1:2", "/0"),
        RefusedCase("integer under 64 bits", "[-9223372036854775809]", .integerOutOfRange, "1:2", "/0"),
        RefusedCase("number over a double", #"{"x":1e400}"#, .numberOutOfRange, "1:6", "/x"),
        RefusedCase("number under a double", "[-1e400]", .numberOutOfRange, "1:2", "/0"),
        RefusedCase("duplicate member", "{\"a\":1,\n \"b\":{\"x\":1, \"x\":2}}", .duplicateMember, "2:14", "/b/x"),
        RefusedCase("duplicate member by escape", #"{"a":1,"\u0061":2}"#, .duplicateMember, "1:8", "/a"),
        RefusedCase("lone continuation byte", bytes: [0x22, 0x80, 0x22], .invalidUTF8, "1:1"),
        RefusedCase("overlong form", bytes: [0x22, 0xC0, 0xAF, 0x22], .invalidUTF8, "1:1"),
        RefusedCase("encoded surrogate", bytes: [0x22, 0xED, 0xA0, 0x80, 0x22], .invalidUTF8, "1:1"),
        RefusedCase("past U+10FFFF", bytes: [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], .invalidUTF8, "1:1"),
        RefusedCase("cut-off character", bytes: [0x22, 0xE2, 0x82], .invalidUTF8, "1:1"),
        RefusedCase("UTF-16", bytes: [0xFF, 0xFE, 0x31, 0x00], .nulCharacter, "1:4"),
    ]

    @Test(arguments: refused)
    func `refuses everything else with its place`(_ case: RefusedCase) throws {
        let error = try #require(throws: JSONError.self) { try JSONValue.parse(`case`.bytes) }
        #expect(error.kind == `case`.kind)
        #expect(error.path.description == `case`.path)
        #expect(error.position?.description == `case`.place)
    }

    @Test func `keeps members in document order`() throws {
        let value = try JSONValue.parse(#"{"z":1,"a":2,"m":{"y":1,"b":2}}"#)
        #expect(value.objectValue?.names == ["z", "a", "m"])
        #expect(value["m"]?.objectValue?.names == ["y", "b"])
    }

    @Test func `parses a part of a buffer`() throws {
        let bytes = Array("xx[1]xx".utf8)
        #expect(try JSONValue.parse(bytes.span.extracting(2..<5)) == [1])
    }

    @Test func `an error never repeats the input's values`() throws {
        for text in [#"{"password":hunter2}"#, #"{"password":"hunter2}"#, #"["hunter2" "hunter2"]"#, #"["hunter2\q"]"#]
        {
            let error = try #require(throws: JSONError.self) { try JSONValue.parse(text) }
            #expect(!error.description.contains("hunter2"))
            #expect(!String(reflecting: error).contains("hunter2"))
        }
    }

    @Test func `an error is one line whatever the names are`() throws {
        let error = try #require(throws: JSONError.self) { try JSONValue.parse(#"{"a\n\u001b[31m\u0085":1e999}"#) }
        #expect(error.description == "line 1, column 24, `/a\\u{a}\\u{1b}[31m\\u{85}`: the number is out of range")
    }
}
