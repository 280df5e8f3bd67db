import HTML
import Testing

private func text(_ node: HTMLNode) -> String {
    String(decoding: node.rendered(), as: UTF8.self)
}

@Suite struct HTMLRenderingTests {
    @Test(arguments: [
        ("<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"),
        ("\" onload=\"x", "&quot; onload=&quot;x"),
        ("' onload='x", "&#39; onload=&#39;x"),
        ("&lt;b&gt; &amp;", "&amp;lt;b&amp;gt; &amp;amp;"),
        ("a\u{0}b\u{1b}[31m\u{7f}\r", "a\u{FFFD}b\u{FFFD}[31m\u{FFFD}\u{FFFD}"),
        ("</textarea><!--", "&lt;/textarea&gt;&lt;!--"),
        ("tab\tline\né\u{1F600}`", "tab\tline\né\u{1F600}`"),
    ])
    func `hostile text stays text, in content and in attributes`(_ hostile: String, _ escaped: String) {
        #expect(text(H.p { .text(hostile) }) == "<p>\(escaped)</p>")
        #expect(text(H.p { "\(hostile)" }) == "<p>\(escaped)</p>")
        #expect(text(H.input(.value(hostile))) == "<input value=\"\(escaped)\">")
        #expect(text(H.span(.data("x", hostile))) == "<span data-x=\"\(escaped)\"></span>")
        #expect(text(.isolated(hostile)) == "<bdi>\(escaped)</bdi>")
    }

    @Test func `builds a page with conditions and loops`() {
        let rows = ["a", "b"]
        let isAdministrator = false
        let page = H.html(.lang("en")) {
            H.head {
                H.meta(.charset)
                H.title { "T & U" }
                H.link(.rel(.stylesheet), .href("/static/site.css"))
                H.script("/static/site.js")
            }
            H.body {
                if isAdministrator { H.p { "admin" } } else { H.p(.class("note")) { "user" } }
                if rows.isEmpty { "none" }
                H.ul { for row in rows { H.li { .text(row) } } }
                H.form(.method(.post), .action("/x")) {
                    H.label(.for("n")) { "Name" }
                    H.input(
                        .type(.text), .id("n"), .name("n"), .when(true, .required), .when(false, .disabled),
                        .aria(.describedby, "h"), .maxlength(9)
                    )
                    H.br()
                }
            }
        }
        #expect(
            String(decoding: page.renderedPage(), as: UTF8.self)
                == "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>T &amp; U</title>"
                + "<link rel=\"stylesheet\" href=\"/static/site.css\"><script src=\"/static/site.js\" defer></script></head>"
                + "<body><p class=\"note\">user</p><ul><li>a</li><li>b</li></ul><form method=\"post\" action=\"/x\">"
                + "<label for=\"n\">Name</label><input type=\"text\" id=\"n\" name=\"n\" required aria-describedby=\"h\" "
                + "maxlength=\"9\"><br></form></body></html>")
    }

    @Test(arguments: [
        "javascript:alert(1)", "JaVaScRiPt:alert(1)", " javascript:x", "java\tscript:x", "java\nscript:x",
        "\u{1}javascript:x",
        "data:text/html,x", "vbscript:x", "//evil.example/", "/\\evil.example", "\\\\evil.example", "https://a b/",
        "x:y",
        "/a\u{7f}",
    ])
    func `refuses addresses that lead elsewhere than they seem`(_ address: String) {
        #expect(HTMLURL(address) == nil)
    }

    @Test(arguments: [
        "/a/b?c=d:e#f", "", "?x=1", "#top", "a/b:c", "https://example.com/?a=b&c=d", "HTTPS://example.com",
        "mailto:a@b.example",
    ])
    func `takes addresses of this site and of expected schemes`(_ address: String) throws {
        let url = try #require(HTMLURL(address))
        #expect(text(H.a(.href(url))) == "<a href=\"\(address.replacing("&", with: "&amp;"))\"></a>")
    }

    @Test func `takes another scheme only when it is named`() {
        let (app, site) = ("com.example.app://done", "https://example.com")
        #expect(HTMLURL(app) == nil)
        #expect(HTMLURL(app, schemes: ["com.example.app"]) != nil)
        #expect(HTMLURL(site, schemes: ["com.example.app"]) == nil)
    }

    @Test func `path segments can not leave their place`() {
        let url = HTMLURL(segments: ["a b", "..", "c/d?e#f", "é", "\n"])
        #expect(text(H.a(.href(url))) == "<a href=\"/a%20b/%2E%2E/c%2Fd%3Fe%23f/%C3%A9/%0A\"></a>")
    }

    @Test func `a refresh names seconds and address`() {
        #expect(
            text(H.meta(attributes: HTMLAttribute.refresh(afterSeconds: 5, to: "/next?a=1&b=2")))
                == "<meta http-equiv=\"refresh\" content=\"5; url=/next?a=1&amp;b=2\">")
    }
}
