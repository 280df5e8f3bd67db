import AccessModel
import Authentication
import Compliance
import ComplianceGateway
import GatewayAPI
import HTTPMessage
import JSONCoding
import Testing

/// The page on which users look after their own apps.
@Suite(.timeLimit(.minutes(10))) struct SelfServiceTests {
    private static let page = "/\(World.contoso)/me"

    /// Signs in at the page and follows to the list.
    private static func signIn(_ browser: TestBrowser, _ person: World.Person) async -> Answer {
        let arrival = await browser.signIn(page, person)
        guard arrival.status == 303 else { return arrival }
        return await browser.get(page)
    }

    /// Presses a button about an app.
    private static func press(
        _ act: String, _ shown: Answer, _ browser: TestBrowser, instance: String? = nil
    ) async -> Answer {
        var fields = [("csrf", shown.field("csrf") ?? ""), ("act", act)]
        if let instance { fields.append(("instance", instance)) }
        return await browser.post(page, fields)
    }

    @Test func `a stranger is asked to sign in, and sees the page then`() async throws {
        try await TestGateway.run { gateway in
            let browser = TestBrowser(gateway)
            let asked = await browser.get(Self.page)
            #expect(asked.status == 200 && asked.hasField("password"))
            #expect(asked.header("Referrer-Policy") == "no-referrer")
            #expect(asked.header(.cacheControl) == "no-store")
            let wrong = await browser.signIn(Self.page, .robin, password: "wrong")
            #expect(wrong.status == 403 && wrong.hasField("password"))
            let shown = await Self.signIn(browser, .robin)
            #expect(shown.status == 200)
            #expect(shown.text.contains("My apps and devices") && shown.text.contains(World.Person.robin.name))
            #expect(shown.text.contains("No app is set up for your account."))
            #expect(!shown.text.contains("<script"))
        }
    }

    @Test func `guessing passwords here has the end that it has everywhere`() async throws {
        let configuration = GatewayAPIConfiguration(signInBudget: SignInBudget(perAccount: 2))
        try await TestGateway.run(configuration) { gateway in
            let browser = TestBrowser(gateway)
            for _ in 0..<2 { #expect(await browser.signIn(Self.page, .robin, password: "wrong").status == 403) }
            let limited = await browser.signIn(Self.page, .robin)
            #expect(limited.status == 429 && limited.header(.retryAfter) != nil)
            let app = try TestApp(gateway)
            #expect(await app.browser.signIn(app.authorizeTarget(), .robin).status == 429)
        }
    }

    @Test func `a session of the sign-in page is enough, and of another tenant nothing`() async throws {
        try await TestGateway.run { gateway in
            let app = try TestApp(gateway)
            _ = await app.browser.signIn(app.authorizeTarget(), .robin)
            #expect(await app.browser.get(Self.page).text.contains("My apps and devices"))
            let session = try #require(app.browser.cookies.first { $0.name == "__Host-postern-11111111" })
            let other = TestBrowser(gateway)
            other.plant("__Host-postern-22222222", session.value)
            #expect(await other.get("/\(World.fabrikam)/me").hasField("password"))
        }
    }

    @Test(arguments: [(World.Person.blake, 403), (.fay, 403), (.robin, 200), (.sam, 200), (.devon, 200)])
    func `whom the policies block is not let in; what only an app can show is not asked for`(
        _ person: World.Person, _ status: Int
    ) async throws {
        try await TestGateway.run { gateway in
            let browser = TestBrowser(gateway)
            let shown = await Self.signIn(browser, person)
            #expect(shown.status == status)
            #expect(shown.text.contains("My apps and devices") == (status == 200))
            if status != 200 {
                #expect(await browser.post(Self.page, [("act", "end-others")]).status == status)
                let refusals = try await gateway.journal("authorizationRefused")
                #expect(refusals.count == 2)
            }
        }
    }

    @Test func `a disabled account's session is none`() async throws {
        try await TestGateway.run { gateway in
            let browser = TestBrowser(gateway)
            #expect(await Self.signIn(browser, .robin).status == 200)
            let isDisabled = try await gateway.disable(.robin)
            #expect(isDisabled)
            #expect(await browser.get(Self.page).hasField("password"))
        }
    }

    @Test func `an idle browser signs in again, a busy one goes on`() async throws {
        try await TestGateway.run { gateway in
            let browser = TestBrowser(gateway)
            _ = await Self.signIn(browser, .robin)
            for _ in 0..<3 {
                gateway.advance(seconds: 800)
                #expect(await browser.get(Self.page).text.contains("My apps and devices"))
            }
            gateway.advance(seconds: 900)
            #expect(await browser.get(Self.page).hasField("password"))
            // Nobody can say for themselves that they were active.
            let session = try #require(browser.cookies.first { $0.name == "__Host-postern-11111111" })
            for mark in ["AAAA", String(repeating: "A", count: 43)] {
                let liar = TestBrowser(gateway)
                liar.plant(session.name, session.value)
                liar.plant("__Host-postern-11111111-m", "\(gateway.now).\(mark)")
                #expect(await liar.get(Self.page).hasField("password"))
            }
        }
    }

    @Test(arguments: TextLanguage.allCases)
    func `apps are shown with their state in words and the way to fix it`(_ language: TextLanguage) async throws {
        try await TestGateway.run { gateway in
            let app = try TestApp(gateway)
            let own = try await app.becomeCompliant(.alex)
            #expect(await app.report(own["access_token"], pinSet: false)["status"] == "interactionRequired")
            let browser = TestBrowser(gateway)
            browser.language = language.rawValue
            let shown = await Self.signIn(browser, .alex)
            #expect(shown.text.contains("<html lang=\"\(language.rawValue)\">"))
            let text = ComplianceText(.interactionRequired, reason: .pinNotSet, in: language)
            #expect(shown.text.contains(text.title) && shown.text.contains(text.message))
            #expect(shown.text.contains("Contoso &lt;b&gt;Mail&lt;/b&gt;") && !shown.text.contains("<b>Mail"))
            #expect(shown.text.contains("(18.4)") && shown.text.contains("<time datetime=\""))
            let fix = await Self.press("fix", shown, browser, instance: app.instance)
            #expect(fix.status == 303)
            let page = try #require(fix.header(.location)).dropFirst(World.origin.count)
            #expect(await browser.get(String(page)).text.contains(RemediationGuide.of(.pinNotSet, in: language).why))
            // The app itself joins the session that its user opened here.
            let joined = await app.remediate(own["access_token"], .alex, silent: false)
            #expect(joined["remediationUri"].map { fix.header(.location)?.hasPrefix($0) ?? false } == true)
        }
    }

    @Test func `a compliant app needs no fixing`() async throws {
        try await TestGateway.run { gateway in
            let app = try TestApp(gateway)
            _ = try await app.becomeCompliant(.alex)
            let browser = TestBrowser(gateway)
            let shown = await Self.signIn(browser, .alex)
            #expect(shown.text.contains("You’re all set") && !shown.text.contains("value=\"fix\""))
            let answer = await Self.press("fix", shown, browser, instance: app.instance)
            #expect(answer.status == 200 && answer.text.contains("There is nothing to fix in this app."))
        }
    }

    @Test(arguments: ["wipe", "unenroll"])
    func `removing a lost phone's app asks first, and its tokens are dead when the answer comes`(
        _ act: String
    ) async throws {
        try await TestGateway.run { gateway in
            let app = try TestApp(gateway)
            let own = try await app.becomeCompliant(.alex)
            let mail = try await app.silentTokens(World.mailScope)
            #expect(await introspect(mail["access_token"], at: gateway).json?["active"] == .bool(true))
            let browser = TestBrowser(gateway)
            let shown = await Self.signIn(browser, .alex)
            // The list's own form removes nothing.
            #expect(await Self.press(act, shown, browser, instance: app.instance).status == 403)
            #expect(await introspect(mail["access_token"], at: gateway).json?["active"] == .bool(true))
            let confirmation = await Self.press("remove", shown, browser, instance: app.instance)
            #expect(confirmation.status == 200 && confirmation.text.contains("value=\"\(act)\""))
            let done = await Self.press(act, confirmation, browser, instance: app.instance)
            #expect(done.status == 200 && done.text.contains("role=\"status\""))
            #expect(await introspect(mail["access_token"], at: gateway).text == #"{"active":false}"#)
            #expect(await app.refresh(mail["refresh_token"])["error"] == "invalid_grant")
            #expect(
                await app.call(.get, "accounts/\(World.Person.alex.account)/status", own["access_token"]).status == 401)
            let kind = act == "wipe" ? "instanceWiped" : "instanceUnenrolled"
            #expect(try await gateway.lastActor(kind) == World.Person.alex.account)
            #expect(await Self.press(act, confirmation, browser, instance: app.instance).status == 404)
        }
    }

    @Test func `nobody removes or fixes somebody else's app`() async throws {
        try await TestGateway.run { gateway in
            let app = try TestApp(gateway)
            let own = try await app.becomeCompliant(.alex)
            let mine = try TestApp(gateway)
            _ = try await mine.becomeCompliant(.nadia)
            let browser = TestBrowser(gateway)
            let shown = await Self.signIn(browser, .nadia)
            #expect(!shown.text.contains(app.instance ?? "?"))
            #expect(await Self.press("remove", shown, browser, instance: app.instance).status == 404)
            #expect(await Self.press("fix", shown, browser, instance: app.instance).status == 200)
            let confirmation = await Self.press("remove", shown, browser, instance: mine.instance)
            #expect(await Self.press("wipe", confirmation, browser, instance: app.instance).status == 404)
            #expect(await Self.press("wipe", confirmation, browser, instance: "nonsense").status == 404)
            let status = await app.call(.get, "accounts/\(World.Person.alex.account)/status", own["access_token"])
            #expect(status.json?["app"]?["status"]?.stringValue == "compliant")
        }
    }

    @Test func `no other site and no other session can press the buttons`() async throws {
        try await TestGateway.run { gateway in
            let app = try TestApp(gateway)
            _ = try await app.becomeCompliant(.alex)
            let browser = TestBrowser(gateway)
            let shown = await Self.signIn(browser, .alex)
            #expect(await browser.post(Self.page, [("act", "end-others")]).status == 403)
            // Somebody else signs in at the same browser: what was shown before is not theirs to press.
            _ = await browser.post(
                Self.page, [("username", World.Person.nadia.name), ("password", World.Person.nadia.password)])
            let again = TestBrowser(gateway)
            _ = await Self.signIn(again, .alex)
            #expect(await Self.press("end-others", shown, again).status == 403)
        }
    }

    @Test func `signing out everywhere else ends the other browsers and not this one`() async throws {
        try await TestGateway.run { gateway in
            let one = TestBrowser(gateway)
            let other = TestBrowser(gateway)
            let shown = await Self.signIn(one, .robin)
            _ = await Self.signIn(other, .robin)
            let somebody = TestBrowser(gateway)
            _ = await Self.signIn(somebody, .nadia)
            let done = await Self.press("end-others", shown, one)
            #expect(done.status == 200 && done.text.contains("All other browsers are signed out."))
            #expect(await other.get(Self.page).hasField("password"))
            #expect(await one.get(Self.page).text.contains("My apps and devices"))
            #expect(await somebody.get(Self.page).text.contains("My apps and devices"))
            let actor = try await gateway.lastActor("sessionsEnded")
            #expect(actor == World.Person.robin.account)
            let out = await Self.press("sign-out", await one.get(Self.page), one)
            #expect(out.text.contains("You are signed out"))
            #expect(await one.get(Self.page).hasField("password"))
        }
    }
}
