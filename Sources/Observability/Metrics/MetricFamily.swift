/// The series of one metric, one for each combination of label values; all exist from the start.
public final class MetricFamily<Instrument: Sendable>: Sendable {
    let labels: [MetricLabel]
    private let series: [Instrument]

    /// The greatest number of series of one metric.
    static var maximumSeries: Int { 2_000 }

    init(labels: [MetricLabel], make: () -> Instrument) {
        let count = labels.reduce(1) { $0 * $1.values.count }
        precondition(count <= Self.maximumSeries, "a metric has too many combinations of label values")
        self.labels = labels
        series = (0..<count).map { _ in make() }
    }

    /// The series of label values, in the order of the labels; values that are not listed count as `other`.
    ///
    /// Keep the result where it is used often: it stays valid.
    public func callAsFunction(_ values: String...) -> Instrument {
        precondition(values.count == labels.count, "a value for each label")
        var index = 0
        for (label, value) in zip(labels, values) {
            index = index * label.values.count + label.index(of: value)
        }
        return series[index]
    }

    /// Each series with its label values.
    var all: [(values: [String], instrument: Instrument)] {
        series.indices.map { index in
            var rest = index
            var values: [String] = []
            for label in labels.reversed() {
                values.append(label.values[rest % label.values.count])
                rest /= label.values.count
            }
            return (values.reversed(), series[index])
        }
    }
}
