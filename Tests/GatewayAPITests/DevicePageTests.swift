import Authentication
import ComplianceGateway
import GatewayAPI
import HTTPMessage
import Testing

/// Signing another device in.
@Suite(.timeLimit(.minutes(10))) struct DevicePageTests {
    @Test func `a user who confirms signs the device in`() async throws {
        try await TestGateway.run { gateway in
            let dance = try DeviceDance(gateway, .robin)
            let begun = await dance.begin(World.mailScope)
            #expect(begun.integer("expires_in") == 900)
            #expect(begun["verification_uri"] == World.origin + dance.page)
            #expect(await dance.poll(begun["device_code"] ?? "")["error"] == "authorization_pending")
            let confirmation = await dance.enter(begun["user_code"]?.lowercased() ?? "")
            #expect(confirmation.status == 200)
            #expect(confirmation.text.contains("Contoso &lt;b&gt;Mail&lt;/b&gt;"))
            #expect(confirmation.text.contains(World.Person.robin.name))
            #expect(await dance.decide(confirmation).status == 200)
            gateway.advance(seconds: 10)
            let tokens = await dance.poll(begun["device_code"] ?? "")
            #expect(tokens.status == 200)
            #expect(tokens["refresh_token"] != nil)
            #expect(await dance.decide(confirmation).status == 400)
        }
    }

    @Test func `a user who declines signs nothing in`() async throws {
        try await TestGateway.run { gateway in
            let dance = try DeviceDance(gateway, .robin)
            let begun = await dance.begin(World.mailScope)
            #expect(await dance.decide(await dance.enter(begun["user_code"] ?? ""), "deny").status == 200)
            #expect(await dance.poll(begun["device_code"] ?? "")["error"] == "access_denied")
        }
    }

    @Test func `a code that does not exist is asked for again, and guessing has an end`() async throws {
        let configuration = GatewayAPIConfiguration(signInBudget: SignInBudget(perAccount: 3))
        try await TestGateway.run(configuration) { gateway in
            let dance = try DeviceDance(gateway, .robin)
            for _ in 0..<3 {
                let shown = await dance.enter("BCDF-GHJK")
                #expect(shown.status == 400)
                #expect(shown.text.contains("role=\"alert\""))
            }
            let limited = await dance.enter("BCDF-GHJK")
            #expect(limited.status == 429)
            #expect(limited.header(.retryAfter) != nil)
        }
    }

    @Test func `what is no code is told before anybody signs in`() async throws {
        try await TestGateway.run { gateway in
            let dance = try DeviceDance(gateway, .robin)
            let shown = await dance.enter("\"><script>")
            #expect(shown.status == 400)
            #expect(!shown.text.contains("<script"))
            #expect(!shown.hasField("password"))
        }
    }

    @Test func `a link fills the code in and decides nothing`() async throws {
        try await TestGateway.run { gateway in
            let dance = try DeviceDance(gateway, .robin)
            let page = await dance.browser.get(dance.page + "?user_code=bcdfghjk")
            #expect(page.text.contains("value=\"BCDF-GHJK\""))
            let hostile = await dance.browser.get(dance.page + "?user_code=%22%3E%3Cscript%3E")
            #expect(!hostile.text.contains("script&gt;"))
            #expect(!hostile.text.contains("<script"))
        }
    }

    @Test func `each form needs its own token, and the confirmation the session's`() async throws {
        try await TestGateway.run { gateway in
            let dance = try DeviceDance(gateway, .robin)
            let begun = await dance.begin(World.mailScope)
            let code = begun["user_code"] ?? ""
            let confirmation = await dance.enter(code)
            let entry = await dance.browser.get(dance.page)
            for csrf in ["", entry.field("csrf") ?? ""] {
                let shown = await dance.browser.post(
                    dance.page, [("csrf", csrf), ("user_code", code), ("decision", "allow")])
                #expect(shown.status == 403)
            }
            // Somebody else signs in at the same browser: what was shown before is no longer theirs to confirm.
            let app = try TestApp(gateway)
            let page = await dance.browser.get(app.authorizeTarget(World.mailScope, [("prompt", "login")]))
            _ = await dance.browser.post(
                app.authorizeTarget(World.mailScope, [("prompt", "login")]),
                [
                    ("csrf", page.field("csrf") ?? ""), ("username", World.Person.nadia.name),
                    ("password", World.Person.nadia.password),
                ])
            #expect(await dance.decide(confirmation).status == 403)
            #expect(await dance.poll(begun["device_code"] ?? "")["error"] == "authorization_pending")
        }
    }

    @Test func `one address gets so many codes and no more, and what it asked for in vain is kept nowhere`()
        async throws
    {
        try await TestGateway.run { gateway in
            let dance = try DeviceDance(gateway, .robin)
            for _ in 0..<300 { #expect(await dance.begin(World.mailScope).status == 200) }
            let before = try await gateway.head().sequence
            let refused = await dance.begin(World.mailScope)
            #expect(refused.status == 429)
            #expect(refused["error"] == "temporarily_unavailable")
            #expect(refused.header(.retryAfter) == "900")
            #expect(try await gateway.head().sequence == before)
        }
    }

    @Test func `a wrong password keeps the code and says so`() async throws {
        try await TestGateway.run { gateway in
            let dance = try DeviceDance(gateway, .robin)
            let code = await dance.begin(World.mailScope)["user_code"] ?? ""
            let entry = await dance.browser.get(dance.page)
            let page = await dance.browser.post(dance.page, [("csrf", entry.field("csrf") ?? ""), ("user_code", code)])
            let shown = await dance.browser.post(
                dance.page,
                [
                    ("csrf", page.field("csrf") ?? ""), ("user_code", code), ("username", World.Person.robin.name),
                    ("password", "wrong"),
                ])
            #expect(shown.status == 403)
            #expect(shown.field("user_code") == code)
        }
    }
}
