/// A door that opens once and lets every waiter through.
package final class Gate: Sendable {
    private struct State {
        var isOpen = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Lock(State())

    /// Whether somebody has opened the door.
    package var isOpen: Bool { state.withLock { $0.isOpen } }

    package init() {}

    /// Opens the door; later calls change nothing.
    package func open() {
        let waiters = state.withLock { state in
            state.isOpen = true
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Suspends until the door is open, cancelled or not.
    package func passage() async {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                if !state.isOpen { state.waiters.append(continuation) }
                return state.isOpen
            }
            if isOpen { continuation.resume() }
        }
    }

    /// Suspends until the door is open; cancelling the waiter opens it for everybody.
    package func passageOrCancellation() async {
        await withTaskCancellationHandler {
            await passage()
        } onCancel: {
            open()
        }
    }
}
