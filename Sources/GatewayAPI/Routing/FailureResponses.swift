import AccessModel
import AuthorizationServer
import HTTPMessage
import JSONCoding

/// The answers that no endpoint gives: no such path, another method, a failure of ours.
struct FailureResponses: Sendable {
    func notFound(_ exchange: ExchangeRequest) -> HTTPResponse {
        plain(.notFound, "not_found", "there is nothing here", exchange)
    }

    func badRequest(_ exchange: ExchangeRequest, _ description: String) -> HTTPResponse {
        plain(.badRequest, "invalid_request", description, exchange)
    }

    func otherMethod(_ exchange: ExchangeRequest, allowed methods: [HTTPMethod]) -> HTTPResponse {
        let names = methods.map(\.rawValue) + [HTTPMethod.options.rawValue]
        var response =
            exchange.message.method == .options
            ? HTTPResponse(status: .noContent)
            : plain(
                .methodNotAllowed, "method_not_allowed", "the header Allow lists the methods that are served", exchange)
        response.headers.set(.allow, names.joined(separator: ", "))
        return response
    }

    /// The gateway failed: the caller may try again, and keeps what it holds.
    func unavailable(_ exchange: ExchangeRequest, _ surface: Surface) -> HTTPResponse {
        switch surface {
        case .oauth:
            return .refusal(.temporarilyUnavailable(.sourceFailed, retryAfter: .seconds(1)), exchange)
        case .page:
            var response = MessagePage(.unavailable, exchange).response(.serviceUnavailable)
            response.retry(after: .seconds(5))
            return response
        case .compliance, .source, .document:
            var response = plain(
                .serviceUnavailable, "temporarily_unavailable", "the gateway can not answer now; try again later",
                exchange)
            response.retry(after: .seconds(1))
            return response
        }
    }

    private func plain(
        _ status: HTTPStatus, _ error: String, _ description: String, _ exchange: ExchangeRequest
    ) -> HTTPResponse {
        .json(
            status,
            ErrorDocument(error: error, description: description, correlation: exchange.correlation).jsonBytes())
    }
}
