import JSONCoding

/// What asks a source's server.
public protocol SourceFetcher: Sendable {
    /// Asks once, within the request's time; a redirect is an answer like any other.
    ///
    /// - Parameter request: what is asked.
    /// - Returns: the answer, or why there is none.
    func fetch(_ request: SourceRequest) async -> Result<SourceAnswer, SourceFailure>
}

/// One request to a source's server or its token endpoint.
public struct SourceRequest: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The longest answer, in bytes.
    public static let maximumByteCount = SourceMapping.answerLimits.maximumBytes

    /// The method.
    public var method: String
    /// The URL.
    public var url: SourceURL
    /// The header fields, credentials among them.
    public var headers: [(name: String, value: String)]
    /// The body; nil for none.
    public var body: [UInt8]?
    /// How long the answer may take.
    public var deadline: Duration
    /// Whether the server may be at an address that is not of the public internet.
    public var isInternal: Bool

    /// Makes a request.
    public init(
        _ method: String, _ url: SourceURL, headers: [(name: String, value: String)], body: [UInt8]? = nil,
        deadline: Duration, isInternal: Bool
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.deadline = deadline
        self.isInternal = isInternal
    }

    /// Method and origin; never a header or the body, which are secret.
    public var description: String { "\(method) \(url.origin)" }
    /// The same as `description`.
    public var debugDescription: String { description }
    /// Nothing to see.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// An answer of a source's server.
public struct SourceAnswer: Sendable {
    /// The status code.
    public var status: Int
    /// The values of `Link`, joined by commas; nil when there are none.
    public var link: String?
    /// The value of `Retry-After`; nil when there is none.
    public var retryAfter: String?
    /// The body.
    public var body: [UInt8]

    /// Makes an answer.
    public init(status: Int, link: String? = nil, retryAfter: String? = nil, body: [UInt8]) {
        self.status = status
        self.link = link
        self.retryAfter = retryAfter
        self.body = body
    }
}

/// Why a source gave no answer that can be used; the texts hold no secret.
public enum SourceFailure: Error, Sendable, Hashable {
    /// It was not reached.
    case unreachable(String)
    /// It was reached and failed; `after` is how long it asks to be left alone.
    case failed(String, after: Duration? = nil)
    /// The gateway stops: nothing is known of the source.
    case cancelled
}
