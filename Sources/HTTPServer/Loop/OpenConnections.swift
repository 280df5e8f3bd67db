import Synchronization

/// The open connections of all loops together: each listener has places of its own.
final class OpenConnections: Sendable {
    private let listeners: [ConnectionPlaces]
    private let total = Atomic<Int>(0)

    /// - Parameter limits: the most connections of each listener.
    init(limits: [Int]) {
        listeners = limits.map(ConnectionPlaces.init)
    }

    /// Counts one more of a listener and returns the number of all; nil when that would pass the listener's limit.
    func add(_ listener: Int) -> Int? {
        guard listeners[listener].take() else { return nil }
        return total.wrappingAdd(1, ordering: .relaxed).newValue
    }

    /// Counts one less of a listener and returns the number of all.
    func remove(_ listener: Int) -> Int {
        listeners[listener].giveBack()
        return total.wrappingSubtract(1, ordering: .relaxed).newValue
    }

    /// The limits that the process has descriptors for: the small ones whole, the others an equal share of what is left.
    ///
    /// Without it a listener with a high limit could use up the descriptors that another's few places need.
    ///
    /// - Parameters:
    ///   - limits: the most connections of each listener.
    ///   - descriptors: the most that the process may have open; a part of them is left to files and to the loops.
    /// - Returns: the limits to hold, each at most as high as asked for.
    static func fitted(_ limits: [Int], descriptors: Int) -> [Int] {
        var left = max(descriptors - min(reserved, descriptors / 4), limits.count)
        var fitted = limits
        for (rank, place) in limits.indices.sorted(by: { limits[$0] < limits[$1] }).enumerated() {
            fitted[place] = min(limits[place], left / (limits.count - rank))
            left -= fitted[place]
        }
        return fitted
    }

    private static var reserved: Int { 256 }
}

/// The places of one listener.
private final class ConnectionPlaces: Sendable {
    private let limit: Int
    private let count = Atomic<Int>(0)

    init(limit: Int) {
        self.limit = limit
    }

    func take() -> Bool {
        guard count.wrappingAdd(1, ordering: .relaxed).newValue <= limit else {
            giveBack()
            return false
        }
        return true
    }

    func giveBack() {
        count.wrappingSubtract(1, ordering: .relaxed)
    }
}
