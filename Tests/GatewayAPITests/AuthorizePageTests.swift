import AccessModel
import Authentication
import ComplianceGateway
import Cryptography
import GatewayAPI
import HTTPMessage
import PolicyFormat
import Testing

/// The sign-in page: what it lets through, what it refuses, and what it never shows.
@Suite(.timeLimit(.minutes(10))) struct AuthorizePageTests {
    @Test func `the page defends itself and hands the browser a cookie of its own`() async throws {
        try await TestGateway.run { gateway in
            let app = try TestApp(gateway)
            let page = await app.browser.get(app.authorizeTarget())
            #expect(page.status == 200)
            #expect(page.header(.contentType) == "text/html; charset=utf-8")
            #expect(page.header(.cacheControl) == "no-store")
            #expect(page.header("Referrer-Policy") == "no-referrer")
            #expect(page.header("X-Content-Type-Options") == "nosniff")
            let policy = page.header(.contentSecurityPolicy) ?? ""
            #expect(policy.contains("default-src 'none'"))
            #expect(policy.contains("frame-ancestors 'none'"))
            #expect(policy.contains("form-action 'self' http://127.0.0.1:53682;"))
            #expect(!policy.contains("unsafe"))
            let cookie = page.header(.setCookie) ?? ""
            #expect(cookie.hasPrefix("__Host-postern-11111111-b="))
            #expect(cookie.hasSuffix("; Path=/; Secure; HttpOnly; SameSite=Lax"))
            #expect(page.text.contains("<html lang=\"en\">"))
            #expect(page.text.components(of: "<h1>") == 1)
            #expect(page.text.contains("autocomplete=\"username\""))
            #expect(page.text.contains("autocomplete=\"current-password\""))
            #expect(!page.text.contains("<script"))
        }
    }

    @Test(arguments: ["en": "Sign in", "es": "Iniciar sesión", "ko": "로그인", "ru": "Вход"])
    func `the page speaks the browser's language`(_ language: String, _ title: String) async throws {
        try await TestGateway.run { gateway in
            let app = try TestApp(gateway)
            app.browser.language = language + ", en;q=0.1"
            let page = await app.browser.get(app.authorizeTarget())
            #expect(page.text.contains("<html lang=\"\(language)\">"))
            #expect(page.text.contains("<h1>\(title)</h1>"))
        }
    }

    @Test func `a right password leads to the client with code, state and issuer, and to a session`() async throws {
        try await TestGateway.run { gateway in
            let app = try TestApp(gateway)
            let arrival = await app.browser.signIn(app.authorizeTarget(), .robin)
            #expect(arrival.status == 303)
            #expect(arrival.header(.cacheControl) == "no-store")
            #expect(arrival.header(.location)?.hasPrefix(World.redirect + "?code=pc_") == true)
            #expect(arrival.redirected["state"] == "st&te=<1>")
            #expect(arrival.redirected["iss"] == app.issuer)
            #expect(arrival.redirected["client_info"] != nil)
            let session = arrival.headers(.setCookie).first ?? ""
            #expect(session.hasPrefix("__Host-postern-11111111="))
            #expect(session.contains("; Secure; HttpOnly; SameSite=Lax"))
            #expect(await app.browser.get(app.authorizeTarget(World.mailScope, [("prompt", "none")])).status == 303)
            let again = await app.browser.get(app.authorizeTarget(World.mailScope, [("prompt", "login")]))
            #expect(again.hasField("password"))
        }
    }

    @Test func `a session cookie is http only and lives as long as the session`() async throws {
        try await TestGateway.run { gateway in
            let app = try TestApp(gateway)
            let arrival = await app.browser.signIn(app.authorizeTarget(), .robin)
            #expect(arrival.header(.setCookie)?.contains("; Max-Age=43200;") == true)
            gateway.advance(seconds: 43_201)
            #expect(await app.browser.get(app.authorizeTarget()).hasField("password"))
        }
    }

    @Test func `where a policy says so, a session ends with the browser`() async throws {
        try await TestGateway.run { gateway in
            let text = """
                {"id": "6f0c7a0e-51d1-4b7e-9c55-2f6f6f1d00aa", "displayName": "Close it", "state": "enabled",
                 "conditions": {"users": {"includeUsers": ["All"]}, "applications": {"includeApplications": ["All"]}},
                 "sessionControls": {"persistentBrowser": {"isEnabled": true, "mode": "never"}}}
                """
            let collection = PolicyCollection([PolicyReader().read(Array(text.utf8), named: "p.json")])
            let document = PolicyPublication.bytes(of: collection)
            #expect(
                try await gateway.administration.publishPolicies(document, to: gateway.head(World.contoso)).isPublished)
            let app = try TestApp(gateway)
            let arrival = await app.browser.signIn(app.authorizeTarget(), .robin)
            #expect(arrival.status == 303)
            #expect(arrival.headers(.setCookie).first?.contains("Max-Age") == false)
        }
    }

    // MARK: Wrong credentials

    @Test func `an unknown name, a wrong password and a disabled account look alike`() async throws {
        try await TestGateway.run { gateway in
            var pages: [String] = []
            for name in [World.Person.robin.name, World.Person.dan.name, "nobody@contoso.example"] {
                let app = try TestApp(gateway)
                let page = await app.browser.get(app.authorizeTarget())
                let password = name == World.Person.dan.name ? World.Person.dan.password : "wrong"
                let shown = await app.browser.post(
                    app.authorizeTarget(),
                    [("csrf", page.field("csrf") ?? ""), ("username", name), ("password", password)])
                #expect(shown.status == 403)
                #expect(!shown.text.contains(password))
                #expect(shown.text.components(of: "role=\"alert\"") == 1)
                #expect(shown.field("username") == nil || shown.text.contains("value=\"\(name)\""))
                pages.append(
                    shown.text.replacing(name, with: "").replacing(shown.field("csrf") ?? "-", with: ""))
            }
            #expect(Set(pages).count == 1)
        }
    }

    @Test func `too many attempts are turned away before anything is hashed`() async throws {
        let configuration = GatewayAPIConfiguration(signInBudget: SignInBudget(perAccount: 2))
        try await TestGateway.run(configuration) { gateway in
            let app = try TestApp(gateway)
            for _ in 0..<2 {
                #expect(await app.browser.signIn(app.authorizeTarget(), .robin, password: "wrong").status == 403)
            }
            let shown = await app.browser.signIn(app.authorizeTarget(), .robin)
            #expect(shown.status == 429)
            #expect(shown.header(.retryAfter).flatMap(Int.init) ?? 0 > 0)
            #expect(shown.hasField("password"))
        }
    }

    @Test func `too many people at once are asked to come back`() async throws {
        try await TestGateway.run { gateway in
            let app = try TestApp(gateway)
            gateway.stopHashing()
            let shown = await app.browser.signIn(app.authorizeTarget(), .robin)
            #expect(shown.status == 503)
            #expect(shown.header(.retryAfter) == "5")
            #expect(shown.hasField("password"))
        }
    }

    // MARK: Forged forms

    @Test func `a form without this browser's own token signs nobody in`() async throws {
        try await TestGateway.run { gateway in
            let app = try TestApp(gateway)
            let target = app.authorizeTarget()
            let page = await app.browser.get(target)
            let good = page.field("csrf") ?? ""
            let other = try TestApp(gateway)
            let foreign = await other.browser.get(target).field("csrf") ?? ""
            let device = await app.browser.get(app.path("oauth2/v2.0/deviceauth")).field("csrf") ?? ""
            let elsewhere = try TestApp(gateway, tenant: World.fabrikam.rawValue)
            let otherTenant = await elsewhere.browser.get(elsewhere.authorizeTarget()).field("csrf") ?? ""
            let credentials = [("username", World.Person.robin.name), ("password", World.Person.robin.password)]
            for csrf in ["", "x", String(repeating: "x", count: good.count), foreign, device, otherTenant] {
                let shown = await app.browser.post(target, [("csrf", csrf)] + credentials.map { ($0.0, $0.1) })
                #expect(shown.status == 403, "\(csrf)")
                #expect(shown.header(.location) == nil)
            }
            let absent = await app.browser.post(target, credentials.map { ($0.0, $0.1) })
            #expect(absent.status == 403)
            let withoutCookie = await gateway.post(target, [("csrf", good)] + credentials.map { ($0.0, $0.1) })
            #expect(withoutCookie.status == 403)
            #expect(await app.browser.post(target, [("csrf", good)] + credentials.map { ($0.0, $0.1) }).status == 303)
        }
    }

    @Test(arguments: [
        "csrf=a&csrf=b", "username=%zz", String(repeating: "x", count: 20_000) + "=1",
        (0..<20).map { "f\($0)=1" }.joined(separator: "&"),
    ])
    func `a form that can not be read ends in a page`(_ body: String) async throws {
        try await TestGateway.run { gateway in
            let app = try TestApp(gateway)
            let form: [(HTTPHeaderName, String)] = [(.contentType, "application/x-www-form-urlencoded")]
            #expect(await gateway.send(.post, app.authorizeTarget(), form, body: body).status == 400)
        }
    }

    @Test func `a form of another media type ends in a page`() async throws {
        try await TestGateway.run { gateway in
            let app = try TestApp(gateway)
            let answer = await gateway.send(
                .post, app.authorizeTarget(), [(.contentType, "text/plain")], body: "csrf=a&username=b&password=c")
            #expect(answer.status == 400)
        }
    }

    // MARK: Hostile requests

    @Test(arguments: [
        "client_id", "response_type", "redirect_uri", "scope", "state", "nonce", "code_challenge",
        "code_challenge_method", "client_info", "claims", "prompt", "login_hint", "max_age", "response_mode",
        "dpop_jkt",
        "request", "request_uri", "anything",
    ])
    func `markup in a parameter stays text`(_ parameter: String) async throws {
        let hostile = "\"><script>alert(1)</script><i x='"
        try await TestGateway.run { gateway in
            let app = try TestApp(gateway)
            let answer = await app.browser.get(app.authorizeTarget(World.mailScope, [(parameter, hostile)]))
            #expect(!answer.text.contains("<script"))
            #expect(!answer.text.contains("<i x"))
            #expect(answer.header(.location)?.contains("<") != true)
            #expect(answer.response.headers.isWellFormed)
            let posted = await app.browser.signIn(
                app.authorizeTarget(World.mailScope, [(parameter, hostile)]), .robin, password: hostile)
            #expect(!posted.text.contains("<script"))
        }
    }

    @Test func `markup in names stays text`() async throws {
        try await TestGateway.run { gateway in
            let app = try TestApp(gateway)
            let page = await app.browser.get(app.authorizeTarget())
            #expect(page.text.contains("Contoso &lt;b&gt;Mail&lt;/b&gt;"))
            #expect(page.text.contains("The contoso &amp; Co"))
            let shown = await app.browser.post(
                app.authorizeTarget(),
                [("csrf", page.field("csrf") ?? ""), ("username", "\"><b>@x"), ("password", "p\"><b>")])
            #expect(!shown.text.contains("\"><b>"))
        }
    }

    struct OpenRedirect: Sendable, CustomTestStringConvertible {
        let uri: String
        var testDescription: String { uri }
    }

    @Test(arguments: [
        OpenRedirect(uri: "https://evil.example/callback"), OpenRedirect(uri: "http://127.0.0.1:53682/callback/more"),
        OpenRedirect(uri: "http://127.0.0.1:53682/callback#x"),
        OpenRedirect(uri: "http://127.0.0.1@evil.example/callback"),
        OpenRedirect(uri: "http://127.0.0.1:53682/CALLBACK"), OpenRedirect(uri: "//evil.example/callback"),
        OpenRedirect(uri: "javascript:alert(1)"), OpenRedirect(uri: "com.contoso.notes:/signed-in\r\nX: y"),
        OpenRedirect(uri: "http://127.0.0.1:53682/callback?next=https://evil.example"), OpenRedirect(uri: ""),
        OpenRedirect(uri: "http://127.0.0.1.evil.example/callback"),
    ])
    func `nobody is sent where nobody registered`(_ one: OpenRedirect) async throws {
        try await TestGateway.run { gateway in
            let app = try TestApp(gateway)
            for extra in [[], [("scope", "nonsense")], [("prompt", "none")]] as [[(String, String)]] {
                let target = app.authorizeTarget(
                    World.mailScope, [("redirect_uri", one.uri)] + extra.map { ($0.0, $0.1) })
                let answer = await app.browser.get(target)
                #expect(answer.status == 400)
                #expect(answer.header(.location) == nil)
                #expect(!answer.hasField("csrf"))
                #expect(answer.header(.contentSecurityPolicy)?.contains("form-action 'none'") == true)
            }
        }
    }

    @Test func `a parameter that comes twice is refused`() async throws {
        try await TestGateway.run { gateway in
            let app = try TestApp(gateway)
            let twice = await app.browser.get(app.authorizeTarget() + "&scope=openid")
            #expect(twice.status == 400)
            #expect(twice.header(.location) == nil)
            let client = await app.browser.get(app.authorizeTarget() + "&client_id=\(World.notesApp)")
            #expect(client.status == 400)
        }
    }

    @Test func `a query that can not be read ends in a page`() async throws {
        try await TestGateway.run { gateway in
            let app = try TestApp(gateway)
            for query in ["%zz", "state=%ff", String(repeating: "a=b&", count: 200)] {
                #expect(await app.browser.get(app.path("oauth2/v2.0/authorize?\(query)")).status == 400)
            }
        }
    }

    // MARK: What a policy says

    @Test(arguments: [World.Person.blake, .fay])
    func `a policy that stands in the way is a page without a code`(_ person: World.Person) async throws {
        try await TestGateway.run { gateway in
            let app = try TestApp(gateway)
            let page = await app.browser.signIn(app.authorizeTarget(), person)
            #expect(page.status == 403)
            #expect(page.header(.location) == nil)
            #expect(page.text.components(of: "<h1>") == 1)
            #expect(!page.text.contains("secret name"))
            #expect(page.header(.contentSecurityPolicy)?.contains("form-action 'none'") == true)
            let silent = await app.browser.get(app.authorizeTarget(World.mailScope, [("prompt", "none")]))
            #expect(["access_denied", "interaction_required"].contains(silent.redirected["error"]))
        }
    }

    @Test func `a failure of ours is a page that says so`() async throws {
        try await TestGateway.run { gateway in
            let app = try TestApp(gateway)
            gateway.store.turn(.fails(.unavailable("x")))
            let page = await app.browser.get(app.authorizeTarget())
            #expect(page.status == 503)
            #expect(page.header(.retryAfter) != nil)
            #expect(page.header(.contentType)?.hasPrefix("text/html") == true)
        }
    }

    // MARK: Cookies

    @Test func `a browser keeps the cookies of eight tenants, the oldest go first`() async throws {
        try await TestGateway.run { gateway in
            let app = try TestApp(gateway)
            for number in 0..<8 {
                app.browser.plant("__Host-postern-aaaaaaa\(number)-b", "x")
                app.browser.plant("__Host-postern-aaaaaaa\(number)", "x")
            }
            _ = await app.browser.signIn(app.authorizeTarget(), .robin)
            let names = app.browser.cookies.map(\.name)
            #expect(!names.contains("__Host-postern-aaaaaaa0"))
            #expect(!names.contains("__Host-postern-aaaaaaa0-b"))
            #expect(names.contains("__Host-postern-aaaaaaa1"))
            #expect(names.contains("__Host-postern-11111111"))
        }
    }
}

extension String {
    /// How often a text occurs.
    func components(of text: String) -> Int { ranges(of: text).count }
}
