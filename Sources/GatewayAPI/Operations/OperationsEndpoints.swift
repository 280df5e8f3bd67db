import AccessModel
import ComplianceGateway
import HTTPMessage
import JSONCoding
import Observability

/// What the operator's listener answers: whether the process lives, whether it can serve, and its metrics.
struct OperationsEndpoints: Sendable {
    /// How long the store may take to answer before the gateway counts as not ready.
    static let patience = Duration.seconds(1)
    /// A tenant that does not exist: looking for it makes the store answer.
    private static let nobody = TenantID("00000000-0000-0000-0000-000000000000")

    let store: any GatewayStore
    let registry: MetricsRegistry
    let logger: Logger
    /// Waits for the patience to end; it is cancelled when the store answers first.
    let wait: @Sendable (Duration) async throws -> Void

    func answer(_ message: HTTPRequest) async -> HTTPResponse {
        let isKnown = ["/healthz", "/readyz", "/metrics"].contains { message.path.elementsEqual($0.utf8) }
        guard isKnown else { return .json(.notFound, Array(#"{"error":"not_found"}"#.utf8)) }
        guard message.method == .get || message.method == .head else {
            var response = HTTPResponse.json(.methodNotAllowed, Array(#"{"error":"method_not_allowed"}"#.utf8))
            response.headers.set(.allow, "GET, HEAD")
            return response
        }
        if message.path.elementsEqual("/healthz".utf8) { return state(.ok, "alive") }
        if message.path.elementsEqual("/readyz".utf8) {
            return await isReady() ? state(.ok, "ready") : state(.serviceUnavailable, "not ready")
        }
        var response = HTTPResponse(
            status: .ok, contentType: MetricsRegistry.contentType, body: registry.exposition())
        CachePolicy.never.apply(to: &response.headers)
        return response
    }

    private func isReady() async -> Bool {
        await withTaskGroup(of: Bool.self) { group in
            group.addTask { await storeAnswers() }
            group.addTask {
                do {
                    try await wait(Self.patience)
                    logger.warning("the store did not answer in time")
                } catch {
                    // The store was first.
                    return true
                }
                return false
            }
            let first = await group.next() ?? false
            group.cancelAll()
            return first
        }
    }

    private func storeAnswers() async -> Bool {
        do {
            _ = try await store.tenant(.id(Self.nobody))
            return true
        } catch {
            if !Task.isCancelled { logger.warning("the store does not answer", [.errorMessage: .error(error)]) }
            return false
        }
    }

    private func state(_ status: HTTPStatus, _ text: String) -> HTTPResponse {
        var response = HTTPResponse(
            status: status, contentType: "text/plain; charset=utf-8", body: Array((text + "\n").utf8))
        CachePolicy.never.apply(to: &response.headers)
        return response
    }
}
