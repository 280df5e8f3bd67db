import Testing

@testable import ComplianceGateway

@Suite struct SourceURLTests {
    @Test(arguments: [
        ("https://mdm.example", "https://mdm.example:443", "/"),
        ("HTTPS://MDM.example/", "https://mdm.example:443", "/"),
        ("https://mdm.example:8443/a?b", "https://mdm.example:8443", "/a"),
        ("http://127.0.0.1:80", "http://127.0.0.1:80", "/"),
        ("https://[::1]:9/x", "https://[::1]:9", "/x"), ("https://[::1]", "https://[::1]:443", "/"),
        ("https://mdm.example?a=b", "https://mdm.example:443", "/"),
    ]) func `a URL has one origin`(_ text: String, _ origin: String, _ path: String) throws {
        let url = try #require(SourceURL(text))
        #expect(url.origin == origin)
        #expect(url.path == path)
        #expect(url.isSecure == origin.hasPrefix("https"))
    }

    @Test(arguments: [
        "", "mdm.example", "//mdm.example", "ftp://mdm.example", "https://", "https:///a", "https://:443/",
        "https://a@mdm.example",
        "https://a:b@mdm.example", "https://mdm.example:0", "https://mdm.example:65536", "https://mdm.example:",
        "https://mdm.example:x",
        "https://mdm.example#a", "https://mdm.example/a b", "https://mdm.example/\u{7F}", "https://mdm.example\\a",
        "https://mdm.ex\u{E4}mple",
        "https://::1/", "https://[::1/", "https://a]/", "https://mdm.example/\n", "https://a:1:2/",
    ]) func `refuses what is no URL of a source`(_ text: String) {
        #expect(SourceURL(text) == nil)
    }

    @Test func `refuses a URL that is too long`() {
        #expect(SourceURL("https://mdm.example/" + String(repeating: "a", count: SourceURL.maximumByteCount)) == nil)
    }

    @Test func `a query parameter is set once, whatever it was`() throws {
        let url = try #require(SourceURL("https://mdm.example/d?%24skip=1&a=b&$skip=2&skip=3"))
        #expect(url.setting("$skip", to: "x y").description == "https://mdm.example/d?a=b&skip=3&%24skip=x%20y")
        #expect(
            try #require(SourceURL("https://mdm.example")).setting("a", to: "").description == "https://mdm.example/?a="
        )
    }

    @Test(
        arguments: [
            ("<a>; rel=next", "a"), ("<a>;rel=\"next\"", "a"), ("<a>; REL=NEXT", "a"), ("<a>; rel=\"prev next\"", "a"),
            ("<b>; rel=last,<a>; rel=next", "a"), ("<a>; rel=next, <c>; rel=next", "a"),
            ("<a>;\trel\t=\t\"next\"", "a"), ("<a> ; rel = next", "a"), ("<a>; rel=\"prev\tnext\"", "a"),
            ("<b>; title=\"x, <y>; rel=next\"", nil), ("<b>; title=\"a\\\"; rel=next; x=\\\"b\"; rel=prev", nil),
            ("<b>; x; rel=prev", nil), ("", nil), (" , ", nil), ("<b>", nil),
        ] as [(String, String?)]) func `a Link header names the next page`(_ header: String, _ next: String?) throws
    {
        #expect(try #require(LinkHeader(header)).next == next)
    }

    @Test(arguments: ["a; rel=next", "<a; rel=next", "<a> rel=next", "<a>; rel=\"next", "<a>; rel=next <b>"])
    func `refuses a Link header that is none`(_ header: String) {
        #expect(LinkHeader(header) == nil)
    }

    @Test(
        arguments: [
            (#"{"a":"\u0000b"}"#, #"{"a":"\ufffdb"}"#), (#"{"a":"\ud800"}"#, #"{"a":"\ufffd"}"#),
            (#"{"a":"\uDC00\ud83d"}"#, #"{"a":"\ufffd\ufffd"}"#), (#"{"a":"\ud83d\ude00"}"#, #"{"a":"\ud83d\ude00"}"#),
            (#"{"a":"\\u0000"}"#, #"{"a":"\\u0000"}"#), (#"{"a":"\"\n"}"#, #"{"a":"\"\n"}"#),
            (#"{"a":"\u00"#, #"{"a":"\u00"#),
            (#"\"#, #"\"#), ("[1]", "[1]"), ("", ""),
        ] as [(String, String)]) func `what JSON can write and no text can be is replaced`(
            _ text: String, _ repaired: String
        )
    {
        #expect(String(decoding: AnswerText.repaired(Array(text.utf8)), as: UTF8.self) == repaired)
    }

    @Test func `bytes that are no text are replaced`() {
        let bytes = Array(#"{"a":""#.utf8) + [0xFF, 0xC0] + Array(#""}"#.utf8)
        #expect(String(decoding: AnswerText.repaired(bytes), as: UTF8.self) == "{\"a\":\"\u{FFFD}\u{FFFD}\"}")
    }

    @Test func `a header that a source wants is none of the gateway's own`() {
        #expect(SourceHeader("X-Version", "2026-04-07")?.value == "2026-04-07")
        for (name, value) in [
            ("Authorization", "Bearer x"), ("host", "a"), ("Content-Length", "1"), ("X Y", "a"), ("", "a"), ("X", ""),
            ("X", "a\r\nHost: b"), ("X", "\u{E9}"), ("Cookie", "a=b"), ("Proxy-Authorization", "a"),
        ] { #expect(SourceHeader(name, value) == nil, "\(name)") }
    }
}
