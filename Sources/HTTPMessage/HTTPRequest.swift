/// One request, whole: its body has been read and its framing is gone.
public struct HTTPRequest: Sendable {
    /// The scheme of the connection that carried the request.
    public enum Scheme: String, Sendable {
        /// Plaintext.
        case http
        /// TLS.
        case https
    }

    /// The method.
    public var method: HTTPMethod
    /// The path as received, still percent-encoded; begins with `/`.
    public var path: [UInt8]
    /// The bytes after the first `?` as received; nil without `?`.
    public var query: [UInt8]?
    /// The header fields.
    public var headers: HTTPHeaders
    /// The body; empty when there is none.
    public var body: [UInt8]
    /// The peer of the connection (a proxy's address, if there is one between).
    public var remote: RemoteAddress
    /// The scheme of the connection.
    public var scheme: Scheme
    /// The client's certificate, if TLS asked for one and one was shown.
    public var clientCertificate: ClientCertificate?
    /// The name of the configured listener that accepted the connection.
    public var listener: String

    /// Makes a request; the defaults serve callers without a socket.
    public init(
        method: HTTPMethod = .get, path: [UInt8], query: [UInt8]? = nil, headers: HTTPHeaders = HTTPHeaders(),
        body: [UInt8] = [], remote: RemoteAddress = .loopback, scheme: Scheme = .http,
        clientCertificate: ClientCertificate? = nil, listener: String = "public"
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.headers = headers
        self.body = body
        self.remote = remote
        self.scheme = scheme
        self.clientCertificate = clientCertificate
        self.listener = listener
    }

    /// Makes a request from a target in text, split at the first `?`.
    public init(
        method: HTTPMethod = .get, target: String, headers: HTTPHeaders = HTTPHeaders(), body: [UInt8] = []
    ) {
        let bytes = Array(target.utf8)
        let mark = bytes.firstIndex(of: UInt8(ascii: "?"))
        self.init(
            method: method, path: Array(bytes[..<(mark ?? bytes.endIndex)]),
            query: mark.map { Array(bytes[($0 + 1)...]) }, headers: headers, body: body)
    }

    /// The decoded segments of the path.
    ///
    /// - Throws: `URLEncodingError` for a path that `PathSegments.decode(_:)` refuses.
    public func pathSegments() throws(URLEncodingError) -> [String] {
        try PathSegments.decode(path)
    }

    /// The parameters of the query; none without a query.
    ///
    /// - Throws: `URLEncodingError` when the query is malformed or past the limits.
    public func queryParameters(
        limits: FormParameters.Limits = FormParameters.Limits()
    ) throws(URLEncodingError) -> FormParameters {
        try FormParameters(parsing: query ?? [], limits: limits)
    }
}
