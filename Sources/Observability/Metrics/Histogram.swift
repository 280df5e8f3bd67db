import Synchronization

/// A distribution over fixed buckets; safe to use from any thread without a lock.
public final class Histogram: Sendable {
    /// The upper ends of the buckets, ascending; one without end follows.
    public let bounds: [Double]
    private let counters: [Counter]
    private let sumBits = Atomic<UInt64>(0)

    /// Bounds for durations in seconds, from half a millisecond to ten seconds.
    public static let durations: [Double] = [
        0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
    ]

    init(bounds: [Double]) {
        precondition(zip(bounds, bounds.dropFirst()).allSatisfy(<), "the bounds of a histogram ascend")
        self.bounds = bounds
        counters = (0...bounds.count).map { _ in Counter() }
    }

    /// Adds an observation; one that is not a number is left out.
    public func observe(_ value: Double) {
        guard !value.isNaN else { return }
        counters[bounds.firstIndex { value <= $0 } ?? bounds.count].add()
        var seen = sumBits.load(ordering: .relaxed)
        while true {
            let sum = (Double(bitPattern: seen) + value).bitPattern
            let result = sumBits.weakCompareExchange(expected: seen, desired: sum, ordering: .relaxed)
            if result.exchanged { return }
            seen = result.original
        }
    }

    /// Adds an observed duration, in seconds.
    public func observe(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        observe(Double(seconds) + Double(attoseconds) * 1e-18)
    }

    /// How many observations each bucket and those below it hold; the last number is all of them.
    var cumulativeCounts: [UInt64] {
        var total: UInt64 = 0
        return counters.map { counter in
            total &+= counter.value
            return total
        }
    }

    /// The sum of all observations.
    public var sum: Double { Double(bitPattern: sumBits.load(ordering: .relaxed)) }

    /// The number of observations.
    public var count: UInt64 { cumulativeCounts.last ?? 0 }
}
