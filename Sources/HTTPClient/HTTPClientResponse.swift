/// The head of an answer: status and header fields.
public struct HTTPClientResponseHead: Sendable, Equatable {
    /// The status code, 200 to 599.
    public let status: Int
    /// The header fields; without trailers.
    public let headers: HeaderFields

    /// Makes a head.
    public init(status: Int, headers: HeaderFields) {
        self.status = status
        self.headers = headers
    }
}

/// A whole answer.
public struct HTTPClientResponse: Sendable, Equatable {
    /// Status and header fields.
    public let head: HTTPClientResponseHead
    /// The body after transfer coding; content codings are not undone, since none is asked for.
    public let body: [UInt8]

    /// Makes an answer.
    public init(head: HTTPClientResponseHead, body: [UInt8]) {
        self.head = head
        self.body = body
    }

    /// The status code, 200 to 599.
    public var status: Int { head.status }
    /// The header fields.
    public var headers: HeaderFields { head.headers }
}
