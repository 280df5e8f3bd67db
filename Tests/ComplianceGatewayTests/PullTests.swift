import AccessModel
import Compliance
import Cryptography
import JSONCoding
import ServiceRuntime
import Testing

@testable import ComplianceGateway

/// Sources that are asked: what is sent, what is taken, and what follows when they fail.
@Suite struct PullTests {
    private static let good = TestServer.page([("C02XK1", "good")])

    @Test func `a source is asked page by page, and what it says is taken like a signal`() async throws {
        try await World.run { world async throws in
            let server = TestServer()
            server.answer(
                TestServer.url, TestServer.page([("C02XK1", "good")], next: "/devices?after=1"))
            server.answer(TestServer.url + "?after=1", TestServer.page([("C02XK2", "bad")]))
            let source = try await world.pullSource().source
            let before = try await world.head().sequence
            guard case .succeeded(let counts, false) = try await world.pull(server) else {
                Issue.record("it failed")
                return
            }
            #expect(counts.pages == 2 && counts.devices == 2 && counts.taken == 2)
            #expect(server.urls == [TestServer.url, TestServer.url + "?after=1"])
            #expect(server.credentials == ["Bearer \(World.pullSecret)", "Bearer \(World.pullSecret)"])
            #expect(try await world.device("C02XK1")?.result?.status == .compliant)
            #expect(try await world.device("C02XK2")?.result?.reasons == [.deviceNotCompliant])
            let kinds = try await world.journal(after: before).map(\.kind)
            #expect(kinds.filter { $0 == "deviceSignalReceived" }.count == 2)
            let state = try await world.pullState()
            #expect(state.source == .available && state.lease == nil && state.lastSuccessAt == world.now)
            #expect(state.nextAt == world.now + .seconds(300))
            #expect(try await world.device("C02XK1")?.records[source.id]?.observedAt == world.now)
        }
    }

    @Test func `what did not change costs no entry, and is confirmed before it ends`() async throws {
        try await World.run { world async throws in
            let server = TestServer()
            server.answer(TestServer.url, Self.good)
            _ = try await world.pullSource()
            try await world.pull(server)
            let before = try await world.head().sequence
            for _ in 0..<5 {
                world.advance(.seconds(300))
                guard case .succeeded(let counts, _) = try await world.pull(server) else { return }
                #expect(counts.unchanged == 1)
            }
            #expect(try await world.head().sequence == before)
            world.advance(.seconds(300))
            try await world.pull(server)
            let entries = try await world.journal(after: before)
            #expect(entries.map(\.kind) == ["deviceSignalReceived"])
            #expect(entries.first?.details["outcome"] == .string("confirmed"))
        }
    }

    @Test func `a device that the answer names no longer keeps its verdict for its time`() async throws {
        try await World.run { world async throws in
            let server = TestServer()
            server.answer(TestServer.url, Self.good, TestServer.page([]))
            _ = try await world.pullSource()
            try await world.pull(server)
            for _ in 0..<35 {
                world.advance(.seconds(300))
                try await world.pull(server)
            }
            _ = try await world.reevaluation.evaluateDue()
            #expect(try await world.device("C02XK1")?.result?.status == .compliant)
            world.advance(.seconds(300))
            _ = try await world.reevaluation.evaluateDue()
            #expect(try await world.device("C02XK1")?.result?.reasons == [.checkInOverdue])
        }
    }

    /// Pages of records of one device, each a verdict.
    struct Contradiction: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let pages: [[String]]
        let before: String?
    }

    static let contradictions: [Contradiction] = [
        Contradiction(testDescription: "bad, then good", pages: [["bad", "good"]], before: nil),
        Contradiction(testDescription: "good, then bad", pages: [["good", "bad"]], before: nil),
        Contradiction(testDescription: "bad on a page before", pages: [["bad"], ["good"]], before: nil),
        Contradiction(testDescription: "bad on a page after", pages: [["good"], ["bad"]], before: nil),
        Contradiction(
            testDescription: "good, then bad, of one that was good", pages: [["good", "bad"]], before: "good"),
        Contradiction(
            testDescription: "bad, then good, of one that was good", pages: [["bad"], ["good"]], before: "good"),
        Contradiction(
            testDescription: "bad on a page after, of one that was bad", pages: [["good"], ["bad"]], before: "bad"),
    ]

    @Test(arguments: contradictions)
    func `of a device that is listed twice the worst stands, in every pull and all the time`(
        _ contradiction: Contradiction
    ) async throws {
        try await World.run { world async throws in
            let server = TestServer()
            _ = try await world.pullSource()
            if let before = contradiction.before {
                server.answer(TestServer.url, TestServer.page([("C02XK1", before)]))
                try await world.pull(server)
                world.advance(.seconds(300))
            }
            let other = "https://mdm.example/more"
            let isSplit = contradiction.pages.count > 1
            server.answer(
                TestServer.url,
                TestServer.page(contradiction.pages[0].map { ("C02XK1", $0) }, next: isSplit ? other : nil))
            if isSplit { server.answer(other, TestServer.page(contradiction.pages[1].map { ("C02XK1", $0) })) }
            let begun = try await world.head().sequence
            for _ in 0..<3 {
                try await world.pull(server)
                #expect(try await world.device("C02XK1")?.result?.reasons == [.deviceNotCompliant])
                world.advance(.seconds(300))
            }
            let gained = try await world.journal(after: begun).filter {
                $0.kind == "deviceComplianceChanged" && $0.details["to"] == .string("compliant")
            }
            #expect(gained.isEmpty)
        }
    }

    @Test func `a credential that a server gives back is not shown`() async throws {
        try await World.run { world async throws in
            let server = TestServer()
            server.answer(
                TestServer.url,
                TestServer.body(#"{"devices":[{"\#(World.pullSecret)":1,"\#(World.pullSecret)":2}]}"#))
            _ = try await world.pullSource()
            try await world.pull(server)
            let error = try #require(try await world.pullState().lastError)
            #expect(!error.contains(World.pullSecret.prefix(8)))
        }
    }

    struct Failure: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let answer: Result<SourceAnswer, SourceFailure>
        let state: SourceState
        let status: ComplianceStatus
    }

    static let failures: [Failure] = [
        Failure(
            testDescription: "it is not reached", answer: .failure(.unreachable("no connection")), state: .unreachable,
            status: .networkFailure),
        Failure(
            testDescription: "it refuses", answer: TestServer.status(401), state: .failed, status: .serviceFailure),
        Failure(
            testDescription: "it sends elsewhere", answer: TestServer.status(302), state: .failed,
            status: .serviceFailure),
        Failure(
            testDescription: "it fails", answer: TestServer.status(500), state: .failed, status: .serviceFailure),
        Failure(
            testDescription: "it gives no JSON", answer: TestServer.body("<html>"), state: .failed,
            status: .serviceFailure),
        Failure(
            testDescription: "its answer has another shape", answer: TestServer.body(#"{"hosts":[]}"#), state: .failed,
            status: .serviceFailure),
        Failure(
            testDescription: "no record can be understood", answer: TestServer.page([("C02XK1", "excellent")]),
            state: .failed, status: .serviceFailure),
        Failure(
            testDescription: "it leads to another server",
            answer: TestServer.page([("C02XK1", "good")], next: "https://elsewhere.example/"), state: .failed,
            status: .serviceFailure),
        Failure(
            testDescription: "its pages have no end",
            answer: TestServer.page([("C02XK1", "good")], next: TestServer.url), state: .failed,
            status: .serviceFailure),
    ]

    @Test(arguments: failures)
    func `a failure is told once, what was said holds for its time, and is a failure after`(
        _ failure: Failure
    ) async throws {
        try await World.run { world async throws in
            let server = TestServer()
            server.answer(TestServer.url, Self.good, failure.answer)
            _ = try await world.pullSource()
            try await world.pull(server)
            try await world.settle()
            let before = try await world.head().sequence
            world.advance(.seconds(300))
            guard case .failed(_, isNews: true) = try await world.pull(server) else {
                Issue.record("it did not fail")
                return
            }
            world.advance(.seconds(300))
            guard case .failed(_, isNews: false) = try await world.pull(server) else {
                Issue.record("it is news again")
                return
            }
            #expect(try await world.journal(after: before).map(\.kind) == ["signalSourceFailed"])
            #expect(try await world.pullState().source == failure.state)
            try await world.settle()
            #expect(try await world.device("C02XK1")?.result?.status == .compliant)
            world.advance(.seconds(10_800))
            _ = try await world.reevaluation.evaluateDue()
            // Never not compliant because of the source; whoever asks now is told of the failure.
            #expect(try await world.device("C02XK1")?.result?.status == .compliant)
            let facts = try await world.directory.configuration(at: world.head()).devices
            #expect(facts.evaluate(try await world.device("C02XK1"), at: world.now).result.status == failure.status)
            // It is not due again and again.
            #expect(try await world.reevaluation.evaluateDue() == (0, 0))
        }
    }

    @Test func `a source that comes back is told, and what ended meanwhile is evaluated again`() async throws {
        try await World.run { world async throws in
            let server = TestServer()
            server.answer(TestServer.url, Self.good, .failure(.unreachable("no connection")), TestServer.page([]))
            _ = try await world.pullSource()
            try await world.pull(server)
            try await world.settle()
            world.advance(.seconds(300))
            try await world.pull(server)
            try await world.settle()
            world.advance(.seconds(10_800))
            _ = try await world.reevaluation.evaluateDue()
            let before = try await world.head().sequence
            guard case .succeeded(_, isRecovery: true) = try await world.pull(server) else {
                Issue.record("it does not answer again")
                return
            }
            try await world.settle()
            let entries = try await world.journal(after: before)
            #expect(
                entries.map(\.kind) == [
                    "signalSourceRecovered", "deviceComplianceChanged", "tokensSuspended", "deviceNoticeGiven",
                    "reevaluationCompleted",
                ])
            #expect(entries.last?.details["devices"] == .integer(1))
            #expect(try await world.device("C02XK1")?.result?.reasons == [.checkInOverdue])
        }
    }

    @Test func `a source that keeps failing is left alone, and an administrator may ask it at once`() async throws {
        try await World.run { world async throws in
            let server = TestServer()
            server.answer(TestServer.url, TestServer.status(500))
            _ = try await world.pullSource()
            let begun = world.now
            for seconds in [0, 300, 600] as [Int64] {
                world.advance(world.now.duration(to: begun + .seconds(seconds)))
                try await world.pull(server)
            }
            #expect(try await world.pullState().breaker.phase == .open(until: begun + .seconds(900)))
            world.advance(.seconds(299))
            #expect(try await world.pulls(server).claim() == nil)
            world.advance(.seconds(1))
            try await world.pull(server)
            #expect(try await world.pullState().nextAt == world.now + .seconds(600))
            #expect(try await world.administration.requestPull(of: "mdm", in: World.tenant))
            server.answer(TestServer.url, Self.good)
            try await world.pull(server)
            #expect(try await world.pullState().breaker == PullBreaker())
        }
    }

    @Test func `a server that asks to be left alone is`() async throws {
        try await World.run { world async throws in
            let server = TestServer()
            server.answer(TestServer.url, TestServer.status(429, retryAfter: "1200"))
            _ = try await world.pullSource()
            try await world.pull(server)
            #expect(try await world.pullState().nextAt == world.now + .seconds(1200))
        }
    }

    @Test func `a source that takes too long for everything fails, whatever else takes time`() async throws {
        try await World.run { world async throws in
            let server = TestServer()
            server.answer(TestServer.url, TestServer.page([("C02XK1", "good")], next: "/devices?after=1"))
            server.answer(TestServer.url + "?after=1", TestServer.page([("C02XK2", "good")]))
            _ = try await world.pullSource()
            server.whileAsked { world.advance(.seconds(299)) }
            guard case .succeeded = try await world.pull(server) else {
                Issue.record("it had time left")
                return
            }
            world.advance(.seconds(300))
            server.whileAsked { world.advance(.seconds(300)) }
            guard case .failed(.failed(let text, _), _) = try await world.pull(server) else {
                Issue.record("it had no time left")
                return
            }
            #expect(text == "it did not give everything in time")
        }
    }

    @Test func `of many who would ask, one does, and whoever dies is followed`() async throws {
        try await World.run { world async throws in
            let server = TestServer()
            server.answer(TestServer.url, Self.good)
            _ = try await world.pullSource()
            let first = try #require(try await world.pulls(server).claim())
            #expect(try await world.pulls(server).claim() == nil)
            // Four times the timeout, and some.
            world.advance(.seconds(130))
            let second = try #require(try await world.pulls(server).claim())
            guard case .lost = try await world.pulls(server).perform(first) else {
                Issue.record("the dead one goes on")
                return
            }
            guard case .succeeded = try await world.pulls(server).perform(second) else { return }
            // The grid is that of the time at which it was due.
            #expect(try await world.pullState().nextAt == second.begunAt + .seconds(170))
        }
    }

    @Test func `a source that is disabled, removed or changed while it is asked is heard no more`() async throws {
        for act in 0..<3 {
            try await World.run { world async throws in
                let server = TestServer()
                server.answer(TestServer.url, Self.good)
                _ = try await world.pullSource()
                server.whileAsked {
                    do {
                        switch act {
                        case 0: _ = try await world.administration.setSource("mdm", enabled: false, in: World.tenant)
                        case 1: _ = try await world.administration.removeSource("mdm", in: World.tenant)
                        default:
                            _ = try await world.administration.replacePullSecret(
                                of: "mdm", with: SecretBytes(Array("other".utf8)), in: World.tenant)
                        }
                    } catch {
                        Issue.record(error)
                    }
                }
                guard case .lost = try await world.pull(server) else {
                    Issue.record("it was heard")
                    return
                }
                #expect(try await world.device("C02XK1") == nil)
                #expect((try await world.pulls(server).claim() == nil) == (act < 2))
            }
        }
    }

    @Test func `a source that is enabled again is asked at once`() async throws {
        try await World.run { world async throws in
            let server = TestServer()
            server.answer(TestServer.url, Self.good)
            _ = try await world.pullSource()
            #expect(try await world.administration.setSource("mdm", enabled: false, in: World.tenant))
            #expect(try await world.pulls(server).claim() == nil)
            #expect(try await world.administration.requestPull(of: "mdm", in: World.tenant) == false)
            #expect(try await world.administration.setSource("mdm", enabled: true, in: World.tenant))
            try await world.pull(server)
            #expect(try await world.device("C02XK1") != nil)
        }
    }

    @Test func `a gateway that stops lets the source go, and knows nothing of it`() async throws {
        try await World.run { world async throws in
            let server = TestServer()
            server.answer(TestServer.url, .failure(.cancelled), Self.good)
            _ = try await world.pullSource()
            let before = try await world.head().sequence
            guard case .cancelled = try await world.pull(server) else { return }
            #expect(try await world.head().sequence == before)
            let state = try await world.pullState()
            #expect(state.lease == nil && state.source == .available && state.nextAt == world.now)
            try await world.pull(server)
        }
    }

    // MARK: Credentials

    static let credentials: [(PullAuthentication, String?)] = [
        (.none, nil), (.bearer, "Bearer \(World.pullSecret)"),
        (.basic, "Basic " + Base64.encode(Array("user:\(World.pullSecret)".utf8))),
    ]

    @Test(arguments: credentials)
    func `the credential is what the source asks for`(
        _ authentication: PullAuthentication, _ header: String?
    ) async throws {
        try await World.run { world async throws in
            let server = TestServer()
            server.answer(TestServer.url, Self.good)
            let secret = authentication == .basic ? "user:\(World.pullSecret)" : World.pullSecret
            _ = try await world.pullSource("mdm", authentication, secret: secret)
            try await world.pull(server)
            #expect(server.credentials == [header])
        }
    }

    @Test func `a client's secret is exchanged for a token, and goes to the token endpoint alone`() async throws {
        try await World.run { world async throws in
            let server = TestServer()
            let tokenURL = "https://login.example/token"
            server.answer(
                tokenURL, TestServer.body(#"{"access_token":"t1","token_type":"Bearer"}"#),
                TestServer.body(#"{"access_token":"t2"}"#))
            server.answer(TestServer.url, TestServer.page([("C02XK1", "good")], next: "/devices?after=1"))
            // The token ends before the pages do.
            let second = TestServer.url + "?after=1"
            server.answer(second, TestServer.status(401), TestServer.page([("C02XK2", "good")]))
            _ = try await world.pullSource(
                "mdm", .clientCredentials(tokenURL: tokenURL, clientID: "a&b", scope: "devices.read"))
            guard case .succeeded(let counts, _) = try await world.pull(server) else {
                Issue.record("it failed")
                return
            }
            #expect(counts.devices == 2)
            let form =
                "grant_type=client_credentials&client_id=a%26b&client_secret=\(World.pullSecret)&scope=devices.read"
            let bodies = server.requests.map { request in request.body.map { String(decoding: $0, as: UTF8.self) } }
            #expect(server.urls == [tokenURL, TestServer.url, second, tokenURL, second])
            #expect(bodies == [form, nil, nil, form, nil])
            #expect(server.credentials == [nil, "Bearer t1", "Bearer t1", nil, "Bearer t2"])
        }
    }

    @Test func `no secret is shown`() async throws {
        try await World.run { world async throws in
            let server = TestServer()
            server.answer("https://login.example/token", TestServer.status(400))
            _ = try await world.pullSource(
                "mdm", .clientCredentials(tokenURL: "https://login.example/token", clientID: "c", scope: nil))
            guard case .failed(let failure, _) = try await world.pull(server) else { return }
            #expect(failure.text == "the token endpoint answered 400")
            let request = try #require(server.requests.first)
            var dumped = ""
            dump(request, to: &dumped)
            for text in ["\(request)", "\(request.debugDescription)", dumped] {
                #expect(!text.contains(World.pullSecret))
            }
            let record = try await world.administration.sources(of: World.tenant)
            #expect(!"\(record)".contains(World.pullSecret))
            for entry in try await world.journal(after: 0) {
                #expect(!String(decoding: entry.details.serialized(), as: UTF8.self).contains(World.pullSecret))
            }
        }
    }

    // MARK: Administration

    @Test func `a source that cannot be asked well is refused`() async throws {
        try await World.run { world async throws in
            func add(_ secret: String?, _ change: (inout PullSource, inout SignalSourceInput) -> Void) async throws {
                var pull = PullSource(
                    connector: "http", url: TestServer.url, authentication: .bearer, mapping: try World.mapping())
                var input = SignalSourceInput(name: "mdm")
                change(&pull, &input)
                _ = try await world.administration.addPullSource(
                    input, pull: pull, secret: secret.map { SecretBytes(Array($0.utf8)) }, to: World.tenant)
            }
            let changes: [@Sendable (inout PullSource, inout SignalSourceInput) -> Void] = [
                { pull, _ in pull.interval = .seconds(29) }, { pull, _ in pull.timeout = .milliseconds(500) },
                { pull, _ in pull.maximumPages = 0 }, { pull, _ in pull.url = "http://mdm.example/" },
                { pull, _ in pull.breaker.failures = 0 }, { pull, _ in pull.authentication = .header("Host") },
                { pull, _ in pull.authentication = .basic }, { pull, _ in pull.authentication = .none },
                { _, input in input.freshFor = .seconds(1799) }, { _, input in input.name = "MDM" },
            ]
            for change in changes {
                await #expect(throws: UnusableContents.self) { try await add("secret", change) }
            }
            for secret in [nil, "", "two\nlines"] as [String?] {
                await #expect(throws: UnusableContents.self) { try await add(secret) { _, _ in } }
            }
            try await add("secret") { _, _ in }
            await #expect(throws: UnusableContents.self) {
                try await world.administration.rotateSourceSecret(of: "mdm", in: World.tenant, overlap: .zero)
            }
        }
    }

    @Test func `a source that is asked takes nothing that is sent to it`() async throws {
        try await World.run { world async throws in
            let record = try await world.pullSource()
            let body = TestSource.signal("e1", at: world.now)
            let source = TestSource(name: "mdm", id: record.source.id, secret: World.pullSecret)
            #expect(try await world.send(body, from: source).isUnauthenticated)
        }
    }

    @Test func `trying a source shows what it would come to and stores nothing`() async throws {
        try await World.run { world async throws in
            let server = TestServer()
            server.answer(
                TestServer.url, TestServer.page([("C02XK1", "good")]),
                TestServer.page([("C02XK1", "good"), ("C02XK2", "bad"), ("C02XK3", "excellent")]))
            _ = try await world.pullSource()
            try await world.pull(server)
            world.advance(.seconds(60))
            let before = try await world.head()
            let rehearsal = try #require(
                try await world.pulls(server).rehearse("mdm", of: before, limit: 10))
            #expect(rehearsal.failure == nil)
            #expect(rehearsal.rows.map(\.outcome).prefix(2) == ["unchanged", "applied"])
            #expect(rehearsal.rows.map { $0.assessment?.result.status } == [.compliant, .interactionRequired, nil])
            #expect(rehearsal.counts.devices == 3 && rehearsal.counts.taken == 1 && rehearsal.counts.unreadable == 1)
            #expect(rehearsal.rows.last?.outcome.hasPrefix("C02XK3: ") == true)
            #expect(try await world.head() == before)
            #expect(try await world.device("C02XK2") == nil)
            #expect(try await world.pulls(server).rehearse("mdm", of: before, limit: 1)?.rows.count == 1)
            #expect(try await world.pulls(server).rehearse("nobody", of: before, limit: 1) == nil)
        }
    }

    /// What a pull came to while the clock was ahead.
    enum Ahead: CaseIterable {
        case succeeded, failed, opened, busy, lost
    }

    @Test(arguments: Ahead.allCases)
    func `a clock that was ahead keeps no source from being asked when it is set right`(_ ahead: Ahead) async throws {
        try await World.run { world async throws in
            let server = TestServer()
            let start = world.now
            switch ahead {
            case .succeeded, .lost: server.answer(TestServer.url, Self.good)
            case .failed, .opened: server.answer(TestServer.url, TestServer.status(500))
            case .busy: server.answer(TestServer.url, TestServer.status(503, retryAfter: "3600"))
            }
            _ = try await world.pullSource()
            world.clock.set(nowMilliseconds: (start + .seconds(86_400)).milliseconds)
            if ahead == .lost {
                // Its process ends before it has an answer.
                _ = try #require(try await world.pulls(server).claim())
            } else {
                try await world.pull(server)
            }
            for _ in 0..<(ahead == .opened ? 5 : 0) {
                world.clock.set(nowMilliseconds: try #require(try await world.pullState().nextAt).milliseconds)
                try await world.pull(server)
            }
            // Nothing is recalled while the clock says what it said then.
            #expect(try await world.pulls(server).recall() == 0)
            world.clock.set(nowMilliseconds: start.milliseconds)
            #expect(try await world.pulls(server).claim() == nil)
            #expect(try await world.pulls(server).recall() == 1)
            #expect(try await world.pullState().nextAt == start)
            server.answer(TestServer.url, Self.good)
            try await world.pull(server)
            let next = try #require(try await world.pullState().nextAt)
            #expect(next > start && next <= start + .seconds(3600))
            #expect(try await world.pulls(server).recall() == 0)
        }
    }

    @Test func `people are found by the names that they sign in with`() async throws {
        try await World.run { world async throws in
            let server = TestServer()
            server.answer(
                TestServer.url,
                TestServer.body(
                    #"{"devices":[{"serial":"C02XK1","verdict":"good","owner":"ALICE@contoso.example"}],"next":null}"#))
            let source = try await world.pullSource().source
            try await world.pull(server)
            let report = try await world.device("C02XK1")?.records[source.id]?.report
            #expect(report?.accounts == [World.alice])
        }
    }
}
