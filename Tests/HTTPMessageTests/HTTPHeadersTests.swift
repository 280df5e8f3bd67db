import HTTPMessage
import Testing

struct HTTPHeadersTests {
    @Test func `finds a field whatever the case of its name`() {
        let headers = HTTPHeaders([("content-TYPE", "text/plain")])
        #expect(headers.single(.contentType) == .value("text/plain"))
        #expect(headers.contains("Content-type"))
    }

    @Test func `tells an absent field from a repeated one`() {
        let headers = HTTPHeaders([("A", "1"), ("a", "1")])
        #expect(headers.single("A") == .duplicate)
        #expect(headers.single("B") == .absent)
        #expect(headers.values("a").map { Array($0) } == [[0x31], [0x31]])
    }

    @Test func `never reads bytes beyond ascii as text`() {
        let headers = HTTPHeaders([("A", "caf\u{E9}")])
        #expect(headers.single("A") == .opaque)
        #expect(headers.single("A").text == nil)
    }

    @Test(arguments: ["a\r\nSet-Cookie: x=1", "a\nb", "a\rb", "a\u{0}b", "a\u{7F}"])
    func `marks headers with a control byte in a value as malformed`(value: String) {
        #expect(!HTTPHeaders([("A", value)]).isWellFormed)
    }

    @Test(arguments: ["", "a b", "a:b", "a\r\nb", "\u{E9}"])
    func `marks headers with a name that is no token as malformed`(name: String) {
        #expect(!HTTPHeaders([(HTTPHeaderName(name), "x")]).isWellFormed)
    }

    @Test func `set replaces every field of the name`() {
        var headers = HTTPHeaders([("A", "1"), ("B", "2"), ("a", "3")])
        headers.set("A", "4")
        #expect(headers.list.map(\.name) == ["B", "A"])
        #expect(headers.single("a") == .value("4"))
        #expect(headers.isWellFormed)
    }
}
