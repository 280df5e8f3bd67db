import AccessModel
import HTTPClient
import JSONCoding
import ManagedAppClient
import ServiceRuntime
import Testing

@Suite(.serialized) struct TokenTests {
    @Test func `asks again with a new enrolment identifier after a remediation`() async throws {
        try await TestBench.run({ $0.instanceProof = .enrollmentID }) { bench in
            bench.gateway.answer("token", .protectionRequired(), .token("c1"), .token("good"))
            bench.gateway.answer("remediation", .status(.compliant, enrollmentID: "e9"))
            try await #expect(bench.token().value == "good")
            #expect(bench.mailRequests.map { $0.fields["microsoft_enrollment_id"] } == ["e2", "e9"])
            #expect(bench.mailRequests.allSatisfy { $0.headers["dpop"] == nil })
            #expect(bench.clock.sleeps == [.seconds(1)])
        }
    }

    @Test func `a token under one enrolment identifier does not serve another`() async throws {
        try await TestBench.run { bench in
            bench.gateway.answer("token", .token("a"), .token("c"), .token("b"))
            try await #expect(bench.token().value == "a")
            bench.gateway.answer("remediation", .status(.compliant, enrollmentID: "e9"))
            _ = try await bench.remediate()
            try await #expect(bench.token().value == "b")
        }
    }

    @Test func `a token is not handed out in its last half minute`() async throws {
        try await TestBench.run { bench in
            bench.gateway.answer("token", .token("a", life: 100), .token("b"))
            try await #expect(bench.token().value == "a")
            bench.clock.advance(.seconds(69))
            try await #expect(bench.token().value == "a")
            bench.clock.advance(.seconds(1))
            try await #expect(bench.token().value == "b")
        }
    }

    @Test func `the newest refresh token is shown, and by one request at a time`() async throws {
        try await TestBench.run { bench in
            bench.gateway.answer("token", .token("a", refresh: "r7", life: 1), .token("b", refresh: "r8", life: 1))
            let manager = bench.manager
            _ = try await withThrowingTaskGroup(of: AccessToken.self) { group in
                for number in 0..<4 {
                    group.addTask {
                        try await manager.acquireToken(
                            forScopes: ["api://\(number)"], accountID: TestBench.account, silent: true)
                    }
                }
                return try await group.reduce(into: [AccessToken]()) { $0.append($1) }
            }
            let shown = bench.gateway.asked("token").map { $0.fields["refresh_token"] }
            #expect(shown == ["r2", "r7", "r8", "r8"])
        }
    }

    @Test func `a dead grant is told, and its refresh token not shown again`() async throws {
        try await TestBench.run { bench in
            bench.gateway.answer("token", .json(400, #"{"error":"invalid_grant"}"#))
            #expect(await bench.refusal() == .interactionRequired("invalid_grant"))
            #expect(await bench.refusal() == .interactionRequired(ClientReason.signInRequired))
            #expect(bench.gateway.asked("token").count == 1)
            bench.gateway.answer("token", .token("new"))
            try await #expect(bench.token(silent: false).value == "new")
        }
    }

    @Test func `somebody else who signs in instead is refused`() async throws {
        try await TestBench.run { bench in
            bench.gateway.answer(
                "token", .json(400, #"{"error":"invalid_grant"}"#), .token("x", account: ScriptedGateway.otherAccount))
            #expect(await bench.refusal(silent: false) == .otherAccount)
        }
    }

    @Test func `an unavailable gateway is asked once more, when it said when`() async throws {
        try await TestBench.run { bench in
            let busy = ScriptedGateway.Reply.json(429, #"{"error":"temporarily_unavailable"}"#, retryAfter: 2)
            bench.gateway.answer("token", busy, .token("a"))
            try await #expect(bench.token().value == "a")
            #expect(bench.clock.sleeps == [.seconds(2)])
            bench.clock.advance(.seconds(3600))
            bench.gateway.answer("token", .json(429, #"{"error":"temporarily_unavailable"}"#, retryAfter: 90))
            #expect(await bench.refusal() == .serviceFailure("it is not available", retryAfter: .seconds(90)))
            #expect(await bench.refusal() == .serviceFailure("it must not be asked yet", retryAfter: .seconds(90)))
            #expect(bench.mailRequests.count == 3)
        }
    }

    @Test func `a refusal with message_only ends there`() async throws {
        try await TestBench.run { bench in
            bench.gateway.answer(
                "token",
                .json(400, #"{"error":"interaction_required","suberror":"message_only","correlation_id":"k"}"#))
            #expect(await bench.refusal(silent: false) == .accessDenied(correlationID: "k"))
            #expect(bench.presenter.requests.count == 1)
        }
    }

    @Test func `a device code is polled as often as it was told`() async throws {
        try await TestBench.run(signedIn: false) { bench in
            bench.gateway.answer(
                "devicecode",
                .json(
                    200,
                    #"{"device_code":"d","user_code":"ABCD","verification_uri":"https://x","expires_in":600,"interval":3}"#
                ))
            bench.gateway.answer(
                "token", .json(400, #"{"error":"authorization_pending"}"#), .json(400, #"{"error":"slow_down"}"#),
                .token("c"))
            let shown = Lock<[DeviceCodePrompt]>([])
            let account = try await bench.manager.signInWithDeviceCode { prompt in
                shown.withLock { $0.append(prompt) }
            }
            #expect(account == TestBench.account)
            #expect(shown.withLock { $0.map(\.userCode) } == ["ABCD"])
            #expect(bench.clock.sleeps == [.seconds(3), .seconds(3), .seconds(8)])
        }
    }

    @Test func `the identifiers are written where other clients read them`() {
        let entry = EnrollmentIDEntry(userID: "u", enrollmentID: "e", tenantID: "t", accountID: "o")
        #expect(EnrollmentIDDocument.name == "intune_app_protection_enrollment_id_V1")
        #expect(
            String(decoding: EnrollmentIDDocument([entry]).jsonBytes(), as: UTF8.self)
                == #"{"enrollment_ids":[{"user_id":"u","enrollment_id":"e","tid":"t","oid":"o","home_account_id":"o.t"}]}"#
        )
    }

    @Test func `a token never shows itself`() async throws {
        try await TestBench.run { bench in
            bench.gateway.answer("token", .token("s3cret"))
            let token = try await bench.token()
            #expect(!"\(token) \(String(reflecting: token))".contains("s3cret"))
        }
    }
}
