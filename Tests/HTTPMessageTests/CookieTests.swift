import HTTPMessage
import Testing

struct CookieTests {
    private func cookies(_ values: String...) -> RequestCookies {
        RequestCookies(HTTPHeaders(values.map { (.cookie, $0) }))
    }

    @Test func `reads pairs of every cookie field`() {
        let cookies = cookies("a=1; __Host-b=x.y-z", "c=\"quoted\"")
        #expect(cookies.single("a") == .value("1"))
        #expect(cookies.single("__Host-b") == .value("x.y-z"))
        #expect(cookies.single("c") == .value("quoted"))
        #expect(cookies.single("A") == .absent)
    }

    @Test func `reports a cookie that was planted twice`() {
        #expect(cookies("a=1; a=2").single("a") == .duplicate)
        #expect(cookies("a=1", "a=1").single("a") == .duplicate)
    }

    @Test(arguments: ["a", "=1", "a b=1", "a=1 2", "a=\u{E9}", "a=1,2", "a=\"1"])
    func `leaves out a pair that does not follow the grammar`(text: String) {
        let cookies = cookies("\(text); ok=1")
        #expect(cookies.single("a") == .absent)
        #expect(cookies.single("ok") == .value("1"))
    }

    @Test func `reads no more pairs than the limit`() {
        let many = (0..<100).map { "c\($0)=1" }.joined(separator: ";")
        #expect(cookies(many).names.count == RequestCookies.maximumCount)
    }

    @Test func `writes every attribute`() throws {
        let cookie = try SetCookie(name: "__Host-s", value: "abc", sameSite: .lax, maximumAge: .seconds(60))
        #expect(cookie.headerValue == "__Host-s=abc; Path=/; Max-Age=60; Secure; HttpOnly; SameSite=Lax")
        let removal = try SetCookie.removing(name: "__Host-s", sameSite: .strict)
        #expect(removal.headerValue == "__Host-s=; Path=/; Max-Age=0; Secure; HttpOnly; SameSite=Strict")
    }

    @Test(arguments: ["a;b", "a b", "a\r\n", "\u{E9}", "a\"", "a,b", "a\\b"])
    func `refuses a value that would end the cookie`(value: String) {
        #expect(throws: SetCookie.Failure.malformedValue) {
            try SetCookie(name: "a", value: value, sameSite: .lax)
        }
    }

    @Test(arguments: ["", "a=b", "a;b", "a b"])
    func `refuses a name that is no token`(name: String) {
        #expect(throws: SetCookie.Failure.malformedName) {
            try SetCookie(name: name, value: "", sameSite: .lax)
        }
    }
}
