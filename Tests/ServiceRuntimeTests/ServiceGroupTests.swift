import Glibc
import ServiceRuntime
import Testing

/// Writes down what happens to it, and behaves as told.
private struct Recorder: Service {
    enum Behaviour { case obey, failToStart, fail, endEarly }
    struct Broken: Error {}

    let name: String
    let log: Lock<[String]>
    var behaviour = Behaviour.obey
    var onRun: @Sendable () -> Void = {}

    func start() async throws {
        if behaviour == .failToStart { throw Broken() }
        log.withLock { $0.append("start \(name)") }
    }

    func run() async throws {
        onRun()
        switch behaviour {
        case .fail: throw Broken()
        case .endEarly: return
        case .obey, .failToStart: break
        }
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        for await _ in stream {}
        continuation.finish()
        log.withLock { $0.append("stop \(name)") }
    }
}

@Suite(.timeLimit(.minutes(10))) struct ServiceGroupTests {
    let log = Lock<[String]>([])

    @Test func `starts in order and stops in reverse order`() async throws {
        let stop = Lock<ServiceGroup?>(nil)
        let group = ServiceGroup([
            Recorder(name: "a", log: log), Recorder(name: "b", log: log),
            Recorder(name: "c", log: log, onRun: { stop.withLock { $0 }?.stop() }),
        ])
        stop.withLock { $0 = group }
        try await group.run()
        #expect(
            log.withLock { $0 } == ["start a", "start b", "start c", "stop c", "stop b", "stop a"])
    }

    @Test func `stops what runs when a later service does not start`() async {
        let group = ServiceGroup([
            Recorder(name: "a", log: log), Recorder(name: "b", log: log, behaviour: .failToStart),
            Recorder(name: "c", log: log),
        ])
        let error = await failure(of: group)
        guard case .startFailed(service: "b", _) = error else {
            Issue.record("unexpected: \(String(describing: error))")
            return
        }
        #expect(log.withLock { $0 } == ["start a", "stop a"])
    }

    @Test func `stops everything when a service fails`() async {
        let group = ServiceGroup([
            Recorder(name: "a", log: log), Recorder(name: "b", log: log, behaviour: .fail),
        ])
        guard case .runFailed(service: "b", _) = await failure(of: group) else {
            Issue.record("the failure was not reported")
            return
        }
        #expect(log.withLock { $0 } == ["start a", "start b", "stop a"])
    }

    @Test func `treats a service that returns unasked as a failure`() async {
        let group = ServiceGroup([Recorder(name: "a", log: log, behaviour: .endEarly)])
        guard case .endedEarly(service: "a") = await failure(of: group) else {
            Issue.record("the early end was not reported")
            return
        }
    }

    @Test func `ends without an error when its task is cancelled`() async {
        let running = Gatekeeper()
        let group = ServiceGroup([Recorder(name: "a", log: log, onRun: { running.open() })])
        let error = await withTaskGroup(of: ServiceGroupError?.self) { tasks in
            tasks.addTask { await failure(of: group) }
            await running.opened()
            tasks.cancelAll()
            return await tasks.next() ?? nil
        }
        #expect(error == nil)
    }

    @Test func `reloads on SIGHUP and stops on SIGTERM`() throws {
        let signals = Lock<[ProcessSignal]>([])
        let watcher = try ProcessSignals { signal in
            signals.withLock { $0.append(signal) }
            signals.wake()
        }
        // Equal signals that are pending merge and others have no order, so wait for each before the next is sent.
        for number in [SIGHUP, SIGTERM, SIGINT] {
            let before = signals.withLock { $0.count }
            watcher.send(number)
            _ = signals.wait { $0.count > before ? true : nil } as Bool
        }
        watcher.close()
        #expect(signals.withLock { $0 } == [.reload, .stop, .stop])
    }
}

private func failure(of group: ServiceGroup) async -> ServiceGroupError? {
    do {
        try await group.run()
        return nil
    } catch {
        return error
    }
}

private struct Gatekeeper: Sendable {
    private let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() { (stream, continuation) = AsyncStream.makeStream() }

    func open() { continuation.finish() }

    func opened() async { for await _ in stream {} }
}
