import AccessModel
import AuthorizationServer
import HTTPMessage

extension HTTPResponse {
    /// The OAuth endpoints' answer to a refused request (RFC 6749 section 5.2).
    static func refusal(_ refusal: TokenRequestRefusal, _ exchange: ExchangeRequest) -> HTTPResponse {
        let body = TokenErrorBody(refusal)
        var response = HTTPResponse.json(HTTPStatus(body.status), body.json(exchange.envelope))
        response.diagnostic = refusal.diagnostic(body.error)
        response.retry(after: body.retryAfter)
        if body.status == HTTPStatus.unauthorized.code {
            response.headers.set(.wwwAuthenticate, "Basic realm=\"postern\", charset=\"UTF-8\"")
        }
        return response
    }
}

extension TokenRequestRefusal {
    /// The error and what the caller is not told of it, in words of ours alone: nothing that the request brought.
    fileprivate func diagnostic(_ error: String) -> String {
        switch self {
        case .invalidRequest(let fault): "\(error): \(fault.parameter) \(fault.problem.rawValue)"
        case .invalidClient(let fault): "\(error): \(fault.rawValue)"
        case .invalidProof(let fault): "\(error): \(fault.rawValue)"
        case .invalidGrant(.dead(let death)): "\(error): dead, \(death.rawValue)"
        case .invalidGrant(let fault): "\(error): \(fault)"
        default: reason.map { "\(error): \($0.rawValue)" } ?? error
        }
    }
}
