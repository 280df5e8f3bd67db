import AccessModel
import ComplianceGateway
import HTTPMessage
import JSONCoding
import ServiceRuntime
import Testing

/// Compliance as it changes, as those see it who follow it.
@Suite(.timeLimit(.minutes(10))) struct EventTests {
    @Test func `an app is told how things stand and then what changes, in its language`() async throws {
        try await TestGateway.run { gateway in
            let app = try TestApp(gateway)
            let own = try await app.becomeCompliant(.alex)
            let stream = try TestStream(
                await app.call(.get, "events", own["access_token"], more: [(.acceptLanguage, "es")]))
            let opening = stream.frames()
            #expect(opening.count == 2 && opening[0] == "retry: 2000")
            let status = try #require(Frame(opening[1]))
            #expect(status.event == "status")
            #expect(status.data["app"]?["status"]?.stringValue == "compliant")
            #expect(status.data["device"]?["status"] != nil)
            let telling = Task { await gateway.live.run() }
            defer { telling.cancel() }
            _ = await app.report(own["access_token"], pinSet: false)
            let change = try #require(Frame(await stream.next()))
            #expect(change.event == "complianceChanged")
            #expect(change.data["status"]?.stringValue == "interactionRequired")
            #expect(change.data["previousStatus"]?.stringValue == "compliant")
            #expect(change.data["code"] == .integer(4))
            #expect(change.data["instanceId"]?.stringValue == app.instance)
            #expect(change.data["reasons"] == .array([.string("pin_not_set")]))
            #expect(change.data["title"]?.stringValue?.isEmpty == false)
            #expect(change.data["message"]?.stringValue?.contains("aplicación") == true)
            let cut = try #require(Frame(await stream.next()))
            #expect(cut.event == "tokensSuspended")
            // Whoever was there for the status is told what came after it, and nothing twice.
            let again = try TestStream(
                await app.call(.get, "events?lastEventId=\(status.id)", own["access_token"]))
            #expect(again.frames().dropFirst().compactMap(Frame.init).map(\.id) == [change.id, cut.id])
            let late = try TestStream(await app.call(.get, "events?lastEventId=9-1", own["access_token"]))
            #expect(late.frames().dropFirst().compactMap(Frame.init).map(\.event) == ["resync", "status"])
            // Whoever says where it was in a way that nobody understands was somewhere all the same.
            let name = HTTPHeaderName("Last-Event-ID")
            for values in [["\u{FF11}-5"], ["\u{80}"], ["nonsense"], [status.id, status.id], ["9-1"]] {
                let lost = try TestStream(
                    await app.call(.get, "events", own["access_token"], more: values.map { (name, $0) }))
                #expect(
                    lost.frames().dropFirst().compactMap(Frame.init).map(\.event) == ["resync", "status"], "\(values)")
            }
            let known = try TestStream(
                await app.call(.get, "events", own["access_token"], more: [(name, status.id)]))
            #expect(known.frames().dropFirst().compactMap(Frame.init).map(\.id) == [change.id, cut.id])
        }
    }

    @Test func `what is asked for wrongly is refused before any stream`() async throws {
        try await TestGateway.run { gateway in
            let app = try TestApp(gateway)
            let own = try await app.becomeCompliant(.alex)
            let mail = await app.refresh(own["refresh_token"])
            let cases: [(query: String, token: String?, status: Int)] = [
                ("", mail["access_token"], 401), ("", "nonsense", 401),
                ("?instanceId=\(World.Person.alex.account)", own["access_token"], 404),
                ("?scope=everything", own["access_token"], 400),
                ("?scope=account&scope=tenant", own["access_token"], 400),
                ("?scope=tenant&instanceId=\(app.instance ?? "")", own["access_token"], 400),
                ("?scope=tenant", own["access_token"], 400),
            ]
            for (query, token, status) in cases {
                let answer = await app.call(.get, "events" + query, token)
                #expect(answer.status == status, "\(query) \(answer.text)")
                guard case .bytes = answer.response.body else {
                    Issue.record("\(query) opened a stream")
                    continue
                }
            }
            let nobody = await gateway.send(.get, app.path("compliance/v1/events?scope=tenant"))
            #expect(nobody.status == 401)
            let head = await app.call(.head, "events", own["access_token"])
            #expect(head.status == 200 && head.header(.contentType) == "text/event-stream")
        }
    }
}

/// An open stream, with what was sent through it.
private final class TestStream: EventStream {
    private struct State {
        var frames: [String] = []
        var isFinished = false
        var waiter: CheckedContinuation<String, Never>?
    }

    private let state = Lock(State())

    init(_ answer: Answer) throws {
        #expect(answer.status == 200)
        #expect(answer.header(.contentType) == "text/event-stream")
        #expect(answer.header(.cacheControl) == "no-store")
        guard case .stream(let body) = answer.response.body else { throw FixtureFailure("no stream: \(answer.text)") }
        #expect(body.heartbeat?.bytes == Array(":\n\n".utf8))
        body.opened(self)
    }

    func send(_ bytes: [UInt8]) -> EventStreamResult {
        let parts = String(decoding: bytes, as: UTF8.self).frames(splitBy: "\n\n")
        let resumed = state.withLock { state -> (CheckedContinuation<String, Never>, String)? in
            state.frames += parts
            guard let waiter = state.waiter, !state.frames.isEmpty else { return nil }
            state.waiter = nil
            return (waiter, state.frames.removeFirst())
        }
        if let (waiter, frame) = resumed { waiter.resume(returning: frame) }
        return .buffered
    }

    func offer(_ bytes: [UInt8]) -> EventStreamResult { send(bytes) }

    func finish() { state.withLock { $0.isFinished = true } }

    /// Everything that was sent so far.
    func frames() -> [String] {
        state.withLock { state in
            defer { state.frames = [] }
            return state.frames
        }
    }

    /// The next frame; waits for it.
    func next() async -> String {
        await withCheckedContinuation { continuation in
            let frame = state.withLock { state -> String? in
                guard state.frames.isEmpty else { return state.frames.removeFirst() }
                state.waiter = continuation
                return nil
            }
            if let frame { continuation.resume(returning: frame) }
        }
    }
}

/// One event as it was sent.
private struct Frame {
    let id: String
    let event: String
    let data: JSONValue

    init?(_ text: String) {
        var fields: [String: String] = [:]
        for line in text.split(separator: "\n") {
            guard let colon = line.firstRange(of: ": ") else { return nil }
            fields[String(line[..<colon.lowerBound])] = String(line[colon.upperBound...])
        }
        guard let id = fields["id"], let event = fields["event"], let data = fields["data"] else { return nil }
        self.id = id
        self.event = event
        do {
            self.data = try JSONValue.parse(data)
        } catch {
            return nil
        }
    }
}

extension String {
    /// The parts between a separator, without empty ones.
    fileprivate func frames(splitBy separator: String) -> [String] {
        var parts: [String] = []
        var rest = self[...]
        while let end = rest.firstRange(of: separator) {
            if end.lowerBound > rest.startIndex { parts.append(String(rest[..<end.lowerBound])) }
            rest = rest[end.upperBound...]
        }
        if !rest.isEmpty { parts.append(String(rest)) }
        return parts
    }
}
