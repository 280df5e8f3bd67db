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
                if count < scratch.count && (connection.tls?.buffered ?? 0) == 0 { return }
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
        advance(connection)
    }

    /// Goes through the input: heads, bodies, and handlers to start.
    func advance(_ connection: Connection) {
        do throws(RequestRefusal) {
            var goesOn = true
            while goesOn, isOpen(connection) {
                switch connection.phase {
                case .head: goesOn = try readHead(connection)
                case .body: goesOn = try readBody(connection)
                default: goesOn = false
                }
            }
        } catch {
            refuse(connection, error)
        }
    }

    /// Whether the head is complete.
    private func readHead(_ connection: Connection) throws(RequestRefusal) -> Bool {
        guard connection.pendingInput > 0, connection.wantsInput || connection.hasPeerLeft else { return false }
        let isFirstByte = !connection.parser.hasBegun
        let input = connection.input
        let isComplete = try connection.parser.feed(
            input.span.extracting(connection.consumed...), limits: shared.limits)
        guard isComplete else {
            if isFirstByte && (connection.tls == nil || connection.requests > 0) {
                connection.deadline = now + shared.deadlines.head
            }
            return false
        }
        let head = try RequestHead(
            connection.parser, input: input[connection.consumed...], limits: shared.limits)
        connection.consumed += connection.parser.position
        connection.parser = RequestHeadParser()
        connection.requests += 1
        begin(head, connection)
        return true
    }

    private func begin(_ head: RequestHead, _ connection: Connection) {
        connection.head = head
        connection.body = []
        switch head.framing {
        case .none:
            startHandler(connection)
            return
        case .length(let length): connection.body.reserveCapacity(min(length, 65_536))
        case .chunked: connection.chunks = ChunkedDecoder(limit: shared.limits.bodyBytes)
        }
        connection.phase = .body
        connection.deadline = now + shared.deadlines.body
        if head.expectsContinue {
            connection.output.append(contentsOf: "HTTP/1.1 100 Continue\r\n\r\n".utf8)
            flush(connection)
        }
    }

    /// Whether the body is complete.
    private func readBody(_ connection: Connection) throws(RequestRefusal) -> Bool {
        guard let head = connection.head else { return false }
        if case .length(let length) = head.framing {
            let count = min(length - connection.body.count, connection.pendingInput)
            connection.body.append(contentsOf: connection.input[connection.consumed..<(connection.consumed + count)])
            connection.consumed += count
            guard connection.body.count == length else {
                connection.compactInput()
                return false
            }
        } else {
            guard try readChunks(connection) else {
                connection.compactInput()
                return false
            }
        }
        startHandler(connection)
        return true
    }

    private func readChunks(_ connection: Connection) throws(RequestRefusal) -> Bool {
        guard var chunks = connection.chunks else { return false }
        var position = connection.consumed
        defer { connection.consumed = position }
        while true {
            switch try chunks.feed(connection.input.span, position: &position) {
            case .content(let range): connection.body.append(contentsOf: connection.input[range])
            case .complete:
                connection.chunks = nil
                return true
            case .incomplete:
                connection.chunks = chunks
                return false
            }
        }
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
