import HTTPServer
import Observability

/// What the HTTP server reports beside the answers of the API: counted, and logged when an operator can act on it.
struct ServerEvents: Sendable {
    private enum Trouble: String, CaseIterable {
        case handshake
        case handlerOverran = "handler_overran"
        case responseMalformed = "response_malformed"
        case streamOverflowed = "stream_overflowed"
        case abandoned
        case displaced
        case acceptFailed = "accept_failed"
    }

    private let logger: Logger
    private let refused: MetricFamily<Counter>
    private let troubles: MetricFamily<Counter>
    private let connections: Gauge

    init(logger: Logger, metrics: MetricsRegistry) {
        self.logger = logger
        refused = metrics.counters(
            MetricName("http.server.refused_requests"), "Requests that the server refused before any route.",
            MetricLabel("listener", [ServeSettings.secure, ServeSettings.plain, ServeSettings.operations]))
        troubles = metrics.counters(
            MetricName("http.server.troubles"), "Handshakes, handlers, streams and responses that came to nothing.",
            MetricLabel("kind", of: Trouble.self))
        connections = metrics.gauge(MetricName("http.server.open_connections"), "Open connections of all listeners.")
    }

    func take(_ event: HTTPServerEvent) {
        switch event {
        case .answered: break
        case .refused(let listener, let cause):
            refused(listener).add()
            logger.debug("request refused", [.listener: .string(listener), .cause: .string("\(cause)")])
        case .handshakeFailed(let listener, let reason):
            troubles(Trouble.handshake.rawValue).add()
            logger.debug("handshake failed", [.listener: .string(listener), .cause: .string(reason)])
        case .handlerOverran(let listener):
            troubles(Trouble.handlerOverran.rawValue).add()
            logger.warning("a request took too long", [.listener: .string(listener)])
        case .responseMalformed(let listener):
            troubles(Trouble.responseMalformed.rawValue).add()
            logger.error("a response was malformed", [.listener: .string(listener)])
        case .streamOverflowed: troubles(Trouble.streamOverflowed.rawValue).add()
        case .abandoned: troubles(Trouble.abandoned.rawValue).add()
        case .displaced: troubles(Trouble.displaced.rawValue).add()
        case .acceptFailed(let listener, let error):
            troubles(Trouble.acceptFailed.rawValue).add()
            logger.error(
                "a connection could not be accepted", [.listener: .string(listener), .errorMessage: .error(error)])
        case .connections(let count): connections.set(Int64(count))
        }
    }
}
