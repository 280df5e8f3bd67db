import JSONCoding
import Testing

@Suite struct JSONLimitsTests {
    @Test func `a document of exactly the greatest size passes, one byte more does not`() {
        let limits = JSONLimits(maximumBytes: 4, maximumDepth: 1, maximumValues: 10)
        #expect(throws: Never.self) { try JSONValue.parse("[12]", limits: limits) }
        #expect(throws: JSONError(.tooLarge)) { try JSONValue.parse("[123]", limits: limits) }
    }

    @Test func `nesting is counted in arrays and objects`() throws {
        let limits = JSONLimits(maximumBytes: 100, maximumDepth: 2, maximumValues: 10)
        #expect(try JSONValue.parse(#"[{"a":1},{"b":2}]"#, limits: limits).type == .array)
        let error = try #require(throws: JSONError.self) { try JSONValue.parse(#"[{"a":[]}]"#, limits: limits) }
        #expect(error.kind == .tooDeep)
        #expect(error.position == SourcePosition(line: 1, column: 7))
    }

    @Test func `a scalar has depth zero`() {
        let limits = JSONLimits(maximumBytes: 100, maximumDepth: 0, maximumValues: 10)
        #expect(throws: Never.self) { try JSONValue.parse(#""[""#, limits: limits) }
        #expect(throws: JSONError(.tooDeep, position: SourcePosition(line: 1, column: 1))) {
            try JSONValue.parse("[]", limits: limits)
        }
    }

    @Test(arguments: [#"[1,2,{"a":3}]"#, "[[],[],[],{}]", #"{"a":[1,2],"b":3}"#, "[ [ [ [ [ ] ] ] ] ]"])
    func `every value counts`(_ text: String) {
        #expect(throws: Never.self) {
            try JSONValue.parse(text, limits: JSONLimits(maximumBytes: 100, maximumDepth: 9, maximumValues: 5))
        }
        let error = #expect(throws: JSONError.self) {
            try JSONValue.parse(text, limits: JSONLimits(maximumBytes: 100, maximumDepth: 9, maximumValues: 4))
        }
        #expect(error?.kind == .tooMany)
    }

    @Test func `deep nesting is refused before the parser recurses`() {
        let text = String(repeating: "[", count: 1_000_000)
        let limits = JSONLimits(maximumBytes: 1 << 20, maximumDepth: .max, maximumValues: .max)
        #expect(limits.maximumDepth == 512)
        let error = #expect(throws: JSONError.self) { try JSONValue.parse(text, limits: limits) }
        #expect(error?.kind == .tooDeep)
    }

    @Test func `the deepest document that is ever allowed is read and written`() throws {
        let text = String(repeating: "[", count: 512) + String(repeating: "]", count: 512)
        let limits = JSONLimits(maximumBytes: 2_000, maximumDepth: 512, maximumValues: 512)
        #expect(try JSONValue.parse(text, limits: limits).serialized() == Array(text.utf8))
    }

    @Test func `a source map names the place of every value and name`() throws {
        let map = SourceMap(json: Array("{\"é\": [1,\n  {\"b\": null}], \"\\u0061\": \"x\"}".utf8))
        let list = JSONPath.root.appending("é")
        #expect(map[.root] == SourcePosition(line: 1, column: 1))
        #expect(map.name(of: list) == SourcePosition(line: 1, column: 2))
        #expect(map[list] == SourcePosition(line: 1, column: 7))
        #expect(map[list.appending(1).appending("b")] == SourcePosition(line: 2, column: 9))
        #expect(map[.root.appending("a")] == SourcePosition(line: 2, column: 27))
        #expect(map[list.appending(2)] == nil)
        #expect(map.nearest(to: list.appending(1).appending("c")) == SourcePosition(line: 2, column: 3))
    }

    @Test func `a source map of a text that nobody accepted ends where documents end`() {
        let map = SourceMap(json: Array(String(repeating: "[", count: 200_000).utf8))
        #expect(map[.root.appending(0)] == SourcePosition(line: 1, column: 2))
        let deepest = (0..<511).reduce(JSONPath.root) { path, _ in path.appending(0) }
        #expect(map[deepest] == SourcePosition(line: 1, column: 512))
        #expect(map[deepest.appending(0)] == nil)
    }

    @Test func `a path prints as a JSON pointer`() {
        let path = JSONPath.root.appending("a/b").appending("m~n").appending(0).appending("")
        #expect(path.description == "/a~1b/m~0n/0/")
        #expect(JSONPath.root.description.isEmpty)
        #expect(path.parent?.last.map { if case .index(0) = $0 { true } else { false } } == true)
    }
}
