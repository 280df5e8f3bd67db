import JSONCoding
import Testing
import YAMLCoding

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

/// A text that must be refused, and the error.
struct RefusedCase: Sendable, CustomTestStringConvertible {
    let note: String
    let bytes: [UInt8]
    let kind: YAMLError.Kind
    let path: String
    let place: String
    var testDescription: String { note }

    init(_ note: String, _ text: String, _ kind: YAMLError.Kind, _ place: String, _ path: String = "") {
        self.init(note, bytes: Array(text.utf8), kind, place, path)
    }

    init(_ note: String, bytes: [UInt8], _ kind: YAMLError.Kind, _ place: String, _ path: String = "") {
        (self.note, self.bytes, self.kind, self.path, self.place) = (note, bytes, kind, path, place)
    }
}

@Suite struct YAMLParsingTests {
    static let accepted: [AcceptedCase] = [
        AcceptedCase("block mapping", "a: 1\nb:\n  c: x\n", ["a": 1, "b": ["c": "x"]]),
        AcceptedCase("block sequence", "- 1\n- - 2\n  - 3\n-\n", [1, [2, 3], nil]),
        AcceptedCase("sequence in a mapping without indent", "a:\n- 1\n- 2\n", ["a": [1, 2]]),
        AcceptedCase("flow collections", "{a: [1, 'b'], \"c\": {}, d: []}", ["a": [1, "b"], "c": [:], "d": []]),
        AcceptedCase("JSON", #"{"a":[1,2.5,true,null,"x\u00e9\n"]}"#, ["a": [1, 2.5, true, nil, "xé\n"]]),
        AcceptedCase("comments and directives", "%YAML 1.1\n---\n# c\na: 1 # d\n...\n", ["a": 1]),
        AcceptedCase("explicit empty document", "---\n", nil),
        AcceptedCase("literal and folded text", "a: |\n  x\n  y\nb: >-\n  x\n  y\n", ["a": "x\ny\n", "b": "x y"]),
        AcceptedCase("nulls", "[null, Null, NULL, ~, ]", [nil, nil, nil, nil]),
        AcceptedCase(
            "truth values", "[true, True, TRUE, false, False, FALSE]", [true, true, true, false, false, false]),
        AcceptedCase(
            "words that YAML 1.1 took for truth values", "[yes, No, on, OFF, y, n, tRUE]",
            ["yes", "No", "on", "OFF", "y", "n", "tRUE"]),
        AcceptedCase("a country's code", "country: NO", ["country": "NO"]),
        AcceptedCase(
            "integers", "[0, -0, +7, -12, 9223372036854775807, -9223372036854775808, 0x1F, 0o17]",
            [0, 0, 7, -12, .integer(.max), .integer(.min), 31, 15]),
        AcceptedCase(
            "floats", "[1., .5, -1.5e3, 1E-2, 0.0, 007.5, 6e2]", [1.0, 0.5, -1500.0, 0.01, 0.0, 7.5, 600.0]),
        AcceptedCase(
            "text that resembles numbers",
            "[1.2.3, 12:30:00, 1_000, 0x, 0xg, 0o8, '.', +, -x, 1e, e1, 2024-01-01, 0b1, '1']",
            [
                "1.2.3", "12:30:00", "1_000", "0x", "0xg", "0o8", ".", "+", "-x", "1e", "e1", "2024-01-01", "0b1", "1",
            ]),
        AcceptedCase("quoted scalars are strings", "['true', \"1\", 'null', '']", ["true", "1", "null", ""]),
        AcceptedCase(
            "core tags", "[!!str 1, !!int 2, !!float 3, !!null ~, !!bool true, ! 4, !!seq [], !!map {}]",
            ["1", 2, 3.0, nil, true, "4", [], [:]]),
        AcceptedCase("quoted and tagged keys", "{'1': a, !!str 2: b, \"\": c}", ["1": "a", "2": "b", "": "c"]),
        AcceptedCase("quoted merge sign", "'<<': a", ["<<": "a"]),
        AcceptedCase(
            "keys that are canonically equivalent", "\u{e9}: 1\ne\u{301}: 2",
            .object(JSONMembers([("\u{e9}", 1), ("e\u{301}", 2)]))),
        AcceptedCase("anchor and tag signs inside text", "a: x&y *z !w", ["a": "x&y *z !w"]),
        AcceptedCase("carriage returns", "a: 1\r\nb: 2\r\n", ["a": 1, "b": 2]),
    ]

    @Test(arguments: accepted)
    func `reads the subset`(_ case: AcceptedCase) throws {
        #expect(try YAMLDocument.parse(Array(`case`.text.utf8)) == `case`.value)
        #expect(try YAMLDocument(parsing: Array(`case`.text.utf8)).value == `case`.value)
    }

    static let refused: [RefusedCase] = [
        RefusedCase("nothing", "", .empty, "1:1"),
        RefusedCase("comment only", "# a\n", .empty, "2:1"),
        RefusedCase("second document", "a: 1\n---\nb: 2\n", .severalDocuments, "2:1"),
        RefusedCase("alias", "a: 1\nb: *x\n", .anchorOrAlias, "2:4", "/b"),
        RefusedCase("anchor on a scalar", "a: &x 1\n", .anchorOrAlias, "1:4", "/a"),
        RefusedCase("anchor on a sequence", "a: &x [1]\n", .anchorOrAlias, "1:4", "/a"),
        RefusedCase("anchor on a mapping", "&x {a: 1}\n", .anchorOrAlias, "1:1"),
        RefusedCase("anchor on a key", "&x a: 1\n", .anchorOrAlias, "1:1"),
        RefusedCase("bomb", "a: &a [l,l]\nb: &b [*a,*a]\n", .anchorOrAlias, "1:4", "/a"),
        RefusedCase("merge key", "a:\n  <<: {b: 1}\n", .mergeKey, "2:3", "/a"),
        RefusedCase("duplicate key", "a: 1\nb:\n  c: 1\n  c: 2\n", .duplicateKey, "4:3", "/b/c"),
        RefusedCase("duplicate key in another style", "{a: 1, 'a': 2}", .duplicateKey, "1:8", "/a"),
        RefusedCase("number as key", "1: a", .keyNotString, "1:1"),
        RefusedCase("truth value as key", "x:\n  true: a", .keyNotString, "2:3", "/x"),
        RefusedCase("null as key", "~: a", .keyNotString, "1:1"),
        RefusedCase("missing key", "{: a}", .syntax("did not find expected node content"), "1:2"),
        RefusedCase("sequence as key", "? [a]\n: b", .keyNotString, "1:3"),
        RefusedCase("mapping as key", "{{a: 1}: b}", .keyNotString, "1:2"),
        RefusedCase("local tag", "a: !x 1", .unsupportedTag, "1:4", "/a"),
        RefusedCase("binary tag", "a: !!binary aGk=", .unsupportedTag, "1:4", "/a"),
        RefusedCase("language tag", "a: !!python/object:x {}", .unsupportedTag, "1:4", "/a"),
        RefusedCase("tag directive", "%TAG ! tag:yaml.org,2002:\n---\na: 1", .unsupportedTag, "1:1"),
        RefusedCase("tag that does not fit", "a: !!int x", .tagMismatch, "1:4", "/a"),
        RefusedCase("scalar tag on a mapping", "!!str {a: 1}", .tagMismatch, "1:1"),
        RefusedCase("leading zero", "a: 010", .leadingZero, "1:4", "/a"),
        RefusedCase("integer over 64 bits", "- 9223372036854775808", .integerOutOfRange, "1:3", "/0"),
        RefusedCase("hexadecimal over 64 bits", "0xFFFFFFFFFFFFFFFF", .integerOutOfRange, "1:1"),
        RefusedCase("number over a double", "1e400", .numberOutOfRange, "1:1"),
        RefusedCase("infinity", "[-.inf]", .numberOutOfRange, "1:2", "/0"),
        RefusedCase("not a number", ".NaN", .numberOutOfRange, "1:1"),
        RefusedCase("tab as indent", "a:\n\tb: 1\n", .syntax("a tab can't be used to indent"), "2:1"),
        RefusedCase("unfinished flow", "a: [1, 2", .syntax("did not find expected ',' or ']'"), "2:1"),
        RefusedCase("unfinished quote", "a: 'x", .syntax("found unexpected end of stream"), "1:6"),
        RefusedCase("wrong indent", "a: 1\n b: 2\n", .syntax("mapping values are not allowed in this context"), "2:3"),
        RefusedCase("unknown escape", "\"\\q\"", .syntax("found unknown escape character"), "1:2"),
        RefusedCase("byte order mark", "\u{feff}a: 1", .invalidUTF8, "1:1"),
        RefusedCase("control character", "a: \u{1}", .forbiddenCharacter, "1:4"),
        RefusedCase("zero byte", bytes: [0x61, 0x0A, 0x00], .forbiddenCharacter, "2:1"),
        RefusedCase("escaped zero", "a: \"x\\0\"", .forbiddenCharacter, "1:4"),
        RefusedCase("lone continuation byte", bytes: [0x61, 0x3A, 0x20, 0x80], .invalidUTF8, "1:4"),
        RefusedCase("overlong form", bytes: [0x61, 0x0A, 0xC0, 0xAF], .invalidUTF8, "2:1"),
        RefusedCase("encoded surrogate", bytes: [0xED, 0xA0, 0x80], .invalidUTF8, "1:1"),
        RefusedCase("UTF-16", bytes: [0xFF, 0xFE, 0x61, 0x62], .invalidUTF8, "1:1"),
    ]

    @Test(arguments: refused)
    func `refuses everything else with its place`(_ case: RefusedCase) throws {
        let error = try #require(throws: YAMLError.self) { try YAMLDocument.parse(`case`.bytes) }
        #expect(error.kind == `case`.kind)
        #expect(error.path.description == `case`.path)
        #expect(error.position.description == `case`.place)
    }

    @Test func `keeps members in document order`() throws {
        #expect(try YAMLDocument.parse(Array("z: 1\na: 2\nm: 3".utf8)).objectValue?.names == ["z", "a", "m"])
    }

    @Test func `names the place of every value and key`() throws {
        let document = try YAMLDocument(parsing: Array("# c\né:\n  - 1\n  - b: null\n\"a\": |\n  x\n".utf8))
        let list = JSONPath.root.appending("é")
        #expect(document.sources[.root] == SourcePosition(line: 2, column: 1))
        #expect(document.sources.name(of: list) == SourcePosition(line: 2, column: 1))
        #expect(document.sources[list] == SourcePosition(line: 3, column: 3))
        #expect(document.sources[list.appending(1).appending("b")] == SourcePosition(line: 4, column: 8))
        #expect(document.sources[.root.appending("a")] == SourcePosition(line: 5, column: 6))
        let error = JSONError(.missing, at: list.appending(1).appending("c")).located(in: document.sources)
        #expect(error.description == "line 4, column 5, `/é/1/c`: required but missing")
    }

    @Test func `an error is one line without the input's values`() throws {
        let error = try #require(throws: YAMLError.self) {
            try YAMLDocument.parse(Array("\"a\\e[31m\": 010secret: x".utf8))
        }
        #expect(!error.description.contains("secret"))
        let other = try #require(throws: YAMLError.self) { try YAMLDocument.parse(Array("\"a\\n\\e[31m\": 010".utf8)) }
        #expect(
            other.description
                == "line 1, column 14, `/a\\u{a}\\u{1b}[31m`: an integer must not start with 0; put it in quotes if it is text"
        )
    }

    @Test func `a document of exactly the greatest size passes, one byte more does not`() throws {
        let limits = JSONLimits(maximumBytes: 4, maximumDepth: 1, maximumValues: 10)
        #expect(try YAMLDocument.parse(Array("a: 1".utf8), limits: limits) == ["a": 1])
        let error = #expect(throws: YAMLError.self) { try YAMLDocument.parse(Array("a: 12".utf8), limits: limits) }
        #expect(error?.kind == .tooLarge)
    }

    @Test func `nesting is bounded`() throws {
        let limits = JSONLimits(maximumBytes: 1 << 20, maximumDepth: 2, maximumValues: 10)
        #expect(try YAMLDocument.parse(Array("- [1]".utf8), limits: limits) == [[1]])
        for text in [
            "- [{}]", "- - - 1", String(repeating: "[", count: 100_000), String(repeating: "{a: ", count: 1_000),
        ] {
            let error = #expect(throws: YAMLError.self) { try YAMLDocument.parse(Array(text.utf8), limits: limits) }
            #expect(error?.kind == .tooDeep)
        }
    }

    @Test func `values are counted`() {
        for text in ["[1, [2], 3]", "a: 1\nb: {c: 2, d: 3}"] {
            #expect(throws: Never.self) {
                try YAMLDocument.parse(
                    Array(text.utf8), limits: JSONLimits(maximumBytes: 99, maximumDepth: 9, maximumValues: 5))
            }
            let error = #expect(throws: YAMLError.self) {
                try YAMLDocument.parse(
                    Array(text.utf8), limits: JSONLimits(maximumBytes: 99, maximumDepth: 9, maximumValues: 4))
            }
            #expect(error?.kind == .tooMany)
        }
    }
}
