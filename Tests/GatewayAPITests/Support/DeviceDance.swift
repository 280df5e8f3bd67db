import Testing

/// A user signs a device in: the device asks for a code, the user enters it, the device polls.
final class DeviceDance {
    let gateway: TestGateway
    let app: TestApp
    let browser: TestBrowser
    let person: World.Person

    init(_ gateway: TestGateway, _ person: World.Person) throws {
        self.gateway = gateway
        self.person = person
        app = try TestApp(gateway)
        browser = TestBrowser(gateway)
    }

    var page: String { app.path("oauth2/v2.0/deviceauth") }

    /// Asks for codes.
    func begin(_ scope: String) async -> Answer {
        await gateway.post(
            app.path("oauth2/v2.0/devicecode"), [("client_id", app.client), ("scope", scope + " offline_access")])
    }

    /// Enters a code and signs in; returns the page that asks for a decision.
    func enter(_ code: String) async -> Answer {
        let entry = await browser.get(page)
        let next = await browser.post(page, [("csrf", entry.field("csrf") ?? ""), ("user_code", code)])
        guard next.hasField("password") else { return next }
        return await browser.post(
            page,
            [
                ("csrf", next.field("csrf") ?? ""), ("user_code", next.field("user_code") ?? ""),
                ("username", person.name), ("password", person.password),
            ])
    }

    /// Says yes or no.
    func decide(_ confirmation: Answer, _ decision: String = "allow") async -> Answer {
        await browser.post(
            page,
            [
                ("csrf", confirmation.field("csrf") ?? ""), ("user_code", confirmation.field("user_code") ?? ""),
                ("decision", decision),
            ])
    }

    func poll(_ code: String) async -> Answer {
        await app.token([("grant_type", "urn:ietf:params:oauth:grant-type:device_code"), ("device_code", code)])
    }

    /// The whole dance.
    func tokens(_ scope: String) async throws -> Answer {
        let begun = await begin(scope)
        let done = await decide(await enter(begun["user_code"] ?? ""))
        try #require(done.status == 200, "\(done.text)")
        return await poll(begun["device_code"] ?? "")
    }
}
