import CSQLite
import Synchronization

/// Set by the task that no longer wants an answer.
final class SQLiteCancellation: Sendable {
    private let flag = Atomic(false)

    var isCancelled: Bool { flag.load(ordering: .relaxed) }

    func cancel() {
        flag.store(true, ordering: .relaxed)
    }
}

/// Tells a running statement, and a wait for another process, when to give up.
///
/// Belongs to one connection and is used on its thread only: SQLite calls back on the thread that called it.
final class SQLiteInterrupter {
    private var deadline: ContinuousClock.Instant?
    private var cancellation: SQLiteCancellation?
    private var lockDeadline = ContinuousClock.now
    var lockTimeout: Duration

    init(lockTimeout: Duration) {
        self.lockTimeout = lockTimeout
    }

    /// Sets the limits for the statements that follow.
    func allow(until deadline: ContinuousClock.Instant?, cancellation: SQLiteCancellation? = nil) {
        self.deadline = deadline
        self.cancellation = cancellation
    }

    /// Whether nobody wants the answer any more.
    var isCancelled: Bool { cancellation?.isCancelled ?? false }

    /// Whether a running statement must stop.
    var mustStop: Bool {
        if isCancelled { return true }
        if let deadline { return ContinuousClock.now >= deadline }
        return false
    }

    /// Whether to try a lock again that another process holds; short pauses, so that a busy server leaves a chance.
    func mayRetryLock(attempt: Int32) -> Bool {
        let now = ContinuousClock.now
        if attempt == 0 { lockDeadline = now + lockTimeout }
        guard now < lockDeadline else { return false }
        sqlite3_sleep(1)
        return true
    }

    /// How many virtual machine instructions pass between two looks at the limits.
    private static let instructionsPerLook: Int32 = 2000

    /// Makes SQLite ask this object; the connection keeps it alive until it is closed.
    func attach(to database: OpaquePointer) {
        let context = unsafe Unmanaged.passUnretained(self).toOpaque()
        unsafe sqlite3_progress_handler(
            database, Self.instructionsPerLook,
            { context in unsafe SQLiteInterrupter.from(context)?.mustStop == true ? 1 : 0 }, context)
        unsafe sqlite3_busy_handler(
            database,
            { context, attempt in
                unsafe SQLiteInterrupter.from(context)?.mayRetryLock(attempt: attempt) == true ? 1 : 0
            }, context)
    }

    private static func from(_ context: UnsafeMutableRawPointer?) -> SQLiteInterrupter? {
        guard let context = unsafe context else { return nil }
        return unsafe Unmanaged<SQLiteInterrupter>.fromOpaque(context).takeUnretainedValue()
    }
}
