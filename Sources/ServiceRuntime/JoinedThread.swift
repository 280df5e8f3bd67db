import Glibc

/// A thread of our own for work that blocks, which must be joined.
@safe
public final class JoinedThread: Sendable {
    private let handle: Lock<pthread_t?>
    /// The thread as the operating system names it, for signals that are meant for this thread alone.
    let identity: pthread_t

    /// Starts a thread.
    ///
    /// - Parameters:
    ///   - name: shown by debuggers and `top`; cut to 15 bytes.
    ///   - body: what the thread does; the thread ends when it returns.
    /// - Throws: `SystemError` when the operating system has no thread to give.
    public init(name: String, _ body: @escaping @Sendable () -> Void) throws(SystemError) {
        let box = unsafe Unmanaged.passRetained(ThreadBody(name: String(name.utf8.prefix(15)) ?? "postern", body))
        var thread = pthread_t()
        let code = unsafe pthread_create(&thread, nil, runThread, box.toOpaque())
        guard code == 0 else {
            unsafe box.release()
            throw SystemError(call: "pthread_create", code: code)
        }
        identity = thread
        handle = Lock(thread)
    }

    /// Blocks until the thread has ended; later calls return at once.
    public func join() {
        let thread = handle.withLock { handle in
            defer { handle = nil }
            return handle
        }
        if let thread { pthread_join(thread, nil) }
    }

    deinit {
        guard let thread = handle.withLock({ $0 }) else { return }
        preconditionFailure("thread \(thread) was dropped without being joined")
    }
}

private final class ThreadBody: Sendable {
    let name: String
    let body: @Sendable () -> Void

    init(name: String, _ body: @escaping @Sendable () -> Void) {
        self.name = name
        self.body = body
    }

    /// Names the thread for debuggers; a kernel without this file only costs the name.
    func showName() {
        let file = unsafe open("/proc/thread-self/comm", O_WRONLY | O_CLOEXEC)
        guard file >= 0 else { return }
        let bytes = Array(name.utf8)
        _ = unsafe bytes.withUnsafeBytes { unsafe write(file, $0.baseAddress, $0.count) }
        close(file)
    }
}

private func runThread(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let argument = unsafe argument else { return nil }
    // The one owner of the box is this thread, from the successful pthread_create on.
    let box = unsafe Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue()
    box.showName()
    box.body()
    return nil
}
