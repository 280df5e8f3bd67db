import Synchronization

/// A number that only grows; safe to use from any thread without a lock.
public final class Counter: Sendable {
    private let count = Atomic<UInt64>(0)

    init() {}

    /// What was counted so far.
    public var value: UInt64 { count.load(ordering: .relaxed) }

    /// Counts `amount` more.
    public func add(_ amount: UInt64 = 1) {
        count.wrappingAdd(amount, ordering: .relaxed)
    }
}
