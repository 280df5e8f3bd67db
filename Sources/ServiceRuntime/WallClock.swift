import Glibc

/// The time of day as a port, so that tests decide what time it is.
public protocol WallClock: Sendable {
    /// Milliseconds since 1970-01-01T00:00:00Z.
    var nowMilliseconds: Int64 { get }

    /// Suspends for a span of time, however the clock is set meanwhile.
    ///
    /// Whoever waits for a time of day sleeps for short spans and looks: the clock may be set in either direction.
    ///
    /// - Parameter span: how long; none or less is no wait.
    /// - Throws: `CancellationError` when the task is cancelled first.
    func sleep(milliseconds span: Int64) async throws(CancellationError)
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

    /// Suspends for a span of time of a clock that nobody sets.
    public func sleep(milliseconds span: Int64) async throws(CancellationError) {
        if span <= 0 { return }
        do {
            try await Task.sleep(for: .milliseconds(span))
        } catch {
            throw CancellationError()
        }
    }
}
