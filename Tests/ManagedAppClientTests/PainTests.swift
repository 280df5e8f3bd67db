import AccessModel
import HTTPClient
import HTTPMessage
import HTTPServer
import ManagedAppClient
import ServiceRuntime
import Testing

/// What hurt users of other SDKs, by its number in the project's list.
@Suite(.serialized) struct PainTests {
    private typealias Reply = ScriptedGateway.Reply

    @Test func `pain 1: refused although compliant ends after a few rounds, and waits as long as it was told`()
        async throws
    {
        try await TestBench.run { bench in
            bench.gateway.answer("token", .protectionRequired(), .token("c1"), .protectionRequired())
            let error = await bench.refusal()
            guard case .complianceRequired(let report) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(report.status == .notCompliant)
            #expect(report.reasons == [ClientReason.refusalLoop])
            #expect(bench.gateway.asked("remediation").count == 3)
            #expect(bench.mailRequests.count == 4)
            #expect(bench.clock.sleeps == [.seconds(1), .seconds(1), .seconds(1)])
        }
    }

    @Test func `pain 1: a loop that the gateway found shows its support id, and nothing is tried again`() async throws {
        try await TestBench.run { bench in
            bench.gateway.answer("token", .protectionRequired(), .token("c1"), .protectionRequired())
            bench.gateway.answer("remediation", .status(.notCompliant, [.refusalLoop], supportID: "S-17"))
            guard case .complianceRequired(let report) = await bench.refusal() else {
                Issue.record("no refusal")
                return
            }
            #expect(report.supportID == "S-17")
            #expect(bench.mailRequests.count == 1)
        }
    }

    @Test(arguments: ["[53005]", "[53009]", "[]"])
    func `pain 3: the pair of error and suberror decides, whatever the numbers say`(codes: String) async throws {
        try await TestBench.run { bench in
            bench.gateway.answer("token", .protectionRequired(codes: codes), .token("c1"), .token("good"))
            try await #expect(bench.token().value == "good")
            #expect(bench.gateway.asked("remediation").count == 1)
        }
    }

    @Test func `pain 4: a number or a text of app protection under another error is no call for remediation`()
        async throws
    {
        try await TestBench.run { bench in
            bench.gateway.answer(
                "token",
                .json(
                    400,
                    #"{"error":"access_denied","error_codes":[530035],"error_description":"app protection policy required"}"#
                ))
            #expect(await bench.refusal() == .accessDenied(correlationID: nil))
            #expect(bench.gateway.asked("remediation").isEmpty)
        }
    }

    @Test func `pain 4: a delegate that nobody else keeps is told`() async throws {
        try await TestBench.run { bench in
            let reports = Lock<[ComplianceReport]>([])
            await bench.manager.setDelegate(TestDelegate(reports))
            _ = try await bench.remediate()
            #expect(reports.withLock { $0.map(\.status) } == [.compliant])
        }
    }

    @Test(arguments: [
        ("alex@contoso.example", AccountIDFault.userPrincipalName),
        ("\(ScriptedGateway.account).\(ScriptedGateway.tenant)", .homeAccountID), ("alex", .other), ("", .other),
    ])
    func `pain 5: what is no object id is refused, and said what it is`(text: String, fault: AccountIDFault)
        async throws
    {
        try await TestBench.run { bench in
            await #expect(throws: ManagedAppError.invalidAccountID(fault)) {
                try await bench.manager.remediateCompliance(forAccountID: text, silent: false)
            }
            await #expect(throws: ManagedAppError.invalidAccountID(fault)) {
                try await bench.manager.acquireToken(forScopes: [TestBench.mail], accountID: text, silent: true)
            }
            #expect(bench.gateway.asked("token").isEmpty)
        }
    }

    @Test func `pain 6: the account of a first refusal is the one that client_info names`() async throws {
        try await TestBench.run(signedIn: false) { bench in
            bench.gateway.answer("token", .protectionRequired(), .token("c1"), .token("good"))
            let token = try await bench.manager.signIn(forScopes: [TestBench.mail])
            #expect(token.accountID == TestBench.account)
            #expect(token.value == "good")
            #expect(bench.presenter.requests.map(\.isExpectedSilent) == [false, true])
        }
    }

    @Test func `pain 6: a refusal that names no account is the gateway's failure and not an empty account`()
        async throws
    {
        try await TestBench.run(signedIn: false) { bench in
            bench.gateway.answer("token", .protectionRequired(info: nil))
            await #expect(throws: ManagedAppError.serviceFailure("its refusal names no account")) {
                try await bench.manager.signIn(forScopes: [TestBench.mail])
            }
        }
    }

    @Test func `pain 7: app and device are told apart`() async throws {
        try await TestBench.run { bench in
            let one = #"{"status":"compliant","title":"T","message":"M","reasons":[]}"#
            let other = #"{"status":"notCompliant","title":"T","message":"M","reasons":["device_not_compliant"]}"#
            bench.gateway.answer("status", .json(200, #"{"app":\#(one),"device":\#(other)}"#))
            let both = try await bench.manager.complianceStatus(forAccountID: TestBench.account)
            #expect(both.app.status == .compliant)
            #expect(both.device.status == .notCompliant)
        }
    }

    @Test func `pain 8: where nothing is demanded the app is compliant and not enrolled`() async throws {
        try await TestBench.run(enrolled: false) { bench in
            bench.gateway.answer("remediation", .status(.compliant, [.notDemanded]))
            try await #expect(bench.remediate(silent: false).status == .compliant)
            #expect(bench.gateway.asked("enrollments").isEmpty)
        }
    }

    @Test(arguments: [
        "http://127.0.0.1/callback", "http://127.0.0.1/callback?code=x&state=other", "nonsense",
        "http://127.0.0.1/callback/x?code=y",
    ])
    func `pain 9: what is no answer to the sign-in is the app's fault, not the service's`(returned: String) async throws
    {
        try await TestBench.run(enrolled: false) { bench in
            bench.gateway.answer("token", .json(400, #"{"error":"invalid_grant"}"#))
            bench.presenter.set(.bring(returned))
            let report = try await bench.remediate(silent: false)
            #expect(report.status == .interactionRequired)
            #expect(report.reasons == [ClientReason.noToken])
        }
    }

    @Test func `pain 10: a user who leaves is no failure`() async throws {
        try await TestBench.run(enrolled: false) { bench in
            bench.gateway.answer("token", .json(400, #"{"error":"invalid_grant"}"#))
            bench.presenter.set(.leave)
            try await #expect(bench.remediate(silent: false).status == .userCancelled)
            bench.presenter.set(.fail)
            try await #expect(bench.remediate(silent: false).status == .interactionRequired)
        }
    }

    @Test func `pain 10: a user who leaves when asked for a PIN is no failure`() async throws {
        try await TestBench.run { bench in
            bench.app.state.withLock { $0.outcome = .userCancelled }
            bench.gateway.answer("remediation", .status(.userCancelled, [.userCancelled]))
            try await #expect(bench.remediate(silent: false).status == .userCancelled)
            #expect(bench.gateway.asked("remediation").map(\.method) == ["DELETE"])
            #expect(bench.gateway.asked("posture").isEmpty)
        }
    }

    @Test func `pain 11: every refusal is remediated, not only the first`() async throws {
        try await TestBench.run { bench in
            bench.gateway.answer("token", .token("c1"))
            _ = try await bench.remediate()
            for round in 1...3 {
                bench.gateway.answer("token", .protectionRequired(), .token("good\(round)", life: 1))
                try await #expect(bench.token().value == "good\(round)")
            }
            #expect(bench.gateway.asked("remediation").count == 4)
        }
    }

    @Test func `pain 12: the claims of a challenge and the capabilities reach the gateway together`() async throws {
        try await TestBench.run { bench in
            let claims =
                #"{"access_token":{"nbf":{"essential":true,"value":"1"},"xms_cc":{"other":1}},"id_token":{"a":null}}"#
            let challenge = try #require(ClaimsChallenge(json: claims))
            _ = try await bench.manager.acquireToken(
                forScopes: [TestBench.mail], accountID: TestBench.account, silent: true, answering: challenge)
            #expect(
                bench.mailRequests.first?.fields["claims"]
                    == #"{"access_token":{"nbf":{"essential":true,"value":"1"},"xms_cc":{"other":1,"values":["protapp","cp1"]}},"id_token":{"a":null}}"#
            )
        }
    }

    @Test func `pain 13: a challenge passes the cache by once, and the same again is a loop`() async throws {
        try await TestBench.run { bench in
            bench.gateway.answer("token", .token("a"), .token("b"), .token("c"))
            try await #expect(bench.token().value == "a")
            let challenge = try #require(ClaimsChallenge(json: #"{"access_token":{}}"#))
            func answer() async throws -> AccessToken {
                try await bench.manager.acquireToken(
                    forScopes: [TestBench.mail], accountID: TestBench.account, silent: true, answering: challenge)
            }
            #expect(try await answer().value == "b")
            try await #expect(bench.token().value == "b")
            await #expect(throws: ManagedAppError.challengeRepeated) { try await answer() }
            #expect(bench.mailRequests.count == 2)
        }
    }

    @Test func `pain 13: a resource's challenge is answered once, and its second one handed over`() async throws {
        let seen = Lock<[String]>([])
        let resource = try HTTPServer.start(
            HTTPServerConfiguration(listeners: [HTTPListener(port: 0)], loops: 1)
        ) { request in
            seen.withLock { $0.append(request.headers.single(.authorization).text ?? "") }
            var answer = HTTPResponse(status: .unauthorized)
            answer.headers.add(
                .wwwAuthenticate, #"Bearer error="insufficient_claims", claims="eyJhY2Nlc3NfdG9rZW4iOnt9fQ==""#)
            return answer
        }
        try await TestBench.run { bench in
            bench.gateway.answer("token", .token("a"), .token("b"), .token("c"))
            let request = HTTPClientRequest("GET", "http://127.0.0.1:\(resource.ports[0])/mail")
            let answer = try await bench.manager.send(
                request, forScopes: [TestBench.mail], accountID: TestBench.account, silent: true)
            #expect(answer.status == 401)
            #expect(seen.withLock { $0 } == ["DPoP a", "DPoP b"])
        }
        await resource.drain(within: .milliseconds(50))
    }

    @Test func `pain 14: capabilities alone pass no cache by`() async throws {
        try await TestBench.run { bench in
            let first = try await bench.token()
            try await #expect(bench.token() == first)
            #expect(bench.mailRequests.count == 1)
            #expect(bench.mailRequests[0].fields["claims"]?.contains("protapp") == true)
        }
    }
}
