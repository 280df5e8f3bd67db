import HTTPMessage

extension ServerLoop {
    /// Reads what has come and goes on with it; bounded, so that other connections get their turn.
    func read(_ connection: Connection) {
        for _ in 0..<8 {
            guard isOpen(connection), connection.wantsInput else { return }
            switch connection.receive(into: &scratch) {
            case .wouldBlock: return
            case .ended:
                peerLeft(connection)
                return
            case .moved(let count):
                take(count, connection)
                if count < scratch.count { return }
            }
        }
    }

    private func take(_ count: Int, _ connection: Connection) {
        if connection.phase == .lingering {
            connection.discarded += count
            if connection.discarded > Self.lingerLimit { drop(connection) }
            return
        }
        connection.input.append(contentsOf: scratch[..<count])
        countHeldBytes(connection)
        if connection.isReadingRequest { advance(connection) }
    }

    /// Goes through the input: heads, bodies, and handlers to start.
    func advance(_ connection: Connection) {
        do throws(RequestRefusal) {
            while isOpen(connection), connection.isReadingRequest, try readRequest(connection) {}
        } catch {
            refuse(connection, error)
        }
    }

    /// Whether there may be more to do at once.
    private func readRequest(_ connection: Connection) throws(RequestRefusal) -> Bool {
        guard let request = connection.request else { return false }
        let wasIdle = request.reader.isIdle
        let step = try request.reader.read(
            connection.input, position: &connection.consumed, limits: shared.limits)
        switch step {
        case .incomplete:
            if connection.phase == .body { connection.compactInput() }
            if wasIdle && !request.reader.isIdle {
                endWaiting(connection)
                beginWaiting(connection)
            }
            // With TLS the first head is due as long after accepting, handshake included.
            if wasIdle && !request.reader.isIdle && (connection.tls == nil || connection.requests > 0) {
                connection.deadline = requestDeadline(within: shared.deadlines.head)
            }
            return false
        case .body(let head):
            try checkRoom(for: head, connection)
            endWaiting(connection)
            connection.phase = .body
            connection.deadline = requestDeadline(within: shared.deadlines.body)
            if head.expectsContinue {
                connection.output.append(contentsOf: "HTTP/1.1 100 Continue\r\n\r\n".utf8)
                flush(connection)
            }
            return true
        case .request(let head, let body):
            startHandler(connection, head, body: body)
            return false
        }
    }

    /// When a part of a request is due, which is sooner while draining.
    private func requestDeadline(within time: Duration) -> MonotonicTime {
        min(now + time, drainingRequestDeadline)
    }

    /// The peer sends no more: what it waits for may still be written, but the handler is told that it may be for nobody.
    func peerLeft(_ connection: Connection) {
        guard !connection.hasPeerLeft else { return }
        connection.hasPeerLeft = true
        switch connection.phase {
        case .handling:
            connection.task?.cancel()
            shared.report(.abandoned(listener: listenerName(connection)))
        case .closing: break
        case .head where connection.pendingOutput > 0: close(connection, lingering: false)
        case .streaming: drop(connection, abandoned: true)
        case .handshake, .head, .body, .lingering: drop(connection)
        }
    }

    private static var lingerLimit: Int { 4_194_304 }
}
