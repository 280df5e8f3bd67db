import HTTPMessage
import Testing

/// Answers that the browser posts to the client (OAuth 2.0 Form Post Response Mode 1.0).
@Suite(.timeLimit(.minutes(10))) struct FormPostTests {
    private static let formPost: (name: String, value: String?) = ("response_mode", "form_post")

    @Test func `a code is in the fields of a form to the client, and in no address`() async throws {
        try await TestGateway.run { gateway in
            let app = try TestApp(gateway)
            let page = await app.browser.signIn(app.authorizeTarget(World.mailScope, [Self.formPost]), .robin)
            #expect(page.status == 200)
            #expect(page.header(.location) == nil)
            #expect(page.header(.cacheControl) == "no-store")
            #expect(page.header(.contentType) == "text/html; charset=utf-8")
            #expect(page.text.contains("<form method=\"post\" action=\"\(World.redirect)\">"))
            #expect(page.field("code")?.hasPrefix("pc_") == true)
            #expect(page.field("state") == "st&amp;te=&lt;1&gt;")
            #expect(page.field("iss") == app.issuer)
            #expect(page.hasField("client_info"))
            #expect(page.text.contains("<button type=\"submit\">Continue</button>"))
            let policy = page.header(.contentSecurityPolicy) ?? ""
            #expect(policy.contains("default-src 'none'; script-src 'self'; "))
            #expect(policy.contains("; form-action http://127.0.0.1:53682; "))
            #expect(page.headers(.setCookie).contains { $0.hasPrefix("__Host-postern-11111111=") })
            #expect(await app.redeem(page.field("code") ?? "").status == 200)
        }
    }

    @Test func `the page's one script is a file of this site`() async throws {
        try await TestGateway.run { gateway in
            let app = try TestApp(gateway)
            let target = app.authorizeTarget(World.mailScope, [Self.formPost, ("prompt", "none")])
            let page = await app.browser.get(target)
            #expect(page.text.components(of: "<script") == 1)
            let start = try #require(page.text.firstRange(of: "<script src=\""))
            let script = await gateway.send(.get, String(page.text[start.upperBound...].prefix { $0 != "\"" }))
            #expect(script.status == 200)
            #expect(script.header(.contentType) == "text/javascript; charset=utf-8")
            #expect(script.header("X-Content-Type-Options") == "nosniff")
            #expect(script.text.contains("document.forms[0].submit()"))
        }
    }

    @Test(arguments: [("scope", "nonsense", "invalid_scope"), ("prompt", "none", "login_required")])
    func `an error is posted as well`(_ name: String, _ value: String, _ error: String) async throws {
        try await TestGateway.run { gateway in
            let app = try TestApp(gateway)
            let page = await app.browser.get(app.authorizeTarget(World.mailScope, [Self.formPost, (name, value)]))
            #expect(page.status == 200)
            #expect(page.field("error") == error)
            #expect(page.field("state") == "st&amp;te=&lt;1&gt;")
            #expect(!page.hasField("code"))
        }
    }

    @Test func `no form goes to an app that is opened by a scheme of its own`() async throws {
        try await TestGateway.run { gateway in
            let app = try TestApp(gateway)
            let target = app.authorizeTarget(
                World.mailScope, [Self.formPost, ("redirect_uri", World.schemeRedirect)])
            let answer = await app.browser.get(target)
            #expect(answer.status == 303)
            #expect(answer.header(.location)?.hasPrefix(World.schemeRedirect + "?error=invalid_request&") == true)
        }
    }

    @Test func `discovery lists both modes`() async throws {
        try await TestGateway.run { gateway in
            let document = await gateway.send(.get, "/contoso/v2.0/.well-known/openid-configuration")
            #expect(document.list("response_modes_supported") == ["query", "form_post"])
        }
    }
}
