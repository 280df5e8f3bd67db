public import AccessModel
import Glibc

/// The time as a port, so that tests decide what time it is.
public protocol ManagedAppClock: Sendable {
    /// The time of day.
    var now: Timestamp { get }

    /// Suspends for a while.
    ///
    /// - Throws: `CancellationError` when the task is cancelled first.
    func sleep(for time: Duration) async throws(CancellationError)
}

/// The machine's own clock.
public struct SystemManagedAppClock: ManagedAppClock {
    /// Makes the machine's clock.
    public init() {}

    /// The time of day.
    public var now: Timestamp {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return Timestamp(milliseconds: Int64(now.tv_sec) * 1000 + Int64(now.tv_nsec) / 1_000_000)
    }

    /// Suspends for a while.
    ///
    /// - Throws: `CancellationError` when the task is cancelled first.
    public func sleep(for time: Duration) async throws(CancellationError) {
        do {
            try await Task.sleep(for: time)
        } catch {
            throw CancellationError()
        }
    }
}
