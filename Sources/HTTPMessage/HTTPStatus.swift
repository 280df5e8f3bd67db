/// A response status code (RFC 9110 section 15).
public struct HTTPStatus: Hashable, Sendable, CustomStringConvertible {
    /// The three-digit code, 100 to 599.
    public let code: Int

    /// Makes a status of any three-digit code; anything else becomes 500, because no other code can be sent.
    public init(_ code: Int) {
        self.code = (100...599).contains(code) ? code : 500
    }

    /// Whether a response of this status never has a body (RFC 9112 section 6.3).
    public var forbidsBody: Bool { code < 200 || code == 204 || code == 304 }

    /// The code and its reason phrase.
    public var description: String { "\(code) \(reason)" }

    /// 100 Continue.
    public static var `continue`: Self { Self(100) }
    /// 200 OK.
    public static var ok: Self { Self(200) }
    /// 201 Created.
    public static var created: Self { Self(201) }
    /// 202 Accepted.
    public static var accepted: Self { Self(202) }
    /// 204 No Content.
    public static var noContent: Self { Self(204) }
    /// 301 Moved Permanently.
    public static var movedPermanently: Self { Self(301) }
    /// 302 Found.
    public static var found: Self { Self(302) }
    /// 303 See Other.
    public static var seeOther: Self { Self(303) }
    /// 304 Not Modified.
    public static var notModified: Self { Self(304) }
    /// 307 Temporary Redirect.
    public static var temporaryRedirect: Self { Self(307) }
    /// 308 Permanent Redirect.
    public static var permanentRedirect: Self { Self(308) }
    /// 400 Bad Request.
    public static var badRequest: Self { Self(400) }
    /// 401 Unauthorized.
    public static var unauthorized: Self { Self(401) }
    /// 403 Forbidden.
    public static var forbidden: Self { Self(403) }
    /// 404 Not Found.
    public static var notFound: Self { Self(404) }
    /// 405 Method Not Allowed.
    public static var methodNotAllowed: Self { Self(405) }
    /// 406 Not Acceptable.
    public static var notAcceptable: Self { Self(406) }
    /// 408 Request Timeout.
    public static var requestTimeout: Self { Self(408) }
    /// 409 Conflict.
    public static var conflict: Self { Self(409) }
    /// 410 Gone.
    public static var gone: Self { Self(410) }
    /// 412 Precondition Failed.
    public static var preconditionFailed: Self { Self(412) }
    /// 413 Content Too Large.
    public static var contentTooLarge: Self { Self(413) }
    /// 414 URI Too Long.
    public static var uriTooLong: Self { Self(414) }
    /// 415 Unsupported Media Type.
    public static var unsupportedMediaType: Self { Self(415) }
    /// 417 Expectation Failed.
    public static var expectationFailed: Self { Self(417) }
    /// 421 Misdirected Request.
    public static var misdirectedRequest: Self { Self(421) }
    /// 422 Unprocessable Content.
    public static var unprocessableContent: Self { Self(422) }
    /// 428 Precondition Required.
    public static var preconditionRequired: Self { Self(428) }
    /// 429 Too Many Requests.
    public static var tooManyRequests: Self { Self(429) }
    /// 431 Request Header Fields Too Large.
    public static var requestHeaderFieldsTooLarge: Self { Self(431) }
    /// 500 Internal Server Error.
    public static var internalServerError: Self { Self(500) }
    /// 501 Not Implemented.
    public static var notImplemented: Self { Self(501) }
    /// 502 Bad Gateway.
    public static var badGateway: Self { Self(502) }
    /// 503 Service Unavailable.
    public static var serviceUnavailable: Self { Self(503) }
    /// 504 Gateway Timeout.
    public static var gatewayTimeout: Self { Self(504) }
    /// 505 HTTP Version Not Supported.
    public static var httpVersionNotSupported: Self { Self(505) }
}

extension HTTPStatus {
    /// The reason phrase that the registry names; empty for a code it does not have.
    public var reason: String {
        switch code {
        case 100: "Continue"
        case 101: "Switching Protocols"
        case 200: "OK"
        case 201: "Created"
        case 202: "Accepted"
        case 204: "No Content"
        case 206: "Partial Content"
        case 301: "Moved Permanently"
        case 302: "Found"
        case 303: "See Other"
        case 304: "Not Modified"
        case 307: "Temporary Redirect"
        case 308: "Permanent Redirect"
        default: errorReason
        }
    }

    private var errorReason: String {
        switch code {
        case 400: "Bad Request"
        case 401: "Unauthorized"
        case 403: "Forbidden"
        case 404: "Not Found"
        case 405: "Method Not Allowed"
        case 406: "Not Acceptable"
        case 408: "Request Timeout"
        case 409: "Conflict"
        case 410: "Gone"
        case 412: "Precondition Failed"
        case 413: "Content Too Large"
        case 414: "URI Too Long"
        case 415: "Unsupported Media Type"
        case 417: "Expectation Failed"
        case 421: "Misdirected Request"
        case 422: "Unprocessable Content"
        case 428: "Precondition Required"
        case 429: "Too Many Requests"
        case 431: "Request Header Fields Too Large"
        case 500: "Internal Server Error"
        case 501: "Not Implemented"
        case 502: "Bad Gateway"
        case 503: "Service Unavailable"
        case 504: "Gateway Timeout"
        case 505: "HTTP Version Not Supported"
        default: ""
        }
    }
}
