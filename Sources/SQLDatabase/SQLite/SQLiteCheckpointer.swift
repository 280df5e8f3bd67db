import CSQLite
import ServiceRuntime

/// Copies the log into the database on a thread and connection of its own, so that no commit waits for it.
final class SQLiteCheckpointer: Sendable {
    private struct State {
        var pages = 0
        var nextAt: Int
        var isClosed = false
    }

    private let state: Lock<State>
    private let turn: SQLiteTurn
    private let statistics: SQLiteStatistics
    private let step: Int
    private let restartAt: Int

    init(_ configuration: SQLiteConfiguration, turn: SQLiteTurn, statistics: SQLiteStatistics) {
        self.turn = turn
        self.statistics = statistics
        step = max(configuration.checkpointPages, 1)
        restartAt = max(configuration.restartPages, step)
        state = Lock(State(nextAt: step))
    }

    /// Takes the size of the log after a commit.
    func note(pages: Int) {
        let isDue = state.withLock { state in
            // A shorter log was started anew.
            if pages < state.pages { state.nextAt = step }
            state.pages = pages
            return pages >= state.nextAt
        }
        if isDue { state.wakeOne() }
    }

    /// Ends the work.
    func close() {
        state.withLock { $0.isClosed = true }
        state.wake()
    }

    /// Works until it is closed.
    func run(_ connection: SQLiteConnection) {
        while waitUntilDue() {
            do throws(SQLError) {
                var log = try connection.checkpoint(SQLITE_CHECKPOINT_PASSIVE)
                if log.pages >= restartAt {
                    // Almost everything has just been copied, so the writer waits for little.
                    log = try turn.checkpoint { () throws(SQLError) in
                        try connection.checkpoint(SQLITE_CHECKPOINT_RESTART)
                    }
                }
                statistics.countCheckpoint(failed: false)
            } catch {
                // A reader in the way, or a disk failure that the writer meets as well; tried again after more pages.
                statistics.countCheckpoint(failed: true)
            }
        }
    }

    private func waitUntilDue() -> Bool {
        state.wait { state -> Bool? in
            if state.isClosed { return false }
            guard state.pages >= state.nextAt else { return nil }
            state.nextAt = state.pages + step
            return true
        }
    }
}
