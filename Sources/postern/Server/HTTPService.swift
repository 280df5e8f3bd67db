import HTTPServer
import Observability
import ServiceRuntime

/// The HTTP server as a service: it listens once it has started, and drains when it is asked to stop.
final class HTTPService: Service {
    let name = "http"
    private let configuration: HTTPServerConfiguration
    private let logger: Logger
    private let events: ServerEvents
    private let handler: HTTPServer.Handler
    private let server = Lock<HTTPServer?>(nil)

    init(
        _ configuration: HTTPServerConfiguration, logger: Logger, metrics: MetricsRegistry,
        handler: @escaping HTTPServer.Handler
    ) {
        self.configuration = configuration
        self.logger = logger
        self.handler = handler
        events = ServerEvents(logger: logger, metrics: metrics)
    }

    func start() async throws {
        let events = events
        let started = try HTTPServer.start(configuration, report: { events.take($0) }, handler: handler)
        server.withLock { $0 = started }
        for (listener, port) in zip(configuration.listeners, started.ports) {
            logger.notice(
                "listening",
                [
                    .listener: .string(listener.name), .address: .string(listener.address),
                    .port: .integer(Int64(port)),
                ])
        }
    }

    func run() async throws {
        let running = server.withLock { $0 }
        await untilCancelled()
        await running?.drain()
    }

    /// Reads certificate and key again for new connections.
    func reload() async {
        guard let running = server.withLock({ $0 }) else { return }
        do {
            try running.reloadCertificate()
            logger.notice("certificate reloaded")
        } catch {
            logger.error("certificate not reloaded; the one before stays in use", [.errorMessage: .error(error)])
        }
    }

    private func untilCancelled() async {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        await withTaskCancellationHandler {
            for await _ in stream {}
        } onCancel: {
            continuation.finish()
        }
    }
}
