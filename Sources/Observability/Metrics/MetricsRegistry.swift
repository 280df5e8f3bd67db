import ServiceRuntime

/// All metrics of a process.
///
/// Asking twice for a metric of one name gives the same series, so that two listeners can share them; asking for
/// another kind, other labels or other buckets under that name is a programmer's mistake and stops the program.
public final class MetricsRegistry: Sendable {
    enum Series: Sendable {
        case counters(MetricFamily<Counter>)
        case gauges(MetricFamily<Gauge>)
        case histograms(MetricFamily<Histogram>)
        case reading(isCounter: Bool, @Sendable () -> Double?)
    }

    struct Entry: Sendable {
        let help: String
        let series: Series
    }

    private let entries = Lock<[String: Entry]>([:])

    /// Makes a registry without metrics.
    public init() {}

    /// A counter for each combination of label values.
    public func counters(_ name: MetricName, _ help: StaticString, _ labels: MetricLabel...) -> MetricFamily<Counter> {
        let made = MetricFamily(labels: labels) { Counter() }
        guard case .counters(let family) = register(name.exposed(isCounter: true), help, .counters(made)) else {
            preconditionFailure("the name belongs to a metric of another kind")
        }
        precondition(family.labels == labels, "the name belongs to a metric with other labels")
        return family
    }

    /// A counter.
    public func counter(_ name: MetricName, _ help: StaticString) -> Counter {
        counters(name, help)()
    }

    /// A gauge for each combination of label values.
    public func gauges(_ name: MetricName, _ help: StaticString, _ labels: MetricLabel...) -> MetricFamily<Gauge> {
        let made = MetricFamily(labels: labels) { Gauge() }
        guard case .gauges(let family) = register(name.exposed(isCounter: false), help, .gauges(made)) else {
            preconditionFailure("the name belongs to a metric of another kind")
        }
        precondition(family.labels == labels, "the name belongs to a metric with other labels")
        return family
    }

    /// A gauge.
    public func gauge(_ name: MetricName, _ help: StaticString) -> Gauge {
        gauges(name, help)()
    }

    /// A histogram for each combination of label values.
    public func histograms(
        _ name: MetricName, _ help: StaticString, bounds: [Double] = Histogram.durations, _ labels: MetricLabel...
    ) -> MetricFamily<Histogram> {
        let made = MetricFamily(labels: labels) { Histogram(bounds: bounds) }
        guard case .histograms(let family) = register(name.exposed(isCounter: false), help, .histograms(made)) else {
            preconditionFailure("the name belongs to a metric of another kind")
        }
        precondition(family.labels == labels, "the name belongs to a metric with other labels")
        precondition(family.all.allSatisfy { $0.instrument.bounds == bounds }, "the name belongs to other buckets")
        return family
    }

    /// A histogram.
    public func histogram(
        _ name: MetricName, _ help: StaticString, bounds: [Double] = Histogram.durations
    ) -> Histogram {
        histograms(name, help, bounds: bounds)()
    }

    /// A gauge that is read when somebody looks.
    ///
    /// Nil leaves it out. A second reading of one name is ignored.
    public func gauge(_ name: MetricName, _ help: StaticString, reading: @escaping @Sendable () -> Double?) {
        _ = register(name.exposed(isCounter: false), help, .reading(isCounter: false, reading))
    }

    /// A counter that is read when somebody looks.
    ///
    /// Nil leaves it out. A second reading of one name is ignored.
    public func counter(_ name: MetricName, _ help: StaticString, reading: @escaping @Sendable () -> Double?) {
        _ = register(name.exposed(isCounter: true), help, .reading(isCounter: true, reading))
    }

    /// The metrics in the Prometheus text format, version 0.0.4, sorted by name.
    public func exposition() -> [UInt8] {
        var text = PrometheusText()
        for (name, entry) in entries.withLock({ $0 }).sorted(by: { $0.key < $1.key }) { text.append(name, entry) }
        return text.bytes
    }

    /// The media type of the exposition.
    public static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    private func register(_ name: String, _ help: StaticString, _ series: Series) -> Series {
        entries.withLock { entries in
            if let entry = entries[name] { return entry.series }
            entries[name] = Entry(help: help.description, series: series)
            return series
        }
    }
}
