public import AccessModel

/// Stops asking a source that keeps failing, and tries it again from time to time.
///
/// | state | event | next state |
/// |---|---|---|
/// | closed | the pull succeeded | closed, no failures |
/// | closed | the pull failed, fewer times in a row than ``Settings/failures`` | closed |
/// | closed | the pull failed that many times in a row | open for an interval |
/// | open | its time has not come | open: nobody asks |
/// | open | its time has come, or an administrator asks for it | half open: one pull is the probe |
/// | half open | the probe succeeded | closed, no failures |
/// | half open | the probe failed | open for twice as long as before, at most ``Settings/longest`` |
/// | half open | the probe was lost with its process | half open: the next pull is the probe |
public struct PullBreaker: Sendable, Hashable {
    /// When it opens, and for how long.
    public struct Settings: Sendable, Hashable {
        /// How many pulls in a row must fail, 1 to 100.
        public var failures: Int64
        /// The longest time for which a source is not asked, 30 seconds to a day; an interval that is longer wins.
        public var longest: Duration

        /// Makes settings; by default three failures open it, for at most an hour.
        public init(failures: Int64 = 3, longest: Duration = .seconds(3600)) {
            self.failures = failures
            self.longest = longest
        }

        /// What is wrong with it; nil when nothing is.
        var fault: String? {
            if !(1...100).contains(failures) { return "the breaker must open after 1 to 100 failures" }
            return PullSource.intervals.contains(longest) ? nil : "the breaker must open for 30 seconds to a day"
        }
    }

    /// Where it stands.
    public enum Phase: Sendable, Hashable {
        /// The source is asked at each interval.
        case closed
        /// It is not asked before this time.
        case open(until: Timestamp)
        /// One pull finds out whether it works again.
        case halfOpen
    }

    /// Where it stands.
    public private(set) var phase: Phase
    /// How many pulls in a row have failed.
    public private(set) var failures: Int64

    /// Makes a breaker, or restores one; by default it is closed.
    public init(phase: Phase = .closed, failures: Int64 = 0) {
        self.phase = phase
        self.failures = failures
    }

    /// A pull begins: it is the probe when the breaker was open.
    public mutating func begin() {
        if phase != .closed { phase = .halfOpen }
    }

    /// The pull succeeded.
    public mutating func succeed() { self = PullBreaker() }

    /// The pull failed.
    ///
    /// - Parameters:
    ///   - settings: when it opens, and for how long.
    ///   - interval: how far apart pulls are.
    ///   - now: the time.
    public mutating func fail(_ settings: Settings, interval: Duration, at now: Timestamp) {
        failures = min(failures + 1, Int64.max - 1)
        guard failures >= settings.failures else { return }
        let doublings = min(failures - settings.failures, 20)
        let longest = max(settings.longest, interval).wholeMilliseconds
        let (pause, isOverflown) = interval.wholeMilliseconds.multipliedReportingOverflow(by: 1 << doublings)
        phase = .open(until: now + .milliseconds(isOverflown ? longest : min(pause, longest)))
    }
}

/// When a source is asked next.
enum PullSchedule {
    /// The next time on the grid of a pull that was due: a slow pull or a restart does not move it.
    static func next(after due: Timestamp, interval: Duration, at now: Timestamp) -> Timestamp {
        let step = interval.wholeMilliseconds
        guard due <= now else { return now + interval }
        let steps = (now.milliseconds - due.milliseconds) / step + 1
        return due + .milliseconds(steps * step)
    }
}
