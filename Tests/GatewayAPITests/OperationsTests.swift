import ComplianceGateway
import GatewayAPI
import HTTPMessage
import Observability
import Testing

/// The operator's listener.
@Suite(.timeLimit(.minutes(10))) struct OperationsTests {
    private func handler(
        _ gateway: TestGateway, wait: @escaping @Sendable (Duration) async throws -> Void
    ) -> GatewayAPI.Handler {
        GatewayAPI.operationsHandler(
            store: gateway.store, logger: Logger(label: "test", level: .debug, sink: gateway.log),
            metrics: gateway.metrics, wait: wait)
    }

    /// Waits until it is cancelled.
    private static let forever: @Sendable (Duration) async throws -> Void = { _ in
        let (stream, continuation) = AsyncStream<Never>.makeStream()
        for await _ in stream {}
        continuation.finish()
        throw CancellationError()
    }

    @Test func `ready means that the store answers in time`() async throws {
        try await TestGateway.run { gateway in
            let patient = handler(gateway, wait: Self.forever)
            let impatient = handler(gateway) { _ in }
            #expect(await patient(HTTPRequest(target: "/readyz")).status == .ok)
            gateway.store.turn(.fails(.unavailable("x")))
            #expect(await patient(HTTPRequest(target: "/readyz")).status == .serviceUnavailable)
            gateway.store.turn(.hangs)
            #expect(await impatient(HTTPRequest(target: "/readyz")).status == .serviceUnavailable)
            #expect(await impatient(HTTPRequest(target: "/healthz")).status == .ok)
        }
    }

    @Test func `metrics are shown, and nothing else is here`() async throws {
        try await TestGateway.run { gateway in
            let answer = handler(gateway, wait: Self.forever)
            let metrics = Answer(await answer(HTTPRequest(target: "/metrics")))
            #expect(metrics.status == 200)
            #expect(metrics.text.contains("http_server_request_duration_seconds_bucket"))
            #expect(await answer(HTTPRequest(target: "/contoso/oauth2/v2.0/token")).status == .notFound)
            #expect(await answer(HTTPRequest(method: .post, target: "/metrics")).status == .methodNotAllowed)
        }
    }
}
