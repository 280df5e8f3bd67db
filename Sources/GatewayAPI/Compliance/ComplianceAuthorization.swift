import ComplianceGateway
import HTTPMessage
import JSONCoding

/// The access token of a request to the compliance API, as its header presents it (RFC 6750 section 2.1, RFC 9449
/// section 7.1).
struct ComplianceAuthorization {
    /// Longer tokens are none of ours.
    static let maximumByteCount = 16_384

    let scheme: ComplianceCredentials.Scheme
    let accessToken: String

    /// - Returns: nil when there is no such header, or more than one.
    init?(_ message: HTTPRequest) {
        guard let header = message.headers.single(.authorization).text, header.utf8.count <= Self.maximumByteCount,
            let space = header.utf8.firstIndex(of: 0x20)
        else { return nil }
        switch String(header[..<space]).lowercased() {
        case "bearer": scheme = .bearer
        case "dpop": scheme = .dpop
        default: return nil
        }
        let token = header.utf8[space...].drop { $0 == 0x20 }
        guard !token.isEmpty, !token.contains(0x20) else { return nil }
        accessToken = String(Substring(token))
    }
}

extension HTTPResponse {
    /// The algorithms of proofs, as a challenge names them (RFC 9449 section 7.1).
    private static let proofAlgorithms = "algs=\"ES256 RS256 PS256 EdDSA\""

    /// Nobody presented a token: both schemes are offered, and nothing is said to be wrong (RFC 6750 section 3.1).
    static func tokenRequired(_ exchange: ExchangeRequest) -> HTTPResponse {
        var response = problem(.unauthorized, "invalid_token", "an access token is required", exchange)
        response.headers.add(.wwwAuthenticate, "Bearer realm=\"compliance\"")
        response.headers.add(.wwwAuthenticate, "DPoP realm=\"compliance\", \(proofAlgorithms)")
        return response
    }

    /// The token, or the proof that belongs to it, is not good.
    static func tokenRefused(
        _ error: String, _ description: String, scheme: ComplianceCredentials.Scheme, _ exchange: ExchangeRequest
    ) -> HTTPResponse {
        var response = problem(.unauthorized, error, description, exchange)
        let challenge =
            switch scheme {
            case .bearer: "Bearer realm=\"compliance\", error=\"\(error)\""
            case .dpop: "DPoP realm=\"compliance\", error=\"\(error)\", \(proofAlgorithms)"
            }
        response.headers.set(.wwwAuthenticate, challenge)
        return response
    }

    /// An error of the compliance API.
    static func problem(
        _ status: HTTPStatus, _ error: String, _ description: String, _ exchange: ExchangeRequest
    ) -> HTTPResponse {
        var response = HTTPResponse.json(
            status, ErrorDocument(error: error, description: description, correlation: exchange.correlation).jsonBytes()
        )
        response.diagnostic = "\(error): \(description)"
        return response
    }
}
