import HTTPMessage

extension ServerLoop {
    /// Answers with an open stream: from here on the connection is a record, and no task waits for it.
    func openStream(
        _ connection: Connection, _ response: HTTPResponse, _ body: StreamingBody, _ head: RequestHead
    ) {
        let context = ResponseWriter.Context(
            isHead: head.method == .head, isHTTP10: head.isHTTP10, closes: true)
        writer.writeStreamHead(
            response.status, response.headers, context, now: wallSeconds, to: &connection.output)
        guard !context.isHead, !response.status.forbidsBody, !isDraining, !connection.hasPeerLeft else {
            close(connection, lingering: false)
            return
        }
        let sender = ResponseStream(
            loop: loop, connection: connection.id, limit: shared.limits.streamBufferBytes)
        connection.stream = Connection.OpenStream(
            heartbeat: body.heartbeat, drained: body.drained, closed: body.closed, sender: sender,
            isChunked: !head.isHTTP10, lastSent: now)
        connection.phase = .streaming
        connection.deadline = .never
        flush(connection)
        guard isOpen(connection) else { return }
        connection.releaseRequestMemory()
        body.opened(sender)
    }

    /// Carries out what an `EventStream` asked for.
    func deliver(_ message: StreamMessage) {
        guard let connection = connection(message.connection), connection.phase == .streaming else { return }
        now = .now
        switch message.kind {
        case .send(let bytes): append(bytes, isHeartbeat: false, to: connection)
        case .finish: endStream(connection)
        case .cut:
            shared.report(.streamOverflowed(listener: listenerName(connection)))
            Socket.discardUnsent(connection.descriptor)
            drop(connection)
        }
        if isOpen(connection) { settle(connection) }
    }

    private func append(_ bytes: [UInt8], isHeartbeat: Bool, to connection: Connection) {
        guard let stream = connection.stream else { return }
        _ = ResponseWriter.writePiece(bytes, chunked: stream.isChunked, to: &connection.output)
        if !isHeartbeat { connection.stream?.unwritten += bytes.count }
        connection.stream?.lastSent = now
        flush(connection)
    }

    /// Bytes have left for the peer: room for more in the stream, and more time for a reader that reads.
    func noteProgress(_ connection: Connection, _ count: Int) {
        guard let stream = connection.stream else { return }
        connection.writeDeadline = .never
        let content = min(count, stream.unwritten)
        connection.stream?.unwritten -= content
        if stream.sender.noteWritten(content) { stream.drained() }
    }

    /// Ends a stream in order: what was sent before is written, then the connection closes.
    func endStream(_ connection: Connection) {
        guard let stream = connection.stream else { return }
        connection.stream = nil
        _ = stream.sender.close()
        ResponseWriter.writeEnd(chunked: stream.isChunked, to: &connection.output)
        close(connection, lingering: false)
        stream.closed()
    }

    /// Sends the heartbeat of a stream that was silent for long; one whose reader is behind shows by itself whether it lives.
    func sendHeartbeat(_ connection: Connection) {
        guard let stream = connection.stream, let heartbeat = stream.heartbeat, connection.pendingOutput == 0,
            now >= stream.lastSent + heartbeat.interval
        else { return }
        append(heartbeat.bytes, isHeartbeat: true, to: connection)
        if isOpen(connection) { settle(connection) }
    }
}
