import AccessModel
import AuthorizationServer
import ComplianceGateway
import HTTPMessage
import Observability

/// Takes every request of the public listener to its route, and back with what belongs to every answer.
struct Dispatcher: Sendable {
    private let services: GatewayServices
    private let configuration: GatewayAPIConfiguration
    private let router: Router
    private let failures: FailureResponses
    private let logger: Logger
    private let metrics: RequestMetrics

    init(
        _ services: GatewayServices, _ configuration: GatewayAPIConfiguration, _ logger: Logger,
        _ registry: MetricsRegistry
    ) {
        self.services = services
        self.configuration = configuration
        self.logger = logger
        let routes = RouteTable.routes(services)
        router = Router(routes)
        failures = FailureResponses()
        metrics = RequestMetrics(registry, routes: routes)
    }

    func answer(_ message: HTTPRequest) async -> HTTPResponse {
        let started = ContinuousClock.now
        let sent = message.headers.single(.clientRequestID).text.flatMap(GUID.init)
        let correlation = CorrelationID((sent ?? freshIdentifier()).description)
        let (template, response) = await respond(message, correlation)
        let duration = ContinuousClock.now - started
        metrics.count(message.method, template, response.status, duration)
        let line = logger.with([
            .method: .string(RequestMetrics.known(message.method)), .route: .string(template ?? MetricLabel.other),
            .status: .integer(Int64(response.status.code)),
            .duration: .number(
                Double(duration.components.attoseconds / 1_000_000_000_000) / 1000 + Double(
                    duration.components.seconds) * 1000),
            .correlation: .string(correlation.rawValue),
        ])
        if let diagnostic = response.diagnostic {
            line.info("request refused", [.reason: .string(diagnostic)])
        } else {
            line.info("request answered")
        }
        return response
    }

    private func respond(
        _ message: HTTPRequest, _ correlation: CorrelationID
    ) async -> (template: String?, response: HTTPResponse) {
        var exchange = ExchangeRequest(
            message: message, parameters: [:], correlation: correlation, trace: freshIdentifier().description,
            ipAddress: ClientAddress.of(message, trustedProxies: configuration.trustedProxies),
            url: services.environment.origin + String(decoding: message.path, as: UTF8.self),
            at: services.environment.now())
        let segments: [String]
        do {
            segments = try message.pathSegments()
        } catch {
            return (nil, failures.badRequest(exchange, "the path \(error)"))
        }
        switch router.match(message.method, segments) {
        case .nothing: return (nil, failures.notFound(exchange))
        case .otherMethods(let methods, let route):
            return (route.template.description, failures.otherMethod(exchange, allowed: methods))
        case .route(let route, let parameters):
            exchange = exchange.with(parameters)
            return (route.template.description, await run(route, exchange))
        }
    }

    private func run(_ route: Route, _ exchange: ExchangeRequest) async -> HTTPResponse {
        do {
            switch route.handler {
            case .host(let handler): return try await handler(exchange)
            case .tenant(let handler):
                guard let segment = exchange.parameters["tenant"],
                    let tenant = try await services.directory.find(segment)
                else { return failures.notFound(exchange) }
                return try await handler(TenantRequest(exchange: exchange, tenant: tenant))
            }
        } catch {
            logger.error(
                "a request could not be answered",
                [
                    .errorMessage: .error(error), .route: .string(route.template.description),
                    .correlation: .string(exchange.correlation.rawValue),
                ])
            return failures.unavailable(exchange, route.surface)
        }
    }

    private func freshIdentifier() -> GUID {
        guard let guid = GUID(randomBytes: services.environment.randomBytes(16)) else {
            preconditionFailure("the source of randomness gave another number of bytes than it was asked for")
        }
        return guid
    }
}

extension ExchangeRequest {
    fileprivate func with(_ parameters: [String: String]) -> ExchangeRequest {
        ExchangeRequest(
            message: message, parameters: parameters, correlation: correlation, trace: trace, ipAddress: ipAddress,
            url: url, at: at)
    }
}

extension LogKey {
    static let method = LogKey("http.method")
    static let route = LogKey("http.route")
    static let status = LogKey("http.status")
    static let duration = LogKey("http.duration_ms")
    static let correlation = LogKey("request.correlation")
    static let reason = LogKey("error.reason")
}
