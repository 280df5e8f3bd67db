import ServiceRuntime

/// A door that a test opens: handlers wait at it, and see when they are cancelled there.
final class Latch: Sendable {
    private struct State {
        var isOpen = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Lock(State())

    func open() {
        let waiters = state.withLock { state in
            state.isOpen = true
            defer { state.waiters = [] }
            return state.waiters
        }
        state.wake()
        for waiter in waiters { waiter.resume() }
    }

    /// Suspends until the door is open or the task is cancelled; whether it was cancelled.
    func passage() async -> Bool {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOpen = state.withLock { state in
                    if !state.isOpen { state.waiters.append(continuation) }
                    return state.isOpen
                }
                if isOpen { continuation.resume() }
            }
        } onCancel: {
            open()
        }
        return Task.isCancelled
    }

    /// Blocks the calling thread until the door is open; false after ten seconds.
    func isOpened() -> Bool {
        state.wait(atMost: .seconds(10)) { $0.isOpen ? true : nil } ?? false
    }
}
