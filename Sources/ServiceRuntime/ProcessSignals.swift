import Glibc

/// What an operator asks of the process by a signal.
public enum ProcessSignal: Sendable, Equatable {
    /// SIGTERM or SIGINT: finish and end.
    case stop
    /// SIGHUP: read configuration, certificates and keys again.
    case reload
}

/// The signals of the process, taken by one thread that waits for them.
public final class ProcessSignals: Sendable {
    private let thread: JoinedThread

    /// Blocks the handled signals and ignores SIGPIPE in the calling thread and in all threads it makes later.
    ///
    /// Call it first thing in the program, before anything else can make a thread: a thread that was made earlier would
    /// take the signal with its default effect.
    public static func block() {
        var set = handledSet()
        unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
        signal(SIGPIPE, SIG_IGN)
    }

    /// Starts the waiting thread.
    ///
    /// - Parameter deliver: called on the waiting thread, once for each signal.
    /// - Throws: `SystemError` when no thread can be made.
    public init(deliver: @escaping @Sendable (ProcessSignal) -> Void) throws(SystemError) {
        // The new thread inherits the mask, so that no signal meant for it can come before it waits.
        var set = handledSet()
        var previous = sigset_t()
        unsafe pthread_sigmask(SIG_BLOCK, &set, &previous)
        defer { unsafe pthread_sigmask(SIG_SETMASK, &previous, nil) }
        thread = try JoinedThread(name: "signals") {
            var set = handledSet()
            while true {
                var number: Int32 = 0
                guard unsafe sigwait(&set, &number) == 0, number != SIGUSR1 else { return }
                deliver(number == SIGHUP ? .reload : .stop)
            }
        }
    }

    /// Ends the waiting thread and joins it.
    public func close() {
        send(SIGUSR1)
        thread.join()
    }

    /// Sends a signal to the waiting thread alone.
    package func send(_ number: Int32) {
        pthread_kill(thread.identity, number)
    }
}

/// SIGTERM, SIGINT, SIGHUP, and SIGUSR1, which ends the waiting thread.
private func handledSet() -> sigset_t {
    var set = sigset_t()
    unsafe sigemptyset(&set)
    for number in [SIGTERM, SIGINT, SIGHUP, SIGUSR1] { unsafe sigaddset(&set, number) }
    return set
}
