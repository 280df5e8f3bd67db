import JSONCoding

/// Measures and writes one line a figure.
struct FigureReport {
    private let options: BenchOptions

    init(_ options: BenchOptions) {
        self.options = options
    }

    /// Says what is measured and how; only people are told.
    func introduce(_ subject: String) {
        guard !options.writesJSON else { return }
        print("\(subject); each row: median of 5 runs of \(options.seconds / 5) s, one core")
    }

    func measure(_ name: String, _ operation: () -> Int) {
        let seconds = Measurement(options.seconds, operation).secondsPerOperation
        if options.writesJSON {
            let figure: JSONValue = ["figure": .string(name), "microseconds": .number(seconds * 1e6)]
            print(String(decoding: figure.serialized(), as: UTF8.self))
        } else {
            let padding = String(repeating: " ", count: max(1, 40 - name.utf8.count))
            print("\(name)\(padding)\(Self.rounded(seconds * 1e6)) us   \(Int(1 / seconds)) /s")
        }
    }

    func write(_ figures: SignalBench.Figures, atATime: Int) {
        let rate = Double(figures.signals) / figures.seconds
        if options.writesJSON {
            let figure: JSONValue = [
                "figure": "signals stored", "atATime": .integer(Int64(atATime)), "perSecond": .number(rate),
                "entries": .integer(Int64(figures.entries)), "read": .integer(Int64(figures.read)),
            ]
            print(String(decoding: figure.serialized(), as: UTF8.self))
        } else {
            print(
                "signals stored, \(atATime) at a time   \(Int(rate)) /s   \(figures.entries) journal entries in "
                    + "\(Self.rounded(figures.seconds)) s, of which the reader had read \(figures.read) by then")
        }
    }

    func write(_ name: String, _ figures: DeviceSignalBench.Figures) {
        let rate = Double(figures.signals) / figures.seconds
        if options.writesJSON {
            let figure: JSONValue = ["figure": .string(name), "perSecond": .number(rate)]
            print(String(decoding: figure.serialized(), as: UTF8.self))
        } else {
            print("\(name)   \(Int(rate)) /s, \(figures.signals) in \(Self.rounded(figures.seconds)) s")
        }
    }

    private static func rounded(_ value: Double) -> String {
        let hundredths = Int((value * 100).rounded())
        let fraction = hundredths % 100
        return "\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction)"
    }
}
