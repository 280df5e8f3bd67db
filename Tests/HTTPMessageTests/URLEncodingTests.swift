import HTTPMessage
import Testing

struct URLEncodingTests {
    struct Path: Sendable, CustomTestStringConvertible {
        let text: String
        let result: Result<[String], URLEncodingError>
        var testDescription: String { text }
    }

    static let paths: [Path] = [
        Path(text: "/", result: .success([])),
        Path(text: "/a", result: .success(["a"])),
        Path(text: "/a/", result: .success(["a", ""])),
        Path(text: "/a%20b/%C3%A9", result: .success(["a b", "\u{E9}"])),
        Path(text: "/a+b", result: .success(["a+b"])),
        Path(text: "/...", result: .success(["..."])),
        Path(text: "", result: .failure(.malformedPath)),
        Path(text: "a", result: .failure(.malformedPath)),
        Path(text: "*", result: .failure(.malformedPath)),
        Path(text: "//a", result: .failure(.malformedPath)),
        Path(text: "/a//b", result: .failure(.malformedPath)),
        Path(text: "/a%2Fb", result: .failure(.encodedSlash)),
        Path(text: "/a%5cb", result: .failure(.encodedSlash)),
        Path(text: "/a\\b", result: .failure(.encodedSlash)),
        Path(text: "/a%00", result: .failure(.controlByte)),
        Path(text: "/a%0a", result: .failure(.controlByte)),
        Path(text: "/a/../b", result: .failure(.dotSegment)),
        Path(text: "/a/%2e%2E/b", result: .failure(.dotSegment)),
        Path(text: "/.", result: .failure(.dotSegment)),
        Path(text: "/%", result: .failure(.malformedPercentEncoding)),
        Path(text: "/%4", result: .failure(.malformedPercentEncoding)),
        Path(text: "/%zz", result: .failure(.malformedPercentEncoding)),
        Path(text: "/%C3", result: .failure(.notUTF8)),
        Path(text: "/%C0%AF", result: .failure(.notUTF8)),
    ]

    @Test(arguments: paths)
    func `decodes a path into segments or says why not`(path: Path) {
        #expect(Result { () throws(URLEncodingError) in try PathSegments.decode(Array(path.text.utf8)) } == path.result)
    }

    struct Form: Sendable, CustomTestStringConvertible {
        let text: String
        let result: Result<[String], URLEncodingError>
        var testDescription: String { text }
    }

    static let forms: [Form] = [
        Form(text: "", result: .success([])),
        Form(text: "a=1&b=2", result: .success(["a", "1", "b", "2"])),
        Form(text: "a=1&a=2", result: .success(["a", "1", "a", "2"])),
        Form(text: "&&a=1&", result: .success(["a", "1"])),
        Form(text: "a", result: .success(["a", ""])),
        Form(text: "a=b=c", result: .success(["a", "b=c"])),
        Form(text: "a+b=c+d%2B", result: .success(["a b", "c d+"])),
        Form(text: "a=%E2%82%AC", result: .success(["a", "\u{20AC}"])),
        Form(text: "=1", result: .failure(.emptyName)),
        Form(text: "a=%", result: .failure(.malformedPercentEncoding)),
        Form(text: "a=%0", result: .failure(.malformedPercentEncoding)),
        Form(text: "a=%00", result: .failure(.controlByte)),
        Form(text: "a=%FF", result: .failure(.notUTF8)),
        Form(text: "a=1&b=1&c=1&d=1", result: .failure(.tooManyParameters(limit: 3))),
        Form(text: "a=12345678901234567890123456789012", result: .failure(.tooLarge(limitInBytes: 32))),
    ]

    @Test(arguments: forms)
    func `reads a form or says why not`(form: Form) {
        let result = Result { () throws(URLEncodingError) in
            try FormParameters(parsing: Array(form.text.utf8), limits: .init(count: 3, bytes: 32))
        }
        #expect(result.map { $0.all.flatMap { [$0.name, $0.value] } } == form.result)
    }

    @Test func `reports duplicates other than the repeatable ones`() throws {
        let form = try FormParameters(parsing: Array("resource=a&x=1&resource=b&x=2".utf8))
        #expect(form.single("x") == .duplicate)
        #expect(form.single("y") == .absent)
        #expect(form.values("resource") == ["a", "b"])
        #expect(form.firstDuplicate() == "resource")
        #expect(form.firstDuplicate(except: ["resource"]) == "x")
        #expect(form.firstDuplicate(except: ["resource", "x"]) == nil)
    }

    @Test func `compares names byte for byte`() throws {
        let form = try FormParameters(parsing: Array("%E2%84%AA=1".utf8))
        #expect(form.single("K") == .absent)
    }

    @Test func `encoding and decoding give the same text back`() throws {
        let text = "a b/c?d=e&f+g%\u{E9}\u{1F600}~-._"
        let encoded = URLEncoding.encode(text)
        #expect(encoded == "a%20b%2Fc%3Fd%3De%26f%2Bg%25%C3%A9%F0%9F%98%80~-._")
        #expect(try URLEncoding.decode(Array(encoded.utf8)[...], plus: .space) == text)
        #expect(URLEncoding.encode([("a", "1 2"), ("b", "&")]) == "a=1%202&b=%26")
    }

    @Test func `splits a target at the first question mark`() throws {
        let request = HTTPRequest(target: "/a?b=1&c=?")
        #expect(try request.pathSegments() == ["a"])
        #expect(try request.queryParameters().single("c") == .value("?"))
        #expect(HTTPRequest(target: "/a").query == nil)
    }
}
