import HTTPMessage

/// Reads the requests of one connection, one after the other, from bytes that arrive in any pieces; no I/O.
///
/// | state | step | next |
/// |---|---|---|
/// | head | `.incomplete`, or `.request` without a body, or `.body` | head, body |
/// | body | `.incomplete`, or `.request` | head |
package struct RequestReader {
    /// What a call of `read` found.
    package enum Step {
        /// All bytes were looked at; more are needed.
        case incomplete
        /// A head is complete and a body follows.
        case body(RequestHead)
        /// A request is complete.
        case request(RequestHead, body: [UInt8])
    }

    private var parser = RequestHeadParser()
    private var chunks: ChunkedDecoder?
    private var body: [UInt8] = []
    /// The head whose body is being read.
    package private(set) var head: RequestHead?

    /// Makes a reader at the begin of a connection.
    package init() {}

    /// Whether nothing of a request has been seen since the last one.
    package var isIdle: Bool { head == nil && !parser.hasBegun }

    /// The bytes of memory that a head and its body take so far; at most twice what has come, whatever length was announced.
    package var heldBytes: Int { body.capacity + (head?.heldBytes ?? 0) }

    /// Goes on with the input.
    ///
    /// - Parameters:
    ///   - input: everything from the first byte of the current head on, or any rest of its body.
    ///   - position: the first byte that is not used up; moved past what is used up now, which is nothing of an incomplete head.
    ///   - limits: what the peer may make the server hold.
    /// - Returns: what was found; call again at once unless it is `.incomplete`.
    /// - Throws: the refusal; the reader must not be used after it.
    package mutating func read(
        _ input: [UInt8], position: inout Int, limits: HTTPServerConfiguration.Limits
    ) throws(RequestRefusal) -> Step {
        guard let head else { return try readHead(input, position: &position, limits: limits) }
        let isComplete =
            switch head.framing {
            case .none: true
            case .length(let length): readLength(length, input, position: &position)
            case .chunked: try readChunks(input, position: &position)
            }
        guard isComplete else { return .incomplete }
        defer {
            self.head = nil
            chunks = nil
            body = []
        }
        return .request(head, body: body)
    }

    private mutating func readHead(
        _ input: [UInt8], position: inout Int, limits: HTTPServerConfiguration.Limits
    ) throws(RequestRefusal) -> Step {
        guard position < input.count, try parser.feed(input.span.extracting(position...), limits: limits) else {
            return .incomplete
        }
        let head = try RequestHead(parser, input: input[position...], limits: limits)
        position += parser.position
        parser = RequestHeadParser()
        switch head.framing {
        case .none: return .request(head, body: [])
        case .length: break
        case .chunked: chunks = ChunkedDecoder(limit: limits.bodyBytes)
        }
        self.head = head
        return .body(head)
    }

    private mutating func readLength(_ length: Int, _ input: [UInt8], position: inout Int) -> Bool {
        let count = min(length - body.count, input.count - position)
        if body.capacity < body.count + count {
            body.reserveCapacity(min(length, max(body.count + count, 2 * body.count)))
        }
        body.append(contentsOf: input[position..<(position + count)])
        position += count
        return body.count == length
    }

    private mutating func readChunks(_ input: [UInt8], position: inout Int) throws(RequestRefusal) -> Bool {
        guard var chunks else { return false }
        defer { self.chunks = chunks }
        while true {
            switch try chunks.feed(input.span, position: &position) {
            case .content(let range): body.append(contentsOf: input[range])
            case .complete: return true
            case .incomplete: return false
            }
        }
    }
}
