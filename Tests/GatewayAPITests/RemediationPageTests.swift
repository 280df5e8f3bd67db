import AccessModel
import Compliance
import ComplianceGateway
import HTTPMessage
import JSONCoding
import Observability
import Testing

/// The page that leads a user through a remediation, and the session behind it.
@Suite(.timeLimit(.minutes(10))) struct RemediationPageTests {
    /// An app that is enrolled and reported without a PIN, and the tokens that it holds.
    private static func withoutPIN(_ gateway: TestGateway) async throws -> (app: TestApp, token: String) {
        let app = try TestApp(gateway)
        let own = try await app.becomeCompliant(.alex)
        let token = try #require(own["access_token"])
        #expect(await app.report(token, pinSet: false)["status"] == "interactionRequired")
        return (app, token)
    }

    /// The path and query of an address.
    private static func target(_ url: String?) throws -> String {
        String(try #require(url).dropFirst(World.origin.count))
    }

    private static func press(_ act: String, _ page: Answer, _ browser: TestBrowser, _ target: String) async -> Answer {
        await browser.post(target, [("csrf", page.field("csrf") ?? ""), ("act", act)])
    }

    // MARK: The session

    @Test func `an interactive remediation that needs the user answers with a page and its code`() async throws {
        try await TestGateway.run { gateway in
            let (app, token) = try await Self.withoutPIN(gateway)
            let answer = await app.remediate(token, .alex, silent: false)
            let url = try #require(answer["remediationUri"])
            #expect(url.hasPrefix("\(World.origin)/\(World.contoso)/remediate/"))
            // 18 random bytes.
            #expect(url.split(separator: "/").last?.count == 24)
            #expect(answer["remediationQrCodeUri"] == url + "/qr.svg")
            #expect(answer["remediationExpiresAt"] == (Timestamp(seconds: gateway.now) + .seconds(900)).rfc3339)
            let picture = await gateway.send(.get, try Self.target(answer["remediationQrCodeUri"]))
            #expect(picture.status == 200)
            #expect(picture.header(.contentType) == "image/svg+xml")
            #expect(picture.header(.cacheControl) == "no-store")
            #expect(picture.text.hasPrefix("<svg "))
        }
    }

    @Test func `a silent remediation opens nothing`() async throws {
        try await TestGateway.run { gateway in
            let (app, token) = try await Self.withoutPIN(gateway)
            #expect(await app.remediate(token, .alex, silent: true)["remediationUri"] == nil)
            #expect(try await gateway.journal("remediationOpened").isEmpty)
        }
    }

    @Test func `the same app joins the open session, and another installation gets its own`() async throws {
        try await TestGateway.run { gateway in
            let (app, token) = try await Self.withoutPIN(gateway)
            let first = await app.remediate(token, .alex, silent: false)["remediationUri"]
            gateway.advance(seconds: 300)
            let second = await app.remediate(token, .alex, silent: false)
            #expect(first != nil && second["remediationUri"] == first)
            // Joining is use.
            #expect(second["remediationExpiresAt"] == (Timestamp(seconds: gateway.now) + .seconds(900)).rfc3339)
            let (other, otherToken) = try await Self.withoutPIN(gateway)
            let third = await other.remediate(otherToken, .alex, silent: false)["remediationUri"]
            #expect(third != nil && third != first)
            #expect(try await gateway.journal("remediationOpened").count == 2)
        }
    }

    @Test func `those who ask at once get one session`() async throws {
        try await TestGateway.run { gateway in
            let app = try TestApp(gateway)
            let own = try await app.tokens(.alex, app.complianceScope)
            let target = app.path("compliance/v1/accounts/\(World.Person.alex.account)/remediation")
            let token = own["access_token"] ?? ""
            let requests = (0..<8).map { _ in
                HTTPRequest(
                    method: .post, target: target,
                    headers: HTTPHeaders([
                        (.authorization, "DPoP " + token), (.contentType, "application/json"),
                        (.dpop, app.proof("POST", World.origin + target, token: token)),
                    ]), body: Array(#"{"silent":false}"#.utf8))
            }
            let answers = await withTaskGroup(of: Answer.self) { group in
                for request in requests { group.addTask { await gateway.send(request) } }
                return await group.reduce(into: [Answer]()) { $0.append($1) }
            }
            #expect(answers.allSatisfy { $0.status == 200 }, "\(answers.map(\.text))")
            #expect(Set(answers.map { $0["remediationUri"] }).count == 1)
            #expect(answers.first?["remediationUri"] != nil)
            #expect(try await gateway.journal("remediationOpened").count == 1)
        }
    }

    @Test func `an app that enrols keeps the session that was opened before`() async throws {
        try await TestGateway.run { gateway in
            let app = try TestApp(gateway)
            let own = try await app.tokens(.alex, app.complianceScope)
            let asked = await app.remediate(own["access_token"], .alex, silent: false)
            #expect(asked.list("reasons") == ["not_enrolled"])
            let url = asked["remediationUri"]
            #expect(try await app.enrol(own["access_token"], gateway.authority.identity()).status == 201)
            _ = try await app.fetchPolicy(own["access_token"])
            #expect(await app.report(own["access_token"], pinSet: false)["status"] == "interactionRequired")
            #expect(await app.remediate(own["access_token"], .alex, silent: false)["remediationUri"] == url)
            #expect(await app.report(own["access_token"])["status"] == "compliant")
            let closed = try await gateway.journal("remediationClosed")
            #expect(closed.map { $0["why"]?.stringValue } == ["compliant"])
            #expect(closed.map { $0["state"]?.stringValue } == ["completed"])
        }
    }

    @Test func `a session expires without use, and a new one takes its place`() async throws {
        try await TestGateway.run { gateway in
            let (app, token) = try await Self.withoutPIN(gateway)
            let first = await app.remediate(token, .alex, silent: false)["remediationUri"]
            gateway.advance(seconds: 900)
            let target = try Self.target(first)
            let page = await gateway.send(.get, target)
            #expect(page.status == 410)
            #expect(!page.hasField("act"))
            #expect(await gateway.send(.get, target + "/qr.svg").status == 404)
            let own = try await app.silentTokens(app.complianceScope)
            let second = await app.remediate(own["access_token"], .alex, silent: false)["remediationUri"]
            #expect(second != nil && second != first)
            #expect(try await gateway.journal("remediationClosed").map { $0["why"]?.stringValue } == ["inactivity"])
        }
    }

    @Test func `use has an end`() async throws {
        try await TestGateway.run { gateway in
            let (app, token) = try await Self.withoutPIN(gateway)
            let target = try Self.target(await app.remediate(token, .alex, silent: false)["remediationUri"])
            for _ in 0..<47 {
                gateway.advance(seconds: 600)
                #expect(await gateway.send(.get, target).status == 200)
            }
            gateway.advance(seconds: 600)
            #expect(await gateway.send(.get, target).status == 410)
        }
    }

    @Test func `giving an app up cancels its session`() async throws {
        try await TestGateway.run { gateway in
            let (app, token) = try await Self.withoutPIN(gateway)
            let target = try Self.target(await app.remediate(token, .alex, silent: false)["remediationUri"])
            #expect(await app.call(.delete, "enrollments/\(app.instance ?? "")", token).status == 204)
            let closed = try await gateway.journal("remediationClosed")
            #expect(closed.map { $0["why"]?.stringValue } == ["unenrolled"])
            let page = await gateway.send(.get, target)
            #expect(page.status == 200 && !page.hasField("csrf"))
        }
    }

    // MARK: The page

    @Test func `the page says what is wrong, why it matters and how to fix it, and nothing of the policy`() async throws
    {
        try await TestGateway.run { gateway in
            let (app, token) = try await Self.withoutPIN(gateway)
            let target = try Self.target(await app.remediate(token, .alex, silent: false)["remediationUri"])
            for language in TextLanguage.allCases {
                let browser = TestBrowser(gateway)
                browser.language = language.rawValue
                let page = await browser.get(target)
                #expect(page.status == 200)
                #expect(page.text.contains("<html lang=\"\(language.rawValue)\">"))
                let guide = RemediationGuide.of(.pinNotSet, in: language)
                for words in [ComplianceText.message(of: .pinNotSet, in: language), guide.why] + guide.steps {
                    #expect(page.text.contains(words.replacing("'", with: "&#39;")), "\(words)")
                }
                #expect(page.text.contains("src=\"data:image/svg+xml;base64,"))
                #expect(page.text.components(of: "<h1>") == 1)
                #expect(!page.text.contains("contoso-apps") && !page.text.contains("secret name"))
                #expect(!page.text.contains(World.Person.alex.name))
                #expect(!page.text.contains("<script"))
            }
        }
    }

    @Test func `the page defends itself, and its address stays out of the log`() async throws {
        try await TestGateway.run { gateway in
            let (app, token) = try await Self.withoutPIN(gateway)
            let target = try Self.target(await app.remediate(token, .alex, silent: false)["remediationUri"])
            let page = await gateway.send(.get, target)
            #expect(page.header(.cacheControl) == "no-store")
            #expect(page.header("Referrer-Policy") == "no-referrer")
            #expect(page.header("X-Content-Type-Options") == "nosniff")
            let policy = page.header(.contentSecurityPolicy) ?? ""
            #expect(policy.contains("default-src 'none'") && policy.contains("form-action 'self'"))
            #expect(policy.contains("frame-ancestors 'none'"))
            let secret = try #require(target.split(separator: "/").last)
            #expect(!gateway.log.entries.contains { "\($0)".contains(secret) })
            #expect(try await gateway.journal("remediationOpened").allSatisfy { !"\($0)".contains(secret) })
        }
    }

    @Test func `a language is chosen by a link, and forms keep it`() async throws {
        try await TestGateway.run { gateway in
            let (app, token) = try await Self.withoutPIN(gateway)
            let target = try Self.target(await app.remediate(token, .alex, silent: false)["remediationUri"])
            let browser = TestBrowser(gateway)
            let english = await browser.get(target)
            #expect(english.text.contains("href=\"?lang=ru\""))
            let russian = await browser.get(target + "?lang=ru")
            #expect(russian.text.contains("<html lang=\"ru\">"))
            #expect(
                await Self.press("check", russian, browser, target + "?lang=ru").text.contains("<html lang=\"ru\">"))
            #expect(await browser.get(target + "?lang=xx").text.contains("<html lang=\"en\">"))
            #expect(await browser.get(target + "?lang=%zz").text.contains("<html lang=\"en\">"))
        }
    }

    @Test func `checking again makes no app compliant; a report does`() async throws {
        try await TestGateway.run { gateway in
            let (app, token) = try await Self.withoutPIN(gateway)
            let target = try Self.target(await app.remediate(token, .alex, silent: false)["remediationUri"])
            let issued = try await gateway.journal("enrollmentIDIssued").count
            let browser = TestBrowser(gateway)
            var page = await browser.get(target)
            for _ in 0..<5 {
                page = await Self.press("check", page, browser, target)
                #expect(page.status == 200 && page.text.contains("role=\"alert\""))
            }
            // The app's own identifier is not replaced behind its back.
            #expect(try await gateway.journal("enrollmentIDIssued").count == issued)
            #expect(await app.report(token)["status"] == "compliant")
            page = await browser.get(target)
            #expect(page.text.contains("You’re all set") && !page.hasField("csrf"))
            #expect(try await gateway.journal("remediationClosed").count == 1)
        }
    }

    @Test func `leaving is userCancelled, and the user can start again`() async throws {
        try await TestGateway.run { gateway in
            let (app, token) = try await Self.withoutPIN(gateway)
            let target = try Self.target(await app.remediate(token, .alex, silent: false)["remediationUri"])
            let browser = TestBrowser(gateway)
            let left = await Self.press("leave", await browser.get(target), browser, target)
            #expect(left.status == 200 && left.text.contains("The check was stopped"))
            #expect(try await gateway.journal("remediationClosed").map { $0["why"]?.stringValue } == ["left"])
            #expect(try await gateway.journal("complianceChanged").last?["to"]?.stringValue == "userCancelled")
            // What was left stays left: only starting again goes on.
            #expect(await Self.press("check", left, browser, target).text.contains("The check was stopped"))
            let again = await Self.press("restart", left, browser, target)
            #expect(again.status == 303)
            let next = try Self.target(again.header(.location))
            #expect(next != target)
            #expect(await browser.get(next).text.contains("Check again"))
            // An address that was left is worth nothing once its time has come.
            gateway.advance(seconds: 900)
            #expect(await Self.press("restart", left, browser, target).status == 200)
        }
    }

    @Test func `the app may leave for its user`() async throws {
        try await TestGateway.run { gateway in
            let (app, token) = try await Self.withoutPIN(gateway)
            let target = try Self.target(await app.remediate(token, .alex, silent: false)["remediationUri"])
            let left = await app.call(.delete, "accounts/\(World.Person.alex.account)/remediation", token)
            #expect(left["status"] == "userCancelled")
            #expect(await gateway.send(.get, target).text.contains("The check was stopped"))
        }
    }

    @Test func `no other site and no other browser can press the buttons`() async throws {
        try await TestGateway.run { gateway in
            let (app, token) = try await Self.withoutPIN(gateway)
            let target = try Self.target(await app.remediate(token, .alex, silent: false)["remediationUri"])
            let browser = TestBrowser(gateway)
            let page = await browser.get(target)
            #expect(await browser.post(target, [("act", "leave")]).status == 403)
            let stranger = TestBrowser(gateway)
            _ = await stranger.get(target)
            #expect(await Self.press("leave", page, stranger, target).status == 403)
            #expect(try await gateway.journal("remediationClosed").isEmpty)
            #expect(await browser.post(target, [("csrf", page.field("csrf") ?? ""), ("act", "fly")]).status == 400)
        }
    }

    @Test func `an address that is none, or another tenant's, is a page that does not exist`() async throws {
        try await TestGateway.run { gateway in
            let (app, token) = try await Self.withoutPIN(gateway)
            let target = try Self.target(await app.remediate(token, .alex, silent: false)["remediationUri"])
            let foreign = target.replacing(World.contoso.rawValue, with: World.fabrikam.rawValue)
            let guess = target.dropLast() + (target.hasSuffix("A") ? "B" : "A")
            for other in [foreign, String(guess), "/\(World.contoso)/remediate/x", target + "x"] {
                #expect(await gateway.send(.get, other).status == 404, "\(other)")
                #expect(await gateway.post(other, [("act", "check")]).status == 404, "\(other)")
                #expect(await gateway.send(.get, other + "/qr.svg").status == 404, "\(other)")
            }
        }
    }

    @Test func `checking has a budget`() async throws {
        try await TestGateway.run { gateway in
            let (app, token) = try await Self.withoutPIN(gateway)
            let target = try Self.target(await app.remediate(token, .alex, silent: false)["remediationUri"])
            let browser = TestBrowser(gateway)
            let page = await browser.get(target)
            for _ in 0..<60 { #expect(await Self.press("check", page, browser, target).status == 200) }
            let limited = await Self.press("check", page, browser, target)
            #expect(limited.status == 429)
            #expect(limited.header(.retryAfter) == "300")
        }
    }

    @Test func `a loop shows the identifier that support finds`() async throws {
        try await TestGateway.run { gateway in
            let (app, token) = try await Self.withoutPIN(gateway)
            let target = try Self.target(await app.remediate(token, .alex, silent: false)["remediationUri"])
            #expect(await app.report(token)["status"] == "compliant")
            for _ in 0..<3 {
                gateway.advance(seconds: 1)
                try await gateway.recordRefusal(.deviceUnknown, .alex, instance: app.instance)
            }
            // The session was completed by the report; the loop is what the next one says.
            let answer = await app.remediate(token, .alex, silent: false)
            #expect(answer.list("reasons").first == "refusal_loop")
            #expect(answer["remediationUri"] == nil && answer["supportId"] != nil)
            #expect(await gateway.send(.get, target).text.contains("You’re all set"))
        }
    }

    @Test func `a blocked app's page names the support and a reference`() async throws {
        try await TestGateway.run { gateway in
            let (app, token) = try await Self.withoutPIN(gateway)
            let target = try Self.target(await app.remediate(token, .alex, silent: false)["remediationUri"])
            let instance = AppInstanceID(try #require(app.instance))
            let outcome = try await gateway.administration.act(
                .block, on: instance, in: World.contoso, reason: "test", directory: gateway.directory)
            guard case .done = outcome else { throw FixtureFailure("not blocked") }
            let page = await gateway.send(.get, target, [("client-request-id", "8a1c1f0e-0000-4000-8000-00000000c0de")])
            #expect(page.text.contains("An administrator has blocked this app on this device."))
            #expect(page.text.contains("<code>8a1c1f0e-0000-4000-8000-00000000c0de</code>"))
            #expect(page.text.contains("value=\"check\"") && !page.text.contains("value=\"leave\""))
        }
    }
}
