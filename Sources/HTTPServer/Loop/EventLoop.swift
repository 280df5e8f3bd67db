import CLinux
import Glibc
import ServiceRuntime
import Synchronization

/// One thread that waits for sockets and runs Swift jobs: the executor of a `ServerLoop` and of every handler that it starts.
///
/// Jobs enqueued on the thread itself go to a local queue without a lock; those from elsewhere, and whatever streams are sent, go
/// through a locked one and an eventfd, which is written only when the queue was empty.
@safe
final class EventLoop: SerialExecutor, TaskExecutor, @unchecked Sendable {
    // INVARIANT: `local` and `events` are touched only on the loop's own thread, `driver` and `thread` only before that thread starts
    // and after it has ended; everything else is immutable or synchronised. This is what makes the unchecked conformance true.
    private let epoll: Int32
    private let wakeup: Int32
    private let threadIdentity = Atomic<UInt>(0)
    private let stopping = Atomic<Bool>(false)
    private let remote = Lock<[Work]>([])
    private var local: [Work] = []
    private var events: [epoll_event]
    private var driver: ServerLoop?
    private var thread: JoinedThread?

    /// Something to do on the loop's thread.
    enum Work {
        case job(UnownedJob)
        case stream(StreamMessage)
    }

    /// A descriptor that became ready.
    struct Readiness {
        let token: UInt64
        let events: UInt32

        var isReadable: Bool { events & EPOLLIN.rawValue != 0 }
        var isWritable: Bool { events & EPOLLOUT.rawValue != 0 }
        var hasPeerLeft: Bool { events & EPOLLRDHUP.rawValue != 0 }
        var isBroken: Bool { events & (EPOLLERR.rawValue | EPOLLHUP.rawValue) != 0 }
    }

    init() throws(SystemError) {
        epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
        guard epoll >= 0 else { throw SystemError(call: "epoll_create1", code: errno) }
        wakeup = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
        guard wakeup >= 0 else {
            let code = errno
            Socket.closeDescriptor(epoll)
            throw SystemError(call: "eventfd", code: code)
        }
        unsafe events = Array(repeating: epoll_event(), count: Self.batch)
        _ = watch(wakeup, events: EPOLLIN.rawValue, token: Self.wakeupToken)
    }

    deinit {
        Socket.closeDescriptor(wakeup)
        Socket.closeDescriptor(epoll)
    }

    // MARK: Life

    /// Starts the thread.
    func start(name: String, driver: ServerLoop) throws(SystemError) {
        self.driver = driver
        thread = try JoinedThread(name: name) { self.run() }
    }

    /// Lets the thread end after the work it has; may be called from any thread.
    func stop() {
        stopping.store(true, ordering: .releasing)
        wake()
    }

    /// Blocks until the thread has ended; only after `stop`, and never on the loop itself.
    func join() {
        thread?.join()
        thread = nil
        driver = nil
    }

    private func run() {
        threadIdentity.store(UInt(pthread_self()), ordering: .releasing)
        guard let driver else { return }
        driver.assumeIsolated { $0.resumeAccepting() }
        while !stopping.load(ordering: .acquiring) {
            let timeout = local.isEmpty ? driver.assumeIsolated { $0.millisecondsToNextTick() } : 0
            let ready = poll(milliseconds: timeout)
            driver.assumeIsolated { $0.handle(ready) }
            runWork(driver)
        }
        runWork(driver)
    }

    private func poll(milliseconds: Int32) -> [Readiness] {
        let count = unsafe epoll_wait(epoll, &events, Int32(Self.batch), milliseconds)
        guard count > 0 else { return [] }
        var ready: [Readiness] = []
        ready.reserveCapacity(Int(count))
        for index in 0..<Int(count) {
            let token = unsafe postern_epoll_token(&events[index])
            if token == Self.wakeupToken {
                var value: UInt64 = 0
                _ = unsafe read(wakeup, &value, 8)
            } else {
                ready.append(Readiness(token: token, events: unsafe postern_epoll_events(&events[index])))
            }
        }
        return ready
    }

    /// Runs what is queued now; what that queues in turn waits for the next round, so that sockets are not starved.
    private func runWork(_ driver: ServerLoop) {
        let fromElsewhere = remote.withLock { queue -> [Work] in
            if queue.isEmpty { return [] }
            defer { queue = [] }
            return queue
        }
        for work in fromElsewhere { run(work, driver) }
        let batch = local
        local = []
        for work in batch { run(work, driver) }
    }

    private func run(_ work: Work, _ driver: ServerLoop) {
        switch work {
        case .job(let job):
            unsafe job.runSynchronously(
                isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
        case .stream(let message): driver.assumeIsolated { $0.deliver(message) }
        }
    }

    // MARK: Executor

    /// Queues a job of the Swift runtime.
    func enqueue(_ job: consuming ExecutorJob) {
        submit(.job(UnownedJob(job)))
    }

    /// Queues work; may be called from any thread.
    func submit(_ work: Work) {
        // What a stream is sent keeps its order wherever it is sent from, so that all of it goes through one queue.
        if case .job = work, isOnThread {
            local.append(work)
            return
        }
        let wasEmpty = remote.withLock { queue in
            queue.append(work)
            return queue.count == 1
        }
        if wasEmpty { wake() }
    }

    /// The loop as an executor without an owner; the loop outlives its jobs because the server joins it.
    func asUnownedSerialExecutor() -> UnownedSerialExecutor {
        unsafe UnownedSerialExecutor(ordinary: self)
    }

    /// Whether the caller is on the loop's thread.
    func isIsolatingCurrentContext() -> Bool? { isOnThread }

    /// Stops the program when the caller is not on the loop's thread.
    func checkIsolated() {
        precondition(isOnThread, "the event loop's state was touched from another thread")
    }

    private var isOnThread: Bool {
        threadIdentity.load(ordering: .relaxed) == UInt(pthread_self())
    }

    private func wake() {
        var one: UInt64 = 1
        _ = unsafe write(wakeup, &one, 8)
    }

    // MARK: Descriptors

    /// Begins to watch a descriptor; false when the operating system refuses.
    func watch(_ descriptor: Int32, events: UInt32, token: UInt64) -> Bool {
        postern_epoll_control(epoll, Int32(EPOLL_CTL_ADD), descriptor, events, token) == 0
    }

    /// Changes what a descriptor is watched for.
    func rewatch(_ descriptor: Int32, events: UInt32, token: UInt64) {
        _ = postern_epoll_control(epoll, Int32(EPOLL_CTL_MOD), descriptor, events, token)
    }

    /// Ends watching a descriptor.
    func unwatch(_ descriptor: Int32) {
        _ = postern_epoll_control(epoll, Int32(EPOLL_CTL_DEL), descriptor, 0, 0)
    }

    private static var batch: Int { 256 }
    private static var wakeupToken: UInt64 { .max }
}
