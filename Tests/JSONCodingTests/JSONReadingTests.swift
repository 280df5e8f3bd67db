import JSONCoding
import Testing

private enum Platform: String, CaseIterable, JSONReadable, JSONWritable {
    case iOS
    case kelvin = "K"
}

private struct App: JSONObjectReadable, JSONWritable, Equatable {
    static let unknownMembers = UnknownMembers.refuse

    let name: String
    let platform: Platform
    let ports: [Int]
    let note: String?

    init(json: inout JSONObject) throws(JSONError) {
        name = try json.required("name")
        platform = try json.required("platform")
        ports = try json.optional("ports") ?? []
        note = try json.optional("note")
    }

    func write(to writer: inout JSONWriter) {
        writer.object { object in
            object.member("name", name)
            object.member("platform", platform)
            object.member("ports", ifNotEmpty: ports)
            object.member("note", ifPresent: note)
        }
    }
}

@Suite struct JSONReadingTests {
    @Test func `reads what it writes`() throws {
        let text = #"{"name":"a","platform":"iOS","ports":[1,2],"note":"n"}"#
        let app = try App(jsonBytes: Array(text.utf8))
        #expect(String(decoding: app.jsonBytes(), as: UTF8.self) == text)
    }

    @Test(arguments: [#"{"name":"a","platform":"iOS"}"#, #"{"name":"a","platform":"iOS","ports":null,"note":null}"#])
    func `an optional member may be absent or null`(_ text: String) throws {
        let app = try App(jsonBytes: Array(text.utf8))
        #expect(app.note == nil && app.ports.isEmpty)
    }

    static let refused: [RefusedCase] = [
        RefusedCase("missing", "{\n \"platform\":\"iOS\"}", .missing, "1:1", "/name"),
        RefusedCase(
            "null where a value is required", #"{"name":null}"#, .wrongType(expected: .string, found: .null), "1:9",
            "/name"),
        RefusedCase(
            "wrong type", "{\"name\":\n\n  7}", .wrongType(expected: .string, found: .integer), "3:3", "/name"),
        RefusedCase(
            "unknown name of an enumeration", #"{"name":"é","platform":"ios"}"#,
            .invalidValue("must be one of `iOS`, `K`"), "1:24", "/platform"),
        RefusedCase(
            "name that is only canonically equivalent", "{\"name\":\"a\",\"platform\":\"\u{212A}\"}",
            .invalidValue("must be one of `iOS`, `K`"), "1:24", "/platform"),
        RefusedCase(
            "wrong element", #"{"name":"a","platform":"iOS","ports":[1,true]}"#,
            .wrongType(expected: .integer, found: .boolean), "1:41", "/ports/1"),
        RefusedCase(
            "fraction where an integer is expected", #"{"name":"a","platform":"iOS","ports":[1.0]}"#,
            .wrongType(expected: .integer, found: .number), "1:39", "/ports/0"),
        RefusedCase(
            "unknown member", #"{"name":"a","platform":"iOS", "no/te~":1}"#, .unknownMember, "1:31", "/no~1te~0"),
        RefusedCase(
            "member that is only canonically equivalent", "{\"name\":\"a\",\"platform\":\"iOS\",\"p\u{37E}\":1}",
            .unknownMember, "1:30", "/p\u{37E}"),
        RefusedCase("no object", "[]", .wrongType(expected: .object, found: .array), "1:1"),
        RefusedCase("broken text", "{", .syntax("the document ends too early"), "1:2"),
    ]

    @Test(arguments: refused)
    func `refuses with path, line and column`(_ case: RefusedCase) throws {
        let error = try #require(throws: JSONError.self) { try App(jsonBytes: `case`.bytes) }
        #expect(error.kind == `case`.kind)
        #expect(error.path.description == `case`.path)
        #expect(error.position?.description == `case`.place)
    }

    @Test func `tells which members nobody read`() throws {
        var object = try JSONObject(["a": 1, "b": nil, "c": 3])
        #expect(object.contains("a"))
        let first = object.element("a")
        #expect(first?.value == 1)
        #expect(object.unread == ["b", "c"])
        #expect(throws: Never.self) { try object.finish(unknown: .ignore) }
        #expect(throws: JSONError(.unknownMember, at: .root.appending("b"))) { try object.finish(unknown: .refuse) }
        let absent = try object.optional("b", as: Int.self)
        let present: Int = try object.required("c")
        #expect(absent == nil && present == 3)
        #expect(throws: Never.self) { try object.finish(unknown: .refuse) }
    }

    @Test func `an integer must lie in its range`() throws {
        #expect(try JSONElement(5).integer(in: 1...5) == 5)
        for value: JSONValue in [0, 6, .integer(.max)] {
            #expect(throws: JSONError(.invalidValue("must be from 1 to 5"))) {
                try JSONElement(value).integer(in: UInt8(1)...5)
            }
        }
    }

    @Test func `an array must not have too many elements`() throws {
        #expect(try JSONElement([1, 2]).elements(atMost: 2).count == 2)
        #expect(throws: JSONError(.invalidValue("at most 1 elements are allowed"))) {
            try JSONElement([1, 2]).elements(atMost: 1)
        }
    }

    @Test func `a number may be written as an integer`() throws {
        #expect(try JSONElement(600).number() == 600)
        #expect(try JSONElement(600.5).read(as: Double.self) == 600.5)
        #expect(throws: JSONError(.wrongType(expected: .number, found: .string))) { try JSONElement("1").number() }
    }

    @Test func `members are replaced, added and removed in place`() {
        var members = JSONMembers([("a", 1), ("b", 2), ("a", 3)])
        #expect(members.names == ["a", "b"])
        #expect(members["a"] == 3)
        members.append("b", 4)
        members["c"] = 5
        #expect(members.names == ["a", "b", "c"])
        let removed = members.remove("a")
        #expect(removed == 3)
        let isReplaced = members.replace("a", with: 1)
        #expect(!isReplaced)
        members["b"] = nil
        #expect(members == JSONMembers([("c", 5)]))
    }

    @Test func `equality of objects ignores order, of strings nothing`() {
        #expect(JSONValue.object(JSONMembers([("a", 1), ("b", 2)])) == .object(JSONMembers([("b", 2), ("a", 1)])))
        #expect(JSONValue.string("K") != .string("\u{212A}"))
        #expect(JSONValue.integer(1) != .number(1))
    }
}
