import HTTPMessage
import Observability

/// Counts and times requests by route; no label holds anything of a request's own.
struct RequestMetrics: Sendable {
    private static let methods: [HTTPMethod] = [.get, .head, .post, .delete, .options]
    private static let classes = ["2xx", "3xx", "4xx", "5xx"]

    private let requests: MetricFamily<Counter>
    private let durations: MetricFamily<Histogram>

    init(_ registry: MetricsRegistry, routes: [Route]) {
        var templates: [String] = []
        for route in routes where !templates.contains(route.template.description) {
            templates.append(route.template.description)
        }
        let route = MetricLabel("http.route", templates)
        requests = registry.counters(
            MetricName("http.server.requests"), "Requests that were answered.",
            MetricLabel("http.request.method", Self.methods.map(\.rawValue)), route,
            MetricLabel("http.response.status_class", Self.classes))
        durations = registry.histograms(
            MetricName("http.server.request.duration", unit: .seconds), "How long requests took.", route)
    }

    func count(_ method: HTTPMethod, _ template: String?, _ status: HTTPStatus, _ duration: Duration) {
        let template = template ?? MetricLabel.other
        requests(method.rawValue, template, "\(status.code / 100)xx").add()
        durations(template).observe(duration)
    }

    /// A method's name, or that it is another one: a log line shows nothing that the client invented.
    static func known(_ method: HTTPMethod) -> String {
        methods.contains(method) ? method.rawValue : MetricLabel.other
    }
}
