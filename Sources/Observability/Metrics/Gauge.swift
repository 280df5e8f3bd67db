import Synchronization

/// A number that goes up and down; safe to use from any thread without a lock.
public final class Gauge: Sendable {
    private let number = Atomic<Int64>(0)

    init() {}

    /// The number now.
    public var value: Int64 { number.load(ordering: .relaxed) }

    /// Replaces the number.
    public func set(_ value: Int64) {
        number.store(value, ordering: .relaxed)
    }

    /// Adds to the number; a negative amount takes away.
    public func add(_ amount: Int64 = 1) {
        number.wrappingAdd(amount, ordering: .relaxed)
    }
}
