import Glibc

/// A mutual-exclusion lock that owns the state it protects, with a condition to wait on.
///
/// Hold it for short, non-blocking work only. It is not recursive, and no `await` can happen while it is held.
///
/// Built on `pthread_mutex_t` because `Synchronization.Mutex` gives false reports under the thread sanitizer on Linux.
@safe
public final class Lock<State: ~Copyable>: @unchecked Sendable {
    // INVARIANT: `state` is touched only while `mutex` is held, which is what makes the unchecked conformance true.
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let condition: UnsafeMutablePointer<pthread_cond_t>
    private var state: State

    /// Makes an unlocked lock around the given state.
    public init(_ initial: consuming sending State) {
        unsafe mutex = .allocate(capacity: 1)
        unsafe condition = .allocate(capacity: 1)
        state = initial
        unsafe mutex.initialize(to: pthread_mutex_t())
        unsafe condition.initialize(to: pthread_cond_t())
        var attributes = pthread_condattr_t()
        unsafe pthread_condattr_init(&attributes)
        // Timed waits must not move when somebody sets the wall clock.
        unsafe pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        let made = unsafe (pthread_mutex_init(mutex, nil), pthread_cond_init(condition, &attributes))
        precondition(made == (0, 0), "the operating system refused a lock")
        unsafe pthread_condattr_destroy(&attributes)
    }

    deinit {
        unsafe pthread_cond_destroy(condition)
        unsafe pthread_mutex_destroy(mutex)
        unsafe condition.deallocate()
        unsafe mutex.deallocate()
    }

    /// Runs the body with exclusive access to the state and returns its result.
    public func withLock<Result: ~Copyable, Failure: Error>(
        _ body: (inout sending State) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        return try body(&state)
    }

    /// Blocks the calling thread until the body returns a value, asking again after each `wake()`.
    ///
    /// For threads of our own only: never call it from a task.
    @discardableResult
    public func wait<Result>(until body: (inout sending State) -> sending Result?) -> sending Result {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        while true {
            if let result = body(&state) { return result }
            unsafe pthread_cond_wait(condition, mutex)
        }
    }

    /// Blocks the calling thread until the body returns a value or the time is over; nil when it is over.
    ///
    /// For threads of our own only: never call it from a task.
    public func wait<Result>(
        atMost time: Duration, until body: (inout sending State) -> sending Result?
    ) -> sending Result? {
        var deadline = timespec.monotonic(after: time)
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        while true {
            if let result = body(&state) { return result }
            if unsafe pthread_cond_timedwait(condition, mutex, &deadline) == ETIMEDOUT { return body(&state) }
        }
    }

    /// Lets one thread that is blocked in `wait` look at the state again; for waiters that all wait for the same thing.
    public func wakeOne() {
        unsafe pthread_cond_signal(condition)
    }

    /// Lets every thread that is blocked in `wait` look at the state again.
    public func wake() {
        unsafe pthread_cond_broadcast(condition)
    }
}

extension timespec {
    /// The instant on the monotonic clock that lies the given time ahead.
    fileprivate static func monotonic(after time: Duration) -> timespec {
        var now = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &now)
        let (seconds, attoseconds) = time.components
        let nanoseconds = now.tv_nsec + Int(attoseconds / 1_000_000_000)
        return timespec(
            tv_sec: now.tv_sec + Int(seconds) + nanoseconds / 1_000_000_000, tv_nsec: nanoseconds % 1_000_000_000)
    }
}
