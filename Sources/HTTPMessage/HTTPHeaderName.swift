/// The name of a header field; compared without regard to case (RFC 9110 section 5.1).
public struct HTTPHeaderName: Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The name as it is written on the wire.
    public let rawValue: String

    /// Makes a name; one that is not a token makes the headers it is added to malformed.
    public init(_ rawValue: String) {
        self.rawValue = rawValue
    }

    /// Makes a name from a literal.
    public init(stringLiteral value: StaticString) {
        rawValue = value.description
    }

    /// The name as it is written on the wire.
    public var description: String { rawValue }

    /// The field `Accept`.
    public static var accept: Self { Self("Accept") }
    /// The field `Accept-Language`.
    public static var acceptLanguage: Self { Self("Accept-Language") }
    /// The field `Allow`.
    public static var allow: Self { Self("Allow") }
    /// The field `Authorization`.
    public static var authorization: Self { Self("Authorization") }
    /// The field `Cache-Control`.
    public static var cacheControl: Self { Self("Cache-Control") }
    /// The field `Connection`.
    public static var connection: Self { Self("Connection") }
    /// The field `Content-Length`.
    public static var contentLength: Self { Self("Content-Length") }
    /// The field `Content-Security-Policy`.
    public static var contentSecurityPolicy: Self { Self("Content-Security-Policy") }
    /// The field `Content-Type`.
    public static var contentType: Self { Self("Content-Type") }
    /// The field `Cookie`.
    public static var cookie: Self { Self("Cookie") }
    /// The field `Date`.
    public static var date: Self { Self("Date") }
    /// The field `DPoP` (RFC 9449).
    public static var dpop: Self { Self("DPoP") }
    /// The field `ETag`.
    public static var etag: Self { Self("ETag") }
    /// The field `Host`.
    public static var host: Self { Self("Host") }
    /// The field `If-Match`.
    public static var ifMatch: Self { Self("If-Match") }
    /// The field `If-None-Match`.
    public static var ifNoneMatch: Self { Self("If-None-Match") }
    /// The field `Last-Event-ID`.
    public static var lastEventID: Self { Self("Last-Event-ID") }
    /// The field `Location`.
    public static var location: Self { Self("Location") }
    /// The field `Origin`.
    public static var origin: Self { Self("Origin") }
    /// The field `Retry-After`.
    public static var retryAfter: Self { Self("Retry-After") }
    /// The field `Set-Cookie`.
    public static var setCookie: Self { Self("Set-Cookie") }
    /// The field `Transfer-Encoding`.
    public static var transferEncoding: Self { Self("Transfer-Encoding") }
    /// The field `User-Agent`.
    public static var userAgent: Self { Self("User-Agent") }
    /// The field `Vary`.
    public static var vary: Self { Self("Vary") }
    /// The field `WWW-Authenticate`.
    public static var wwwAuthenticate: Self { Self("WWW-Authenticate") }
}
