import CLinux
import HTTPMessage
import Synchronization

/// The connections of one event loop, and everything that happens to them.
///
/// All of it runs on the loop's thread: readiness is handed in by `EventLoop`, and handlers come back as jobs of the same executor.
actor ServerLoop {
    typealias Handler = @Sendable (HTTPRequest) async -> HTTPResponse

    /// What all loops of a server share.
    struct Shared: Sendable {
        let limits: HTTPServerConfiguration.Limits
        let deadlines: HTTPServerConfiguration.Deadlines
        let openConnections: OpenConnections
        let heldBytes: HeldBytes
        let handler: Handler
        let report: @Sendable (HTTPServerEvent) -> Void
    }

    /// A listening socket of this loop.
    struct Listener: Sendable {
        let name: String
        let descriptor: Int32
        let tls: CertificateStore?
    }

    let loop: EventLoop
    let shared: Shared
    var listeners: [Listener]
    /// The connections of each listener that have no request in progress, the longest waiting first.
    var waiting: [SlotQueue]
    var slots: [Connection?] = []
    var generations: [UInt32] = []
    var freeSlots: [UInt32] = []
    var connectionCount = 0
    var scratch = [UInt8](repeating: 0, count: 65_536)
    var writer = ResponseWriter()
    var now = MonotonicTime.now
    var nextTick = MonotonicTime.never
    var isAcceptingPaused = false
    var runningHandlers = 0
    var isDraining = false
    var drainDeadline = MonotonicTime.never
    /// When, while draining, every request must be whole.
    var drainingRequestDeadline = MonotonicTime.never
    var drainWaiter: CheckedContinuation<Void, Never>?
    private let tickInterval: Duration

    /// Makes the connections' keeper of a loop; the sockets are its own from now on.
    init(loop: EventLoop, listeners: [Listener], shared: Shared) {
        self.loop = loop
        self.listeners = listeners
        waiting = listeners.map { _ in SlotQueue() }
        self.shared = shared
        let deadlines = shared.deadlines
        let shortest = min(
            deadlines.head, deadlines.body, deadlines.idle, deadlines.handler, deadlines.write, deadlines.linger,
            deadlines.drainingRequest)
        tickInterval = min(max(shortest / 4, .milliseconds(10)), .milliseconds(250))
    }

    /// The loop itself.
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe loop.asUnownedSerialExecutor() }

    // MARK: Readiness

    /// Deals with descriptors that became ready, and with deadlines.
    func handle(_ ready: [EventLoop.Readiness]) {
        now = .now
        for readiness in ready {
            let id = ConnectionID(token: readiness.token)
            if id.generation == 0 {
                accept(Int(id.slot))
            } else if let connection = connection(id) {
                handle(readiness, of: connection)
            }
        }
        if now >= nextTick { tick() }
    }

    private func handle(_ readiness: EventLoop.Readiness, of connection: Connection) {
        if readiness.isBroken {
            drop(connection, abandoned: connection.phase == .handling || connection.phase == .streaming)
            return
        }
        if connection.phase == .handshake {
            goOnWithHandshake(connection)
        } else {
            if readiness.isWritable { flush(connection) }
            if readiness.isReadable && isOpen(connection) { read(connection) }
        }
        if readiness.hasPeerLeft && isOpen(connection) { peerLeft(connection) }
        if isOpen(connection) { settle(connection) }
    }

    /// Goes on with what has become possible, and watches for what is wanted next.
    func settle(_ connection: Connection) {
        if connection.isReadingRequest { advance(connection) }
        guard isOpen(connection) else { return }
        countHeldBytes(connection)
        guard isOpen(connection) else { return }
        let wanted = connection.wantedInterest
        if wanted != connection.interest {
            connection.interest = wanted
            loop.rewatch(connection.descriptor, events: wanted, token: connection.id.token)
        }
    }

    // MARK: Time

    /// How long the loop may sleep; -1 for as long as nothing happens.
    func millisecondsToNextTick() -> Int32 {
        guard connectionCount > 0 || isAcceptingPaused || isDraining else {
            nextTick = .never
            return -1
        }
        let current = MonotonicTime.now
        if nextTick == .never { nextTick = current + tickInterval }
        let milliseconds = max(0, (nextTick.nanoseconds - current.nanoseconds + 999_999) / 1_000_000)
        return Int32(clamping: milliseconds)
    }

    private func tick() {
        nextTick = now + tickInterval
        if isAcceptingPaused { resumeAccepting() }
        for connection in slots {
            guard let connection else { continue }
            if now >= connection.writeDeadline {
                Socket.discardUnsent(connection.descriptor)
                drop(connection, abandoned: true)
            } else if now >= connection.deadline {
                expire(connection)
            } else if connection.phase == .streaming {
                sendHeartbeat(connection)
            }
        }
        if isDraining && now >= drainDeadline { cutEverything() }
        finishDrainIfPossible()
    }

    // MARK: Connections by name

    func connection(_ id: ConnectionID) -> Connection? {
        guard Int(id.slot) < slots.count, generations[Int(id.slot)] == id.generation else { return nil }
        return slots[Int(id.slot)]
    }

    func isOpen(_ connection: Connection) -> Bool {
        slots[Int(connection.id.slot)] === connection
    }

    func listenerName(_ connection: Connection) -> String { listeners[connection.listener].name }

    /// Ends a connection at once: its handler is cancelled, its stream told.
    func drop(_ connection: Connection, abandoned: Bool = false) {
        guard isOpen(connection) else { return }
        endWaiting(connection)
        changeHeldBytes(connection, to: 0)
        slots[Int(connection.id.slot)] = nil
        freeSlots.append(connection.id.slot)
        connectionCount -= 1
        connection.task?.cancel()
        connection.tls?.sendClose()
        loop.unwatch(connection.descriptor)
        Socket.closeDescriptor(connection.descriptor)
        if abandoned { shared.report(.abandoned(listener: listenerName(connection))) }
        shared.report(.connections(shared.openConnections.remove(connection.listener)))
        if let stream = connection.stream {
            connection.stream = nil
            _ = stream.sender.close()
            stream.closed()
        }
    }
}
