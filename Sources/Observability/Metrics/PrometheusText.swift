/// A writer of the Prometheus text exposition format, version 0.0.4.
struct PrometheusText {
    private(set) var bytes: [UInt8] = []

    mutating func append(_ name: String, _ entry: MetricsRegistry.Entry) {
        line("# HELP \(name) \(Self.escaped(entry.help, quotes: false))")
        switch entry.series {
        case .counters(let family):
            line("# TYPE \(name) counter")
            for (values, counter) in family.all { sample(name, family.labels, values, "\(counter.value)") }
        case .gauges(let family):
            line("# TYPE \(name) gauge")
            for (values, gauge) in family.all { sample(name, family.labels, values, "\(gauge.value)") }
        case .histograms(let family):
            line("# TYPE \(name) histogram")
            for (values, histogram) in family.all { append(name, family.labels, values, histogram) }
        case .reading(let isCounter, let read):
            line("# TYPE \(name) \(isCounter ? "counter" : "gauge")")
            if let value = read() { sample(name, [], [], Self.number(value)) }
        }
    }

    private mutating func append(
        _ name: String, _ labels: [MetricLabel], _ values: [String], _ histogram: Histogram
    ) {
        // One reading of the counts, so that the buckets and the count agree.
        let counts = histogram.cumulativeCounts
        let bounds = histogram.bounds.map(Self.number) + ["+Inf"]
        for (bound, count) in zip(bounds, counts) {
            sample(name + "_bucket", labels, values, "\(count)", last: ("le", bound))
        }
        sample(name + "_sum", labels, values, Self.number(histogram.sum))
        sample(name + "_count", labels, values, "\(counts.last ?? 0)")
    }

    private mutating func sample(
        _ name: String, _ labels: [MetricLabel], _ values: [String], _ value: String,
        last: (key: String, value: String)? = nil
    ) {
        var pairs = zip(labels, values).map { label, value in
            "\(label.key.underscored)=\"\(Self.escaped(value, quotes: true))\""
        }
        if let last { pairs.append("\(last.key)=\"\(last.value)\"") }
        line(pairs.isEmpty ? "\(name) \(value)" : "\(name){\(pairs.joined(separator: ","))} \(value)")
    }

    private mutating func line(_ text: String) {
        bytes.append(contentsOf: text.utf8)
        bytes.append(UInt8(ascii: "\n"))
    }

    private static func number(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value < 0 ? "-Inf" : "+Inf" }
        return Int64(exactly: value).map { String($0) } ?? value.description
    }

    private static func escaped(_ text: String, quotes: Bool) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\"" where quotes: result += "\\\""
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
