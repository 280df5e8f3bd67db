/// One request to an `http` or `https` URL.
public struct HTTPClientRequest: Sendable, CustomStringConvertible, CustomDebugStringConvertible {
    /// The method, a token such as `GET`.
    public var method: String
    /// The absolute URL, without user information and fragment.
    public var url: String
    /// The header fields; those that belong to the connection (`Host`, `Content-Length` and the like) are the client's own.
    public var headers: HeaderFields
    /// The body; nil for none.
    public var body: [UInt8]?
    /// The time from asking to the end of the answer (for a stream: to its head); the client's own if nil.
    public var deadline: Duration?
    /// The most redirects that are followed; 0 by default, which hands a redirect over as it is.
    ///
    /// Header fields that carry credentials and every body go to the first URL's own origin only, and never from TLS to plaintext.
    public var redirects = 0

    /// Makes a request.
    public init(
        _ method: String = "GET", _ url: String, headers: HeaderFields = HeaderFields(), body: [UInt8]? = nil,
        deadline: Duration? = nil
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.deadline = deadline
    }

    /// Method and origin; never the path, a header or the body, which may be secret.
    public var description: String {
        "\(method.isToken ? method : "?") \((try? RequestURL(url))?.origin ?? "?")"
    }

    /// The same as `description`.
    public var debugDescription: String { description }
}
