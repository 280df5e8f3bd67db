import AccessModel
import HTTPMessage
import JSONCoding

/// How long an answer may be kept.
enum CachePolicy: Sendable {
    /// Nowhere.
    case never
    /// By everybody, for so many seconds.
    case everybody(seconds: Int)

    func apply(to headers: inout HTTPHeaders) {
        switch self {
        case .never:
            headers.set(.cacheControl, "no-store")
            headers.set(.pragma, "no-cache")
        case .everybody(let seconds):
            headers.set(.cacheControl, "public, max-age=\(seconds)")
        }
    }
}

extension HTTPResponse {
    /// A JSON answer; by default it is kept nowhere.
    static func json(_ status: HTTPStatus, _ body: [UInt8], cache: CachePolicy = .never) -> HTTPResponse {
        var response = HTTPResponse(status: status, contentType: "application/json", body: body)
        cache.apply(to: &response.headers)
        response.headers.set(.contentTypeOptions, "nosniff")
        return response
    }

    /// Adds `Retry-After`, in whole seconds and at least one.
    mutating func retry(after duration: Duration?) {
        guard let duration else { return }
        headers.set(.retryAfter, String(max(1, duration.wholeSeconds)))
    }
}

/// The body of an error outside the token endpoint.
struct ErrorDocument: JSONWritable {
    let error: String
    let description: String
    let correlation: CorrelationID

    func write(to writer: inout JSONWriter) {
        writer.object { object in
            object.member("error", error)
            object.member("error_description", description)
            object.member("correlation_id", correlation.rawValue)
        }
    }
}
