import CLinux
import Glibc
import HTTPMessage

extension ServerLoop {
    /// Begins to watch the listening sockets; false when the operating system refuses.
    func startAccepting() -> Bool {
        listeners.indices.allSatisfy { index in
            loop.watch(
                listeners[index].descriptor, events: EPOLLIN.rawValue,
                token: ConnectionID(slot: UInt32(index), generation: 0).token)
        }
    }

    /// Takes what waits at a listener; bounded, so that open connections get their turn.
    func accept(_ index: Int) {
        guard !isDraining, !isAcceptingPaused, index < listeners.count else { return }
        for _ in 0..<64 {
            switch Socket.acceptConnection(listeners[index].descriptor) {
            case .none: return
            case .connection(let descriptor, let remote): open(descriptor, remote, listener: index)
            case .failed(let error):
                shared.report(.acceptFailed(listener: listeners[index].name, error))
                pauseAccepting()
                return
            }
        }
    }

    /// After a failure, such as no more descriptors, the sockets would be ready without end: they are left alone until the next tick.
    private func pauseAccepting() {
        isAcceptingPaused = true
        for listener in listeners { loop.unwatch(listener.descriptor) }
    }

    func resumeAccepting() {
        guard !isDraining else { return }
        isAcceptingPaused = !startAccepting()
    }

    private func open(_ descriptor: Int32, _ remote: RemoteAddress, listener index: Int) {
        guard let count = takePlace(index) else {
            refuseConnection(descriptor, listener: index)
            return
        }
        let listener = listeners[index]
        let session = listener.tls.flatMap { TLSSession($0.current, descriptor: descriptor) }
        let wait = listener.tls == nil ? shared.deadlines.idle : shared.deadlines.head
        let connection = Connection(
            id: takeSlot(), descriptor: descriptor, listener: index, remote: remote, tls: session,
            deadline: now + wait)
        slots[Int(connection.id.slot)] = connection
        connectionCount += 1
        beginWaiting(connection)
        connection.interest = connection.wantedInterest
        shared.report(.connections(count))
        // Without a session a TLS listener would fall back to plaintext.
        let isUsable = listener.tls == nil || session != nil
        guard isUsable, loop.watch(descriptor, events: connection.interest, token: connection.id.token) else {
            drop(connection)
            return
        }
    }

    // MARK: Places

    /// Counts one more connection of a listener; when it is full, those that have waited longest make room.
    ///
    /// - Returns: the number of all connections; nil when every connection of this loop has a request in progress.
    private func takePlace(_ index: Int) -> Int? {
        while true {
            if let count = shared.openConnections.add(index) { return count }
            guard let slot = waiting[index].first, let longest = slots[Int(slot)] else { return nil }
            shared.report(.displaced(listener: listeners[index].name))
            drop(longest)
        }
    }

    /// From here on the connection may be closed for a new one, unless the peer still has an answer to take.
    ///
    /// Whoever waits already keeps its place in the order.
    func beginWaiting(_ connection: Connection) {
        guard connection.pendingOutput == 0 else { return }
        waiting[connection.listener].append(connection.id.slot)
    }

    /// From here on the connection has a request in progress, or is gone.
    func endWaiting(_ connection: Connection) {
        waiting[connection.listener].remove(connection.id.slot)
    }

    private func takeSlot() -> ConnectionID {
        let slot: UInt32
        if let free = freeSlots.popLast() {
            slot = free
        } else {
            slot = UInt32(slots.count)
            slots.append(nil)
            generations.append(0)
        }
        // Generation 0 is for listeners, the last one for the wake-up descriptor.
        let next = generations[Int(slot)] &+ 1
        generations[Int(slot)] = next == .max || next == 0 ? 1 : next
        return ConnectionID(slot: slot, generation: generations[Int(slot)])
    }

    /// One attempt to say why, in plaintext only: a TLS client has not been greeted yet.
    private func refuseConnection(_ descriptor: Int32, listener index: Int) {
        shared.report(.refused(listener: listeners[index].name, cause: .tooManyConnections))
        if listeners[index].tls == nil {
            var answer: [UInt8] = []
            writeRefusal(.tooManyConnections, isHead: false, to: &answer)
            _ = Socket.send(descriptor, answer, from: 0)
        }
        Socket.closeDescriptor(descriptor)
    }

    /// Goes on with the TLS handshake of a connection.
    func goOnWithHandshake(_ connection: Connection) {
        guard let tls = connection.tls else { return }
        connection.handshakeWantsWrite = false
        switch tls.handshake() {
        case .done:
            connection.certificate = tls.clientCertificate()
            connection.phase = .head
            // The head's deadline runs on from accepting, so that a slow handshake does not gain time.
            read(connection)
        case .wantsRead: break
        case .wantsWrite: connection.handshakeWantsWrite = true
        case .failed(let reason):
            shared.report(.handshakeFailed(listener: listenerName(connection), reason: reason))
            drop(connection)
        }
    }
}
