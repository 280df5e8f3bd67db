import Synchronization

/// The number of open connections of all loops together.
final class OpenConnections: Sendable {
    private let limit: Int
    private let count = Atomic<Int>(0)

    init(limit: Int) {
        self.limit = limit
    }

    /// Counts one more; nil when that would pass the limit.
    func add() -> Int? {
        let new = count.wrappingAdd(1, ordering: .relaxed).newValue
        guard new <= limit else {
            count.wrappingSubtract(1, ordering: .relaxed)
            return nil
        }
        return new
    }

    /// Counts one less.
    func remove() -> Int {
        count.wrappingSubtract(1, ordering: .relaxed).newValue
    }
}
