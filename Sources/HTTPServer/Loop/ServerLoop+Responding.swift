import Glibc
import HTTPMessage

extension ServerLoop {
    // MARK: Handler

    /// Hands the request over; the one place where the server makes a task.
    ///
    /// The task is bounded by the connection (one at a time), cancelled when the peer leaves, and waited for when the server drains.
    func startHandler(_ connection: Connection, _ head: RequestHead, body: [UInt8]) {
        endWaiting(connection)
        connection.requests += 1
        connection.request?.head = head
        connection.phase = .handling
        connection.deadline = now + shared.deadlines.handler
        connection.handlingSince = now
        let request = HTTPRequest(
            method: head.method, path: head.path, query: head.query, headers: head.headers, body: body,
            remote: connection.remote, scheme: connection.tls == nil ? .http : .https,
            clientCertificate: connection.certificate, listener: listenerName(connection))
        connection.compactInput()
        runningHandlers += 1
        countHeldBytes(connection)
        let held = HeldBytes.counted(head.heldBytes + body.capacity)
        if held > 0 { _ = shared.heldBytes.change(by: held) }
        let (id, serial, handler) = (connection.id, connection.requests, shared.handler)
        connection.task = Task(executorPreference: loop) {
            let response = await handler(request)
            await self.finish(id, serial: serial, held: held, response)
        }
    }

    private func finish(_ id: ConnectionID, serial: Int, held: Int, _ response: HTTPResponse) {
        runningHandlers -= 1
        if held > 0 { _ = shared.heldBytes.change(by: -held) }
        if let connection = connection(id), connection.phase == .handling, connection.requests == serial {
            now = .now
            connection.task = nil
            answer(connection, response)
            if isOpen(connection) { settle(connection) }
        }
        if isDraining { finishDrainIfPossible() }
    }

    // MARK: Answers

    private func answer(_ connection: Connection, _ response: HTTPResponse) {
        guard let head = connection.request?.head else { return }
        var response = response
        if !response.headers.isWellFormed || response.status.code < 200 {
            shared.report(.responseMalformed(listener: listenerName(connection)))
            response = HTTPResponse(status: .internalServerError)
        }
        let isLast =
            !head.persists || isDraining || connection.hasPeerLeft
            || connection.requests >= shared.limits.requestsPerConnection
        report(response, head, connection)
        switch response.body {
        case .bytes(let body):
            let context = ResponseWriter.Context(
                isHead: head.method == .head, isHTTP10: head.isHTTP10, closes: isLast)
            writer.write(
                response.status, response.headers, body: body, context, now: wallSeconds,
                to: &connection.output)
            if isLast { close(connection, lingering: false) } else { awaitRequest(connection) }
        case .stream(let body): openStream(connection, response, body, head)
        }
    }

    private func report(_ response: HTTPResponse, _ head: RequestHead, _ connection: Connection) {
        let exchange = HTTPServerEvent.Exchange(
            listener: listenerName(connection), method: head.method, status: response.status,
            duration: now - connection.handlingSince, bodyBytes: response.bytes.count)
        shared.report(.answered(exchange))
    }

    private func awaitRequest(_ connection: Connection) {
        connection.request?.head = nil
        connection.phase = .head
        connection.deadline = now + shared.deadlines.idle
        flush(connection)
    }

    /// Answers a request that breaks a rule, once, and ends the connection.
    func refuse(_ connection: Connection, _ cause: RequestRefusal) {
        shared.report(.refused(listener: listenerName(connection), cause: cause))
        writeRefusal(cause, isHead: connection.request?.reader.head?.method == .head, to: &connection.output)
        discardRequest(connection)
        close(connection, lingering: true)
    }

    func writeRefusal(_ cause: RequestRefusal, isHead: Bool, to output: inout [UInt8]) {
        let context = ResponseWriter.Context(isHead: isHead, isHTTP10: false, closes: true)
        var headers = HTTPHeaders([(.contentType, "text/plain; charset=utf-8")])
        if cause.status == .serviceUnavailable { headers.add(.retryAfter, "1") }
        let body = Array("\(cause.status)\n".utf8)
        writer.write(cause.status, headers, body: body, context, now: wallSeconds, to: &output)
    }

    /// Writes what is left, then ends the connection.
    ///
    /// - Parameters:
    ///   - connection: the connection to end.
    ///   - lingering: whether the peer may still be sending; closing at once would then reset the connection and could take the
    ///     answer from the peer.
    func close(_ connection: Connection, lingering: Bool) {
        endWaiting(connection)
        connection.phase = .closing
        connection.lingersAfterwards = lingering || connection.pendingInput > 0
        connection.deadline = .never
        connection.request?.head = nil
        flush(connection)
    }

    // MARK: Output

    /// Writes as much as the peer takes.
    func flush(_ connection: Connection) {
        while connection.pendingOutput > 0 {
            switch connection.sendOutput() {
            case .moved(let count):
                connection.written += count
                noteProgress(connection, count)
            case .wouldBlock:
                if connection.writeDeadline == .never {
                    connection.writeDeadline = now + shared.deadlines.write
                }
                return
            case .ended:
                drop(connection, abandoned: true)
                return
            }
        }
        connection.resetOutput()
        connection.writeDeadline = .never
        switch connection.phase {
        case .head where isDraining: endDraining(connection)
        case .head: beginWaiting(connection)
        case .closing: outputIsTaken(connection)
        default: break
        }
    }

    private func outputIsTaken(_ connection: Connection) {
        guard connection.lingersAfterwards, !connection.hasPeerLeft else {
            drop(connection)
            return
        }
        connection.phase = .lingering
        beginWaiting(connection)
        connection.deadline = now + shared.deadlines.linger
        connection.input = []
        connection.consumed = 0
        connection.tls?.sendClose()
        Socket.shutdownWriting(connection.descriptor)
    }

    // MARK: Deadlines

    /// A deadline has passed.
    func expire(_ connection: Connection) {
        switch connection.phase {
        case .head where !connection.isBetweenRequests: refuse(connection, .headTimeout)
        case .body: refuse(connection, .bodyTimeout)
        case .handling: overrun(connection)
        case .streaming: break
        case .handshake:
            shared.report(.handshakeFailed(listener: listenerName(connection), reason: "timed out"))
            drop(connection)
        case .head, .closing, .lingering: drop(connection)
        }
        if isOpen(connection) { settle(connection) }
    }

    private func overrun(_ connection: Connection) {
        shared.report(.handlerOverran(listener: listenerName(connection)))
        connection.task?.cancel()
        connection.task = nil
        let context = ResponseWriter.Context(
            isHead: connection.request?.head?.method == .head, isHTTP10: false, closes: true)
        writer.write(
            .serviceUnavailable, HTTPHeaders([(.retryAfter, "1")]), body: [], context, now: wallSeconds,
            to: &connection.output)
        close(connection, lingering: true)
    }

    var wallSeconds: Int64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME_COARSE, &time)
        return Int64(time.tv_sec)
    }
}
