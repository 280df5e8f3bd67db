import ComplianceGateway
import HTTPMessage
import JSONCoding

/// How an app whose tokens are dead learns of its wipe and confirms it, with nothing but a proof of its key.
struct WipeEndpoints: Sendable {
    let services: GatewayServices

    /// Whether the app is to wipe its managed data.
    func show(_ request: TenantRequest) async throws -> HTTPResponse {
        guard let instance = request.instance else {
            return ComplianceProblem(.unknownInstance).response(request.exchange)
        }
        let answer = try await services.wipes.isPending(
            for: instance, proof: request.proof, method: request.message.method.rawValue, tenant: request.tenant,
            circumstances: request.circumstances)
        switch answer {
        case .success(let isPending): return .json(.ok, WipeDocument(isPending: isPending).jsonBytes())
        case .failure(let refused): return ComplianceProblem(refused.refusal).response(request.exchange)
        }
    }

    /// Takes the app's word that it has wiped the data.
    func confirm(_ request: TenantRequest) async throws -> HTTPResponse {
        guard let instance = request.instance else {
            return ComplianceProblem(.unknownInstance).response(request.exchange)
        }
        let answer = try await services.wipes.confirm(
            instance, proof: request.proof, tenant: request.tenant, circumstances: request.circumstances)
        switch answer {
        case .success:
            var response = HTTPResponse(status: .noContent)
            CachePolicy.never.apply(to: &response.headers)
            return response
        case .failure(let refused): return ComplianceProblem(refused.refusal).response(request.exchange)
        }
    }
}

/// Whether a wipe is pending.
private struct WipeDocument: JSONWritable {
    let isPending: Bool

    func write(to writer: inout JSONWriter) {
        writer.object { $0.member("wipePending", isPending) }
    }
}

extension TenantRequest {
    /// The header `DPoP`; of two, neither can be good.
    fileprivate var proof: String? {
        let proofs = exchange.texts(.dpop)
        return proofs.isEmpty ? nil : proofs.joined(separator: ", ")
    }
}
