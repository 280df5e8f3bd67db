/// One response: status, headers, and a body of bytes or an open stream.
///
/// The server adds `Date`, `Content-Length` or `Transfer-Encoding`, and `Connection`; a response that sets one of these itself is
/// answered without its own value.
public struct HTTPResponse: Sendable {
    /// What follows the headers.
    public enum Body: Sendable {
        /// All of it, now.
        case bytes([UInt8])
        /// A stream that stays open (`EventStream`).
        case stream(StreamingBody)
    }

    /// The status.
    public var status: HTTPStatus
    /// The header fields.
    public var headers: HTTPHeaders
    /// The body.
    public var body: Body
    /// Why the request was refused, for the log; it is never sent.
    public var diagnostic: String?

    /// Makes a response of bytes.
    public init(status: HTTPStatus, headers: HTTPHeaders = HTTPHeaders(), body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = .bytes(body)
    }

    /// Makes a response of bytes with their media type.
    public init(status: HTTPStatus, contentType: String, body: [UInt8]) {
        self.init(status: status, headers: HTTPHeaders([(.contentType, contentType)]), body: body)
    }

    /// Makes a streaming response.
    public init(status: HTTPStatus, headers: HTTPHeaders, stream: StreamingBody) {
        self.status = status
        self.headers = headers
        body = .stream(stream)
    }

    /// The body's bytes; empty for a stream.
    public var bytes: [UInt8] {
        guard case .bytes(let bytes) = body else { return [] }
        return bytes
    }
}
