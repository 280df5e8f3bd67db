/// A clock that stands still until it is moved, for tests.
public final class ManualClock: WallClock {
    private struct Sleeper {
        let id: Int
        /// When it has slept enough, by `State.elapsed`.
        let deadline: Int64
        let continuation: CheckedContinuation<Bool, Never>
    }

    private struct State {
        var now: Int64
        /// How far the clock was moved forward in all; setting it back takes nothing away.
        var elapsed: Int64 = 0
        var nextID = 0
        var cancelled: Set<Int> = []
        var sleepers: [Sleeper] = []
        var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state: Lock<State>

    /// Makes a clock that shows the given time in milliseconds since the epoch.
    public init(nowMilliseconds: Int64 = 0) {
        state = Lock(State(now: nowMilliseconds))
    }

    /// The time it was last set or advanced to.
    public var nowMilliseconds: Int64 { state.withLock { $0.now } }

    /// Moves the clock forward and wakes every sleeper whose time has come, the earliest first.
    public func advance(byMilliseconds step: Int64) {
        set(nowMilliseconds: nowMilliseconds + step)
    }

    /// Sets the clock and wakes every sleeper whose time has come, the earliest first.
    public func set(nowMilliseconds time: Int64) {
        let due = state.withLock { state in
            state.elapsed += max(0, time - state.now)
            state.now = time
            let elapsed = state.elapsed
            let due = state.sleepers.filter { $0.deadline <= elapsed }.sorted { $0.deadline < $1.deadline }
            state.sleepers.removeAll { $0.deadline <= elapsed }
            return due.map(\.continuation)
        }
        for continuation in due { continuation.resume(returning: true) }
    }

    /// Suspends until the clock has been moved forward by the span.
    public func sleep(milliseconds span: Int64) async throws(CancellationError) {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        let reached = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in register(id, span, continuation) }
        } onCancel: {
            cancel(id)
        }
        if !reached { throw CancellationError() }
    }

    /// Suspends until at least so many tasks sleep on this clock: the signal that a test may advance it.
    public func sleepers(atLeast count: Int) async {
        await withCheckedContinuation { continuation in
            let ready = state.withLock { state in
                if state.sleepers.count >= count { return true }
                state.watchers.append((count, continuation))
                return false
            }
            if ready { continuation.resume() }
        }
    }

    private func register(_ id: Int, _ span: Int64, _ continuation: CheckedContinuation<Bool, Never>) {
        let (answer, watchers) = state.withLock { state -> (Bool?, [CheckedContinuation<Void, Never>]) in
            if state.cancelled.remove(id) != nil { return (false, []) }
            if span <= 0 { return (true, []) }
            state.sleepers.append(Sleeper(id: id, deadline: state.elapsed + span, continuation: continuation))
            let count = state.sleepers.count
            let satisfied = state.watchers.filter { $0.count <= count }.map(\.continuation)
            state.watchers.removeAll { $0.count <= count }
            return (nil, satisfied)
        }
        if let answer { continuation.resume(returning: answer) }
        for watcher in watchers { watcher.resume() }
    }

    private func cancel(_ id: Int) {
        let continuation = state.withLock { state -> CheckedContinuation<Bool, Never>? in
            guard let index = state.sleepers.firstIndex(where: { $0.id == id }) else {
                // Cancelled before it was registered: the registration finds the mark.
                state.cancelled.insert(id)
                return nil
            }
            return state.sleepers.remove(at: index).continuation
        }
        continuation?.resume(returning: false)
    }
}
