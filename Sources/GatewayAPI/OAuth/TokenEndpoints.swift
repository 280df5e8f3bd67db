import AuthorizationServer
import ComplianceGateway
import HTTPMessage
import JSONCoding

/// The endpoints that clients call without a browser: token, device authorization, introspection, revocation.
struct TokenEndpoints: Sendable {
    let services: GatewayServices

    /// RFC 6749 section 3.2.
    func token(_ request: TenantRequest) async throws -> HTTPResponse {
        let parsed = read(request, TokenRequest.parse)
        switch parsed {
        case .failure(let refusal): return .refusal(refusal, request.exchange)
        case .success(let token):
            let reply = try await services.tokens.redeem(
                token, tenant: request.tenant, circumstances: request.circumstances)
            switch reply {
            case .issued(let answer): return .json(.ok, answer.jsonBytes())
            case .refused(let refusal): return .refusal(refusal, request.exchange)
            }
        }
    }

    /// RFC 8628 section 3.1.
    func deviceCode(_ request: TenantRequest) async throws -> HTTPResponse {
        switch read(request, DeviceAuthorizationRequest.parse) {
        case .failure(let refusal): return .refusal(refusal, request.exchange)
        case .success(let device):
            let reply = try await services.devices.begin(
                device, tenant: request.tenant, circumstances: request.circumstances)
            switch reply {
            case .success(let answer): return .json(.ok, answer.jsonBytes())
            case .failure(let refusal): return .refusal(refusal, request.exchange)
            }
        }
    }

    /// RFC 7662 section 2.
    func introspect(_ request: TenantRequest) async throws -> HTTPResponse {
        switch read(request, TokenInspectionRequest.parse) {
        case .failure(let refusal): return .refusal(refusal.ofAnonymousCaller, request.exchange)
        case .success(let inspection):
            let reply = try await services.introspection.introspect(
                inspection.token.text, as: inspection.credential, tenant: request.tenant,
                circumstances: request.circumstances)
            switch reply {
            case .success(let answer): return .json(.ok, answer.jsonBytes())
            case .failure(let refusal): return .refusal(refusal, request.exchange)
            }
        }
    }

    /// RFC 7009 section 2.
    func revoke(_ request: TenantRequest) async throws -> HTTPResponse {
        switch read(request, TokenInspectionRequest.parse) {
        case .failure(let refusal): return .refusal(refusal.ofAnonymousCaller, request.exchange)
        case .success(let inspection):
            let refusal = try await services.revocation.revoke(
                inspection.token.text, as: inspection.credential, tenant: request.tenant,
                circumstances: request.circumstances)
            if let refusal { return .refusal(refusal, request.exchange) }
            var response = HTTPResponse(status: .ok)
            CachePolicy.never.apply(to: &response.headers)
            return response
        }
    }

    private func read<Parsed>(
        _ request: TenantRequest,
        _ parse: ([(name: String, value: String)], TokenRequestHeaders) -> Result<Parsed, TokenRequestRefusal>
    ) -> Result<Parsed, TokenRequestRefusal> {
        do {
            return parse(try FormBody.read(request.message), request.exchange.tokenHeaders)
        } catch {
            return .failure(error)
        }
    }
}

extension TokenRequestRefusal {
    /// A caller that does not say who it is has not authenticated (RFC 7662 section 2.3).
    fileprivate var ofAnonymousCaller: TokenRequestRefusal {
        self == .invalidRequest(RequestFault("client_id", .missing)) ? .invalidClient(.credentialMissing) : self
    }
}
