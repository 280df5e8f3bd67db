/// An instant, in whole milliseconds since 1970-01-01T00:00:00Z, leap seconds not counted.
public struct Timestamp: Hashable, Sendable, Comparable {
    /// Milliseconds since the epoch.
    public let milliseconds: Int64

    /// Makes an instant from milliseconds since the epoch.
    public init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    /// Makes an instant from whole seconds since the epoch, as JWT's NumericDate has them (RFC 7519 section 2);
    /// seconds outside of what milliseconds can hold are clamped.
    public init(seconds: Int64) {
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1000)
        milliseconds = overflow ? (seconds < 0 ? .min : .max) : product
    }

    /// Whole seconds since the epoch, rounded down.
    public var seconds: Int64 {
        let quotient = milliseconds / 1000
        return milliseconds % 1000 < 0 ? quotient - 1 : quotient
    }

    /// Orders instants by time.
    public static func < (left: Self, right: Self) -> Bool {
        left.milliseconds < right.milliseconds
    }

    /// The instant that lies `duration` later; the result is clamped at the ends of the range.
    public static func + (left: Self, duration: Duration) -> Self {
        let (sum, overflow) = left.milliseconds.addingReportingOverflow(duration.wholeMilliseconds)
        return Self(milliseconds: overflow ? (duration < .zero ? .min : .max) : sum)
    }

    /// The instant that lies `duration` earlier; the result is clamped at the ends of the range.
    public static func - (left: Self, duration: Duration) -> Self {
        left + (.zero - duration)
    }

    /// The time from this instant to a later one; negative when `other` is earlier.
    public func duration(to other: Timestamp) -> Duration {
        let (difference, overflow) = other.milliseconds.subtractingReportingOverflow(milliseconds)
        return .milliseconds(overflow ? (other > self ? Int64.max : Int64.min) : difference)
    }
}

extension Duration {
    /// The duration in whole milliseconds, rounded toward zero and clamped to what 64 bits hold.
    public var wholeMilliseconds: Int64 {
        let (seconds, attoseconds) = components
        let (scaled, overflow) = seconds.multipliedReportingOverflow(by: 1000)
        if overflow { return seconds < 0 ? .min : .max }
        let (sum, overflowed) = scaled.addingReportingOverflow(attoseconds / 1_000_000_000_000_000)
        return overflowed ? (seconds < 0 ? .min : .max) : sum
    }

    /// The duration in whole seconds, rounded toward zero.
    public var wholeSeconds: Int64 { components.seconds }
}
