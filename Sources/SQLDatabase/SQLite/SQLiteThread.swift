import ServiceRuntime

/// A thread with a connection of its own, which ends when its work returns.
final class SQLiteThread: Sendable {
    private let thread: JoinedThread
    private let ended: Gate

    private init(thread: JoinedThread, ended: Gate) {
        self.thread = thread
        self.ended = ended
    }

    /// Starts a thread, opens its connection there and returns when that has succeeded.
    ///
    /// - Throws: `SQLError`; then the thread has ended.
    static func start(
        _ name: String, _ open: @escaping @Sendable () throws(SQLError) -> SQLiteConnection,
        work: @escaping @Sendable (SQLiteConnection) -> Void
    ) async throws(SQLError) -> SQLiteThread {
        let (answers, answer) = AsyncStream.makeStream(of: SQLError?.self)
        let ended = Gate()
        let started: SQLiteThread
        do {
            let thread = try JoinedThread(name: name) {
                do throws(SQLError) {
                    let connection = try open()
                    answer.yield(nil)
                    work(connection)
                } catch {
                    answer.yield(error)
                }
                answer.finish()
                ended.open()
            }
            started = SQLiteThread(thread: thread, ended: ended)
        } catch {
            throw .engine(code: Int(error.code), reason: error.description)
        }
        for await failure in answers {
            guard let failure else { return started }
            await started.join()
            throw failure
        }
        // A thread always answers before it ends; only the cancellation of this task gets here.
        return started
    }

    /// Waits for the end of the work without blocking, then joins.
    func join() async {
        await ended.passage()
        thread.join()
    }

    /// As `join`, but blocks the calling thread.
    func joinBlocking() {
        thread.join()
    }
}
