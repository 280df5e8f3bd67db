public import HTTPMessage

/// Why the server answers a request itself, with an error and the end of the connection.
public enum RequestRefusal: Error, Hashable, Sendable, CaseIterable {
    /// Method, target or version break the grammar (RFC 9112 section 3).
    case malformedRequestLine
    /// The target is no origin form or absolute form, or its path is badly encoded or has dot segments.
    case malformedTarget
    /// The target is longer than the limit.
    case targetTooLong
    /// The version is not 1.0 or 1.1.
    case unsupportedVersion
    /// CONNECT or TRACE.
    case methodNotAllowed
    /// A field line breaks the grammar (RFC 9112 section 5), or is folded.
    case malformedHeader
    /// The field lines are larger than the limit.
    case headersTooLarge
    /// There are more field lines than the limit.
    case tooManyHeaders
    /// `Host` is missing, repeated, malformed, or not the authority of the target.
    case invalidHost
    /// Both length and coding, a repeated one, or a coding on HTTP/1.0 (RFC 9112 section 6.3).
    case ambiguousFraming
    /// `Content-Length` is not one number.
    case malformedContentLength
    /// `Transfer-Encoding` is not `chunked` alone.
    case unsupportedTransferCoding
    /// The body, or what surrounds its chunks, is larger than the limit.
    case bodyTooLarge
    /// The chunked body breaks the grammar (RFC 9112 section 7.1).
    case malformedChunk
    /// A trailer that is malformed, too large, or names a field that must not come after the body.
    case forbiddenTrailer
    /// An expectation other than `100-continue`.
    case expectationFailed
    /// The request head was not complete at its deadline.
    case headTimeout
    /// The body was not complete at its deadline.
    case bodyTimeout
    /// The requests of all connections together take as many bytes as they may.
    case overloaded
    /// The listener has no place left, and every connection of it has a request in progress.
    case tooManyConnections

    /// The status that the client sees.
    public var status: HTTPStatus {
        switch self {
        case .malformedRequestLine, .malformedTarget, .malformedHeader, .invalidHost, .ambiguousFraming,
            .malformedContentLength, .malformedChunk, .forbiddenTrailer:
            .badRequest
        case .targetTooLong: .uriTooLong
        case .unsupportedVersion: .httpVersionNotSupported
        case .methodNotAllowed: .methodNotAllowed
        case .headersTooLarge, .tooManyHeaders: .requestHeaderFieldsTooLarge
        case .unsupportedTransferCoding: .notImplemented
        case .bodyTooLarge: .contentTooLarge
        case .expectationFailed: .expectationFailed
        case .headTimeout, .bodyTimeout: .requestTimeout
        case .tooManyConnections, .overloaded: .serviceUnavailable
        }
    }
}
