import AccessModel
import HTTPClient
import ManagedAppClient
import ServiceRuntime
import Testing

@Suite(.serialized) struct EventTests {
    private static let status =
        #"{"status":"interactionRequired","title":"T","message":"M","reasons":["pin_not_set"],"instanceId":"i"}"#
    private static let compliant = #"{"status":"compliant","title":"T","message":"M","reasons":[]}"#

    private func events(_ text: String) -> ScriptedGateway.Reply { .init(status: 200, body: text) }

    @Test func `what the gateway says reaches the delegate, and the stream is taken up where it was left`() async throws
    {
        try await TestBench.run { bench in
            let delegate = TestDelegate()
            await bench.manager.setDelegate(delegate)
            bench.gateway.answer(
                "events",
                events(
                    "retry: 3000\n\nid: 1-5\nevent: status\ndata: {\"app\":\(Self.compliant),\"device\":\(Self.compliant)}\n\n"
                ),
                events("id: 1-6\nevent: complianceChanged\ndata: \(Self.status)\n\nevent: later\ndata: x\n\n"),
                events("id: 1-7\nevent: wipeRequested\ndata: {}\n\n"))
            await #expect(throws: ManagedAppError.unknownAccount) {
                try await bench.manager.followStatus(forAccountID: TestBench.account)
            }
            #expect(
                delegate.reports.withLock { $0.map(\.status) } == [.compliant, .interactionRequired, .notCompliant])
            let asked = bench.gateway.asked("events").map { $0.headers["last-event-id"] }
            #expect(asked == [nil, "1-5", "1-6"])
            #expect(bench.clock.sleeps.prefix(1) == [.seconds(3)])
            #expect(bench.app.state.withLock { $0.wipes } == [TestBench.account])
        }
    }

    @Test func `a gateway that fails is asked less and less often`() async throws {
        try await TestBench.run { bench in
            let failed = ScriptedGateway.Reply.json(503, "{}")
            bench.gateway.answer(
                "events", failed, failed, failed, events("event: wipeRequested\nid: 1-1\ndata: {}\n\n"))
            await #expect(throws: ManagedAppError.unknownAccount) {
                try await bench.manager.followStatus(forAccountID: TestBench.account)
            }
            #expect(bench.clock.sleeps.prefix(3) == [.seconds(4), .seconds(8), .seconds(16)])
        }
    }

    @Test func `following ends with its task`() async throws {
        try await TestBench.run { bench in
            let arrived = Gate()
            var held = events("")
            (held.arrived, held.gate) = (arrived, Gate())
            bench.gateway.answer("events", held)
            let manager = bench.manager
            let error = await withTaskGroup(of: ManagedAppError?.self) { group in
                group.addTask {
                    do throws(ManagedAppError) {
                        try await manager.followStatus(forAccountID: TestBench.account)
                        return nil
                    } catch {
                        return error
                    }
                }
                await arrived.passage()
                group.cancelAll()
                return await group.next() ?? nil
            }
            held.gate?.open()
            #expect(error == .userCancelled)
        }
    }
}
