/// The unit that a metric is measured in.
public enum MetricUnit: String, Sendable {
    /// Things that are counted.
    case one = ""
    /// Seconds.
    case seconds
    /// Bytes.
    case bytes
}

/// The name of a metric as OpenTelemetry writes it, lower-case words with dots between: `http.server.request.duration`.
public struct MetricName: Sendable, Hashable {
    let name: String
    let unit: MetricUnit

    /// Makes a name.
    public init(_ name: StaticString, unit: MetricUnit = .one) {
        self.name = name.description
        self.unit = unit
        precondition(self.name.isMetricWord, "a metric name is lower-case words with dots between")
    }

    /// The name in the Prometheus exposition: dots become underscores, unit and `_total` are appended.
    func exposed(isCounter: Bool) -> String {
        let unit = unit == .one ? "" : "_" + unit.rawValue
        return name.underscored + unit + (isCounter ? "_total" : "")
    }
}

/// A label of a metric and every value that it can have, so that the number of series is bounded.
public struct MetricLabel: Sendable, Equatable {
    let key: String
    let values: [String]

    /// The value that stands for all that are not listed.
    public static let other = "other"

    /// Makes a label; `other` is added to the values.
    public init(_ key: StaticString, _ values: [String]) {
        self.key = key.description
        self.values = values.filter { $0 != Self.other } + [Self.other]
        precondition(self.key.isMetricWord, "a label is lower-case words with dots between")
    }

    /// Makes a label out of the cases of an enumeration.
    public init<Value: CaseIterable & RawRepresentable<String>>(_ key: StaticString, of type: Value.Type) {
        self.init(key, type.allCases.map(\.rawValue))
    }

    func index(of value: String) -> Int {
        values.firstIndex(of: value) ?? values.count - 1
    }
}

extension String {
    fileprivate var isMetricWord: Bool {
        guard let first = utf8.first, (97...122).contains(first) else { return false }
        return utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == 46 || $0 == 95 }
    }

    /// The text with its dots as underscores.
    var underscored: String {
        String(map { $0 == "." ? "_" : $0 })
    }
}
