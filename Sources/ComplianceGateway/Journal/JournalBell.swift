import ServiceRuntime

/// Wakes the readers of the journal when an entry was added.
///
/// It says that something is new, not what: the journal is the truth, and a ring that is missed costs time alone.
public final class JournalBell: Sendable {
    private struct State {
        var nextID = 0
        var listeners: [Int: AsyncStream<Void>.Continuation] = [:]
    }

    private let state = Lock(State())

    /// Makes a bell that nobody listens to yet.
    public init() {}

    /// Wakes everybody who listens.
    public func ring() {
        let listeners = state.withLock { Array($0.listeners.values) }
        for listener in listeners { listener.yield() }
    }

    /// The rings from now on; those that come while one is worked on are one.
    ///
    /// - Returns: a sequence that ends when its task is cancelled.
    public func rings() -> AsyncStream<Void> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let id = state.withLock { state in
                state.nextID += 1
                state.listeners[state.nextID] = continuation
                return state.nextID
            }
            continuation.onTermination = { [weak self] _ in
                self?.state.withLock { $0.listeners[id] = nil }
            }
        }
    }
}
