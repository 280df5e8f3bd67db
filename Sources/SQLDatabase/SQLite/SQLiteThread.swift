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
        let ended = Gate()
        let started = Lock<JoinedThread?>(nil)
        let failure = await withCheckedContinuation { (answer: CheckedContinuation<SQLError?, Never>) in
            do throws(SystemError) {
                let thread = try JoinedThread(name: name) {
                    do throws(SQLError) {
                        let connection = try open()
                        answer.resume(returning: nil)
                        work(connection)
                    } catch {
                        answer.resume(returning: error)
                    }
                    ended.open()
                }
                started.withLock { $0 = thread }
            } catch {
                answer.resume(returning: .engine(code: Int(error.code), reason: error.description))
            }
        }
        guard let thread = started.withLock({ $0 }) else { throw failure ?? .closed }
        let running = SQLiteThread(thread: thread, ended: ended)
        if let failure {
            await running.join()
            throw failure
        }
        return running
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
