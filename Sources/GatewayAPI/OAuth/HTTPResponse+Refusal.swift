import AuthorizationServer
import HTTPMessage

extension HTTPResponse {
    /// The OAuth endpoints' answer to a refused request (RFC 6749 section 5.2).
    static func refusal(_ refusal: TokenRequestRefusal, _ exchange: ExchangeRequest) -> HTTPResponse {
        let body = TokenErrorBody(refusal)
        var response = HTTPResponse.json(HTTPStatus(body.status), body.json(exchange.envelope))
        response.retry(after: body.retryAfter)
        if body.status == HTTPStatus.unauthorized.code {
            response.headers.set(.wwwAuthenticate, "Basic realm=\"postern\", charset=\"UTF-8\"")
        }
        return response
    }
}
