import Glibc

/// The time of day as a port, so that tests decide what time it is.
public protocol WallClock: Sendable {
    /// Milliseconds since 1970-01-01T00:00:00Z.
    var nowMilliseconds: Int64 { get }

    /// Suspends until the clock shows at least the given time.
    ///
    /// - Throws: `CancellationError` when the task is cancelled first.
    func sleep(untilMilliseconds deadline: Int64) async throws(CancellationError)
}

/// The machine's own clock.
public struct SystemWallClock: WallClock {
    /// Makes the machine's clock.
    public init() {}

    /// Milliseconds since 1970-01-01T00:00:00Z.
    public var nowMilliseconds: Int64 {
        var now = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &now)
        return Int64(now.tv_sec) * 1000 + Int64(now.tv_nsec) / 1_000_000
    }

    /// Suspends until the machine's clock shows at least the given time, also if it is set meanwhile.
    public func sleep(untilMilliseconds deadline: Int64) async throws(CancellationError) {
        while true {
            let left = deadline - nowMilliseconds
            if left <= 0 { return }
            do {
                // Short pieces, so that a clock set forward is noticed within a second.
                try await Task.sleep(for: .milliseconds(min(left, 1000)))
            } catch {
                throw CancellationError()
            }
        }
    }
}
