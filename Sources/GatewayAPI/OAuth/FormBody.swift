import AuthorizationServer
import HTTPMessage

/// The form in a request's body, decoded and in its order.
enum FormBody {
    /// Room for an assertion and a claims request.
    static let maximumByteCount = 65_536
    static let maximumCount = 64

    /// Reads the form.
    ///
    /// - Throws: what is wrong with the body; other media types and character sets are refused.
    static func read(
        _ message: HTTPRequest, atMost limit: Int = maximumByteCount
    ) throws(TokenRequestRefusal) -> [(name: String, value: String)] {
        guard let type = message.headers.single(.contentType).text.flatMap(MediaType.init),
            type.essence == "application/x-www-form-urlencoded", type.isUTF8
        else { throw .invalidRequest(RequestFault("Content-Type", .unsupported)) }
        do {
            let limits = FormParameters.Limits(count: maximumCount, bytes: limit)
            return try FormParameters(parsing: message.body, limits: limits).all.map { ($0.name, $0.value) }
        } catch .tooLarge {
            throw .invalidRequest(RequestFault("body", .tooLong))
        } catch .tooManyParameters {
            throw .invalidRequest(RequestFault("body", .tooLong))
        } catch {
            throw .invalidRequest(RequestFault("body", .malformed))
        }
    }
}
