public import ComplianceGateway
public import HTTPMessage
public import Observability

/// The gateway's HTTP surfaces: bytes become typed requests, use cases answer them, answers become bytes.
public enum GatewayAPI {
    /// Answers requests.
    public typealias Handler = @Sendable (HTTPRequest) async -> HTTPResponse

    /// Makes what the public listener answers: OAuth, pages and the compliance API of every tenant.
    ///
    /// - Parameters:
    ///   - environment: what the use cases need of the world; its origin is the public one, whatever a request says.
    ///   - directory: where tenants are found.
    ///   - live: what tells of compliance as it changes; see ``liveStatus(_:directory:store:bell:logger:)``.
    ///   - configuration: what else the listener's behaviour depends on.
    ///   - logger: gets a line for every request, and one for every failure of ours.
    ///   - metrics: where requests are counted.
    /// - Returns: the handler.
    public static func handler(
        _ environment: GatewayEnvironment, directory: TenantDirectory, live: LiveStatus,
        configuration: GatewayAPIConfiguration = GatewayAPIConfiguration(), logger: Logger, metrics: MetricsRegistry
    ) -> Handler {
        let services = GatewayServices(
            environment, directory: directory, live: live, budget: configuration.signInBudget)
        let dispatcher = Dispatcher(services, configuration, logger.labelled("gateway.api"), metrics)
        return { await dispatcher.answer($0) }
    }

    /// Makes what tells of compliance as it changes, in the form in which it is sent.
    ///
    /// - Parameters:
    ///   - environment: what the use cases need of the world.
    ///   - directory: where tenants are found.
    ///   - store: where the journal is read.
    ///   - bell: what says that something is new.
    ///   - logger: gets a line when the journal cannot be read.
    /// - Returns: the teller; it tells for as long as its `run` does.
    public static func liveStatus(
        _ environment: GatewayEnvironment, directory: TenantDirectory, store: any JournalStore, bell: JournalBell,
        logger: Logger
    ) -> LiveStatus {
        let logger = logger.labelled("gateway.events")
        return LiveStatus(
            environment, directory: directory, store: store, bell: bell,
            encode: { EventFrame.event($0, epoch: $1, $2) },
            trouble: { logger.warning("events could not be told", [.errorMessage: .error($0)]) })
    }

    /// Makes what the operator's listener answers: `/healthz`, `/readyz`, `/metrics`.
    ///
    /// - Parameters:
    ///   - store: what must answer within a second for the gateway to be ready.
    ///   - logger: gets a line when it does not.
    ///   - metrics: what is shown.
    ///   - wait: waits so long; another one than the system's is for tests.
    /// - Returns: the handler.
    public static func operationsHandler(
        store: any GatewayStore, logger: Logger, metrics: MetricsRegistry,
        wait: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) -> Handler {
        let endpoints = OperationsEndpoints(
            store: store, registry: metrics, logger: logger.labelled("gateway.operations"), wait: wait)
        return { await endpoints.answer($0) }
    }
}
