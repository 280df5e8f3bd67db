import AccessModel
import Compliance
import ComplianceGateway
import HTTPMessage
import JSONCoding
import Testing

/// What users of other gateways have complained about in public, each with its number in the list of pains.
@Suite(.timeLimit(.minutes(10))) struct PublicPainTests {
    private static func pair(_ answer: Answer) -> [String?] { [answer["error"], answer["suberror"]] }

    @Test func `pain 1: a token that is asked for right after compliant sees the registration, and a loop ends`()
        async throws
    {
        try await TestGateway.run { gateway in
            let app = try TestApp(gateway)
            let own = try await app.becomeCompliant(.alex)
            // Not a moment passes between the report and the request.
            #expect(await app.refresh(own["refresh_token"]).status == 200)
            for _ in 0..<3 {
                gateway.advance(seconds: 1)
                try await gateway.recordRefusal(.deviceUnknown, .alex, instance: app.instance)
            }
            let ended = await app.remediate(own["access_token"], .alex)
            #expect(ended["status"] == "notCompliant" && ended["supportId"] != nil)
            #expect(ended.list("reasons").first == "refusal_loop")
        }
    }

    @Test func `pain 2: an app that is not recognised is told which capability it did not declare`() async throws {
        try await TestGateway.run { gateway in
            let app = try TestApp(gateway)
            app.capabilities = []
            let refused = try await app.tokens(.alex, World.mailScope)
            #expect(refused["error_description"]?.contains("protapp") == true)
            let own = try await app.silentTokens(app.complianceScope)
            let answer = await app.remediate(own["access_token"], .alex, silent: false)
            #expect(answer["status"] == "notCompliant" && answer.list("reasons").first == "capability_not_declared")
        }
    }

    @Test func `pain 3: the refusal is one pair whatever the path`() async throws {
        try await TestGateway.run { gateway in
            let declared = try TestApp(gateway)
            let silent = try TestApp(gateway)
            silent.capabilities = []
            let unprotected = try TestApp(gateway, client: World.notesApp, provesKey: false)
            for app in [declared, silent, unprotected] {
                let byCode = try await app.tokens(.alex, World.mailScope)
                #expect(Self.pair(byCode) == ["unauthorized_client", "protection_policy_required"])
                let own = try await app.silentTokens(app.complianceScope)
                let byRefresh = await app.refresh(own["refresh_token"])
                #expect(Self.pair(byRefresh) == Self.pair(byCode))
                #expect(byRefresh.json?["error_codes"] == byCode.json?["error_codes"])
            }
        }
    }

    @Test func `pain 5: a name where an object id belongs is a clear error`() async throws {
        try await TestGateway.run { gateway in
            let app = try TestApp(gateway)
            let own = try await app.becomeCompliant(.alex)
            for wrong in [
                World.Person.alex.name.replacing("@", with: "%40"), "\(World.Person.alex.account).\(World.contoso)",
            ] {
                let answer = await app.call(
                    .post, "accounts/\(wrong)/remediation", own["access_token"], body: #"{"silent":true}"#,
                    type: "application/json")
                #expect(answer.status == 400 && answer["error"] == "invalid_account_id")
            }
        }
    }

    @Test func `pain 6: the refusal always says whose account it is`() async throws {
        try await TestGateway.run { gateway in
            let app = try TestApp(gateway)
            let byCode = try await app.tokens(.alex, World.mailScope)
            let own = try await app.silentTokens(app.complianceScope)
            for refusal in [byCode, await app.refresh(own["refresh_token"])] {
                #expect(refusal.status == 400)
                #expect(refusal["client_info"]?.isEmpty == false)
                #expect(refusal["adi"] == World.Person.alex.name)
            }
        }
    }

    @Test func `pain 7: the app's compliance and the device's are told apart`() async throws {
        try await TestGateway.run { gateway in
            let app = try TestApp(gateway)
            let own = try await app.becomeCompliant(.alex)
            let answer = await app.call(
                .get, "accounts/\(World.Person.alex.account)/status?instanceId=\(app.instance ?? "")",
                own["access_token"])
            #expect(answer.json?["app"]?["status"]?.stringValue == "compliant")
            let device = answer.json?["device"]
            #expect(device?["status"]?.stringValue == "notCompliant")
            #expect(device?["reasons"] == .array([.string("device_unknown")]))
        }
    }

    @Test func `pain 8: where nothing is demanded, remediation answers compliant and enrols nobody`() async throws {
        try await TestGateway.run { gateway in
            let app = try TestApp(gateway)
            let own = try await app.tokens(.robin, app.complianceScope)
            for silent in [true, false] {
                let answer = await app.remediate(own["access_token"], .robin, silent: silent)
                #expect(answer["status"] == "compliant" && answer["instanceId"] == nil)
                #expect(answer["enrollmentId"] == nil && answer["remediationUri"] == nil)
            }
            #expect(try await gateway.journal("instanceEnrolled").isEmpty)
            #expect(try await gateway.journal("remediationOpened").isEmpty)
        }
    }

    @Test func `pain 9: what the app did wrong is told apart from what the service did`() async throws {
        try await TestGateway.run { gateway in
            let app = try TestApp(gateway)
            let own = try await app.becomeCompliant(.alex)
            let wrong = await app.refresh("no refresh token")
            #expect(wrong.status == 400 && wrong["error"] == "invalid_grant")
            gateway.store.turn(.fails(.unavailable("x")))
            let failed = await app.refresh(own["refresh_token"])
            #expect(failed.status == 503 && failed["error"] == "temporarily_unavailable")
            #expect(failed.header(.retryAfter) != nil)
        }
    }

    @Test func `pain 10: leaving is told apart from failing`() async throws {
        try await TestGateway.run { gateway in
            let app = try TestApp(gateway)
            let own = try await app.becomeCompliant(.alex)
            #expect(await app.report(own["access_token"], pinSet: false)["status"] == "interactionRequired")
            _ = await app.remediate(own["access_token"], .alex, silent: false)
            let path = "accounts/\(World.Person.alex.account)/remediation"
            let left = await app.call(.delete, path, own["access_token"])
            #expect(left["status"] == "userCancelled" && left.integer("code") == 5)
            #expect(left.list("actions").contains("start_again"))
            // Only what the user could have solved is left: a block stays a block.
            let outcome = try await gateway.administration.act(
                .block, on: AppInstanceID(app.instance ?? ""), in: World.contoso, reason: "test",
                directory: gateway.directory)
            guard case .done = outcome else { throw FixtureFailure("not blocked") }
            #expect(await app.call(.delete, path, own["access_token"])["status"] == "notCompliant")
            gateway.store.turn(.fails(.unavailable("x")))
            #expect(await app.call(.delete, path, own["access_token"]).status == 503)
        }
    }

    @Test func `pain 11: the same situation gets the same answer every time`() async throws {
        try await TestGateway.run { gateway in
            let app = try TestApp(gateway)
            let own = try await app.becomeCompliant(.alex)
            _ = await app.report(own["access_token"], pinSet: false)
            var seen: Set<String> = []
            for _ in 0..<10 {
                let refused = await app.refresh(own["refresh_token"])
                let answer = await app.remediate(own["access_token"], .alex, silent: false)
                seen.insert(
                    [refused["error"], refused["suberror"], answer["status"], answer["remediationUri"]]
                        .map { $0 ?? "-" }.joined(separator: " ") + answer.list("reasons").joined())
            }
            #expect(seen.count == 1)
            #expect(seen.first?.hasPrefix("unauthorized_client protection_policy_required interactionRequired") == true)
        }
    }
}
