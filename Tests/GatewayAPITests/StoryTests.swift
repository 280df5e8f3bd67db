import HTTPMessage
import JSONCoding
import Testing

/// The main job, from the sign-in page to the token, as apps live through it.
@Suite(.timeLimit(.minutes(10))) struct StoryTests {
    @Test func `an app is refused, becomes compliant, gets its token, breaks, is refused again and comes back`()
        async throws
    {
        try await TestGateway.run { gateway in
            let app = try TestApp(gateway)
            let refused = try await app.tokens(.alex, World.mailScope)
            #expect(refused.status == 400)
            #expect(refused["suberror"] == "protection_policy_required")
            #expect(refused.header(.retryAfter) == "1")

            let own = try await app.silentTokens(app.complianceScope)
            let token = own["access_token"]
            #expect(try await app.enrol(token, gateway.authority.identity()).status == 201)
            let beforePolicy = await app.remediate(token, .alex)
            #expect(beforePolicy["status"] == "interactionRequired")
            #expect(try await app.fetchPolicy(token).status == 200)
            #expect(await app.report(token).status == 200)
            #expect(await app.remediate(token, .alex).integer("code") == 0)

            let mail = await app.refresh(own["refresh_token"])
            #expect(mail.status == 200)
            let claims = try payload(of: mail["access_token"] ?? "")
            #expect(claims["xms_cc"]?.arrayValue?.compactMap(\.stringValue) == ["protapp"])
            #expect(claims["oid"]?.stringValue == World.Person.alex.account)
            #expect(await introspect(mail["access_token"], at: gateway).json?["active"] == .bool(true))

            #expect(await app.report(token, pinSet: false).integer("code") == 4)
            #expect(await introspect(mail["access_token"], at: gateway).text == #"{"active":false}"#)
            let broken = await app.refresh(mail["refresh_token"])
            #expect(broken["suberror"] == "protection_policy_required")

            #expect(await app.report(token).integer("code") == 0)
            #expect(await app.refresh(mail["refresh_token"]).status == 200)
        }
    }

    @Test func `a stock client shows its enrolment id, and each remediation gives a new one`() async throws {
        try await TestGateway.run { gateway in
            let app = try TestApp(gateway, client: World.notesApp, provesKey: false)
            let own = try await app.becomeCompliant(.nadia)
            let first = app.enrollmentID
            #expect(await app.refresh(own["refresh_token"]).status == 200)
            #expect(await app.remediate(own["access_token"], .nadia).integer("code") == 0)
            let second = app.enrollmentID
            #expect(first != second)
            app.enrollmentID = first
            let stale = await app.refresh(own["refresh_token"])
            #expect(stale.status == 400)
            app.enrollmentID = second
        }
    }
}
