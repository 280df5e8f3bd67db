import AccessModel
import Cryptography
import HTTPClient
import JOSE
import JSONCoding
import ManagedAppClient
import ServiceRuntime
import Testing

@Suite(.serialized) struct RemediationTests {
    @Test func `enrols, applies the policy, reports under its key, and keeps the new enrolment identifier`()
        async throws
    {
        try await TestBench.run(enrolled: false) { bench in
            bench.gateway.answer(
                "remediation", .status(.interactionRequired, [.notEnrolled]), .status(.compliant, enrollmentID: "e2"))
            try await #expect(bench.remediate(silent: false).status == .compliant)
            #expect(bench.app.state.withLock { $0.applied.map(\.revision) } == ["rev-1"])
            let entry = EnrollmentIDEntry(
                userID: "alex@contoso.example", enrollmentID: "e2", tenantID: ScriptedGateway.tenant,
                accountID: TestBench.account)
            #expect(bench.store.enrollmentIDs == [entry])
            let report = try #require(bench.gateway.asked("posture").first)
            let key = try #require(await bench.store.key(named: bench.store.keyNames[0]))
            let rules = JWTRules(
                issuer: nil, subject: ScriptedGateway.instance, audience: .only([bench.gateway.issuer]),
                requiredClaims: ["iat", "jti"])
            let policy = JWSPolicy(algorithms: [.es256], type: .exactly("posture+jwt"), keys: .key(key.publicKey))
            let claims = try JWT.verify(report.body, policy: policy, rules: rules, at: bench.clock.now).get().claims
            #expect(claims.members["revision"]?.stringValue == "rev-1")
            #expect(claims.members["pinSet"] == .bool(true))
        }
    }

    @Test func `every request of the compliance API carries a proof of the key for itself and its token`() async throws
    {
        try await TestBench.run { bench in
            _ = try await bench.remediate()
            for asked in ["policy", "posture", "remediation"].flatMap(bench.gateway.asked) {
                let token = String(try #require(asked.headers["authorization"]).dropFirst("DPoP ".count))
                let request = DPoPProof.Request(
                    method: asked.method, url: bench.gateway.origin + asked.path, accessToken: token)
                let proof = DPoPProof.verify(
                    try #require(asked.headers["dpop"]), for: request, at: bench.clock.now, freshness: .standard)
                #expect(throws: Never.self) { try proof.get() }
            }
        }
    }

    @Test func `a silent remediation shows nothing and does not enrol`() async throws {
        try await TestBench.run(enrolled: false) { bench in
            let opened = bench.presenter.requests.count
            bench.gateway.answer("remediation", .status(.interactionRequired, [.notEnrolled]))
            try await #expect(bench.remediate().status == .interactionRequired)
            bench.gateway.answer("token", .json(400, #"{"error":"invalid_grant"}"#))
            bench.clock.advance(.seconds(3600))
            try await #expect(bench.remediate().status == .interactionRequired)
            #expect(bench.gateway.asked("enrollments").isEmpty)
            #expect(bench.presenter.requests.count == opened)
        }
    }

    @Test func `a gateway that is not reached is a network failure, in the user's language`() async throws {
        try await TestBench.run(signedIn: false, authority: "http://127.0.0.1:1/contoso", { $0.language = .spanish }) {
            bench in
            let report = try await bench.remediate()
            #expect(report.status == .networkFailure)
            #expect(report.reasons == [ClientReason.gatewayUnreachable])
            #expect(report.title == "Sin conexión")
        }
    }

    @Test(arguments: [
        (503, "{}"), (200, "<html>"), (200, "{}"), (500, ""), (200, #"{"status":"odd","title":"","message":""}"#),
    ])
    func `a gateway that answers badly is a service failure`(status: Int, body: String) async throws {
        try await TestBench.run { bench in
            bench.gateway.answer("remediation", .json(status, body))
            let report = try await bench.remediate()
            #expect(report.status == .serviceFailure)
            #expect(!report.title.isEmpty && !report.message.isEmpty)
        }
    }

    @Test(arguments: ["key", "issuer", "client"])
    func `a policy that is not the gateway's for this installation is not applied`(wrong: String) async throws {
        try await TestBench.run { bench in
            let count = bench.app.state.withLock { $0.applied.count }
            let policy =
                switch wrong {
                case "key": try bench.gateway.policy(signedBy: SigningKey.generate(.p256))
                case "issuer": try bench.gateway.policy(issuer: "https://elsewhere.example/v2.0")
                default: try bench.gateway.policy(client: "another")
                }
            bench.gateway.answer("policy", .init(status: 200, body: policy))
            let report = try await bench.remediate()
            #expect(report.reasons == [ClientReason.policyNotVerified])
            #expect(bench.app.state.withLock { $0.applied.count } == count)
            #expect(bench.gateway.asked("posture").isEmpty)
        }
    }

    @Test func `the same account joins what runs, another one waits for its turn`() async throws {
        try await TestBench.run { bench in
            let (arrived, gate) = (Gate(), Gate())
            var held = ScriptedGateway.Reply.status(.compliant)
            (held.arrived, held.gate) = (arrived, gate)
            bench.gateway.answer("remediation", held)
            let manager = bench.manager
            let delegate = TestDelegate()
            await manager.setDelegate(delegate)
            try await withThrowingTaskGroup(of: ComplianceReport.self) { group in
                group.addTask { try await manager.remediateCompliance(forAccountID: TestBench.account, silent: true) }
                await arrived.passage()
                #expect(try await manager.remediationInProgress(forAccountID: TestBench.account))
                group.addTask { try await manager.remediateCompliance(forAccountID: TestBench.account, silent: true) }
                group.addTask {
                    try await manager.remediateCompliance(forAccountID: ScriptedGateway.otherAccount, silent: true)
                }
                while try await !manager.remediationInProgress(forAccountID: ScriptedGateway.otherAccount) {
                    await Task.yield()
                }
                gate.open()
                var statuses: [String: [ComplianceStatus]] = [:]
                for try await report in group { statuses[report.accountID, default: []].append(report.status) }
                #expect(statuses[TestBench.account] == [.compliant, .compliant])
                // Nobody has signed in with the other account.
                #expect(statuses[ScriptedGateway.otherAccount] == [.interactionRequired])
            }
            #expect(bench.gateway.asked("remediation").count == 1)
            #expect(delegate.reports.withLock { $0.count } == 2)
            #expect(try await !manager.remediationInProgress(forAccountID: TestBench.account))
        }
    }

    @Test func `every reader of statuses gets each one`() async throws {
        try await TestBench.run { bench in
            let streams = [await bench.manager.statuses(), await bench.manager.statuses()]
            _ = try await bench.remediate()
            for stream in streams {
                var iterator = stream.makeAsyncIterator()
                #expect(await iterator.next()?.status == .compliant)
            }
        }
    }

    @Test func `an order to wipe is carried out, and the account forgotten`() async throws {
        try await TestBench.run { bench in
            bench.gateway.answer("policy", .json(404, #"{"error":"unknown_instance"}"#))
            bench.gateway.answer("remediation", .status(.notCompliant, [.wiped]))
            bench.app.state.withLock { $0.canWipe = false }
            try await #expect(bench.remediate().status == .notCompliant)
            #expect(!bench.store.keyNames.isEmpty)
            bench.app.state.withLock { $0.canWipe = true }
            try await #expect(bench.remediate().status == .notCompliant)
            #expect(bench.app.state.withLock { $0.wipes } == [TestBench.account, TestBench.account])
            #expect(bench.store.keyNames.isEmpty)
            #expect(bench.store.enrollmentIDs.isEmpty)
            #expect(await bench.refusal() == .unknownAccount)
        }
    }

    @Test func `a wipe is learned of by the key when every token is dead, carried out, and confirmed`() async throws {
        try await TestBench.run { bench in
            let delegate = TestDelegate()
            await bench.manager.setDelegate(delegate)
            bench.gateway.answer("token", .json(400, #"{"error":"invalid_grant"}"#))
            bench.gateway.answer("wipe", .json(200, #"{"wipePending":true}"#))
            bench.gateway.answer("wipe-confirmation", .json(503, "{}"), .init(status: 204, body: ""))
            for isLast in [false, true] {
                guard case .complianceRequired(let report) = await bench.refusal() else {
                    Issue.record("no refusal")
                    return
                }
                #expect(report.reasons == ["wiped"])
                // The gateway has to know; until then the account is kept.
                #expect(bench.store.keyNames.isEmpty == isLast)
            }
            #expect(delegate.reports.withLock { $0.map(\.reasons) } == [["wiped"], ["wiped"]])
            for asked in bench.gateway.asked("wipe") + bench.gateway.asked("wipe-confirmation") {
                #expect(asked.headers["authorization"] == nil)
                let request = DPoPProof.Request(method: asked.method, url: bench.gateway.origin + asked.path)
                let proof = DPoPProof.verify(
                    try #require(asked.headers["dpop"]), for: request, at: bench.clock.now, freshness: .standard)
                #expect(throws: Never.self) { try proof.get() }
            }
        }
    }

    @Test func `unenrolling ends the tokens first, then the data`() async throws {
        try await TestBench.run { bench in
            bench.gateway.answer(ScriptedGateway.instance, .json(503, "{}"))
            await #expect(throws: ManagedAppError.self) {
                try await bench.manager.unenroll(forAccountID: TestBench.account)
            }
            #expect(bench.app.state.withLock { $0.wipes.isEmpty })
            bench.gateway.answer(ScriptedGateway.instance, .init(status: 204, body: ""))
            let isGone = try await bench.manager.unenroll(forAccountID: TestBench.account)
            #expect(isGone)
            #expect(bench.app.state.withLock { $0.wipes } == [TestBench.account])
            #expect(bench.store.keyNames.isEmpty)
        }
    }

    @Test func `all six statuses have a title and a message in every language`() {
        for language in AppLanguage.allCases {
            let texts = ComplianceStatus.allCases.map {
                ComplianceReport(accountID: "", status: $0, language: language)
            }
            #expect(Set(texts.map(\.title)).count == 6)
            #expect(texts.allSatisfy { !$0.message.isEmpty })
        }
        #expect(AppLanguage(tag: "ko-KR") == .korean)
        #expect(AppLanguage(tag: "fr") == .english)
    }
}
