import Glibc

/// Nanoseconds on the clock that nobody sets.
struct MonotonicTime: Comparable {
    let nanoseconds: Int64

    static var now: MonotonicTime {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return MonotonicTime(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

    static var never: MonotonicTime { MonotonicTime(nanoseconds: .max) }

    static func < (first: MonotonicTime, second: MonotonicTime) -> Bool { first.nanoseconds < second.nanoseconds }

    /// The time that lies ahead by a duration; `never` if that can't be expressed.
    static func + (time: MonotonicTime, duration: Duration) -> MonotonicTime {
        let (sum, overflow) = time.nanoseconds.addingReportingOverflow(duration.wholeNanoseconds)
        return overflow ? .never : MonotonicTime(nanoseconds: sum)
    }

    static func - (first: MonotonicTime, second: MonotonicTime) -> Duration {
        .nanoseconds(first.nanoseconds - second.nanoseconds)
    }
}

extension Duration {
    /// The duration in nanoseconds, brought into the range of a century.
    var wholeNanoseconds: Int64 {
        let century: Int64 = 3_155_760_000
        let (seconds, attoseconds) = components
        return min(max(seconds, -century), century) * 1_000_000_000 + attoseconds / 1_000_000_000
    }
}
