import JSONCoding
import Testing

@Suite struct JSONPointerTests {
    /// The document and the pointers of RFC 6901 section 5.
    static let document: JSONValue = [
        "foo": ["bar", "baz"], "": 0, "a/b": 1, "c%d": 2, "e^f": 3, "g|h": 4, "i\\j": 5, "k\"l": 6, " ": 7, "m~n": 8,
    ]

    static let pointers: [(String, JSONValue)] = [
        ("", document), ("/foo", ["bar", "baz"]), ("/foo/0", "bar"), ("/", 0), ("/a~1b", 1), ("/c%d", 2), ("/e^f", 3),
        ("/g|h", 4), ("/i\\j", 5), ("/k\"l", 6), ("/ ", 7), ("/m~0n", 8),
    ]

    @Test(arguments: pointers)
    func `a pointer finds its value and is written as it was read`(_ text: String, _ value: JSONValue) throws {
        let pointer = try #require(JSONPointer(text))
        #expect(pointer.value(in: Self.document) == value)
        #expect(pointer.description == text)
    }

    @Test(arguments: ["foo", "/m~n", "/m~", "/~2", "#/foo", " "])
    func `refuses a text that is no pointer`(_ text: String) {
        #expect(JSONPointer(text) == nil)
    }

    @Test(arguments: ["/foo/2", "/foo/-", "/foo/00", "/foo/01", "/foo/+1", "/foo/bar", "/foo/0/x", "/nope", "/a/b"])
    func `finds nothing where nothing is`(_ text: String) throws {
        let pointer = try #require(JSONPointer(text))
        #expect(pointer.value(in: Self.document) == nil)
    }

    @Test func `tells names apart by their bytes`() throws {
        let pointer = try #require(JSONPointer("/\u{212A}"))
        #expect(pointer.value(in: ["K": 1]) == nil)
        #expect(pointer.value(in: ["\u{212A}": 1]) == 1)
    }

    @Test func `an element below another knows where it is`() throws {
        let list = JSONElement(["bar", ["x": 1]], at: JSONPath.root.appending("foo"))
        let pointer = try #require(JSONPointer("/1/x"))
        let found = try #require(pointer.element(in: list))
        #expect(found.value == 1)
        #expect(found.path.description == "/foo/1/x")
    }

    @Test func `the parent is one step up`() throws {
        let pointer = try #require(JSONPointer("/a~1b/c"))
        #expect(pointer.parent?.description == "/a~1b")
        #expect(pointer.parent?.parent?.tokens == [])
        #expect(pointer.parent?.parent?.parent == nil)
    }
}
