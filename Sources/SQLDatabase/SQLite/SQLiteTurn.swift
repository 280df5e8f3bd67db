import ServiceRuntime

/// Lets the checkpointer restart the log between two transactions of the writer, in which the writer waits for its turn
/// instead of polling for a lock.
final class SQLiteTurn: Sendable {
    private struct State {
        var isWriting = false
        var isCheckpointing = false
        var checkpointWaits = false
    }

    private let state = Lock(State())

    /// Runs a transaction when no checkpoint runs or waits.
    func write<Result>(_ body: () -> Result) -> Result {
        state.wait { state -> Bool? in
            guard !state.isCheckpointing, !state.checkpointWaits else { return nil }
            state.isWriting = true
            return true
        }
        defer {
            state.withLock { $0.isWriting = false }
            state.wake()
        }
        return body()
    }

    /// Runs a checkpoint as soon as the running transaction is over.
    func checkpoint<Result>(_ body: () throws(SQLError) -> Result) throws(SQLError) -> Result {
        state.withLock { $0.checkpointWaits = true }
        state.wait { state -> Bool? in
            guard !state.isWriting else { return nil }
            state.checkpointWaits = false
            state.isCheckpointing = true
            return true
        }
        defer {
            state.withLock { $0.isCheckpointing = false }
            state.wake()
        }
        return try body()
    }
}
