import Glibc

/// How long an operation takes: the median of five runs, each long enough for the clock not to matter.
struct Measurement {
    let secondsPerOperation: Double

    /// Measures for about so many seconds; the operation returns something of its result, so that it is not left out.
    init(_ seconds: Double, _ operation: () -> Int) {
        var batch = 1
        var sink = 0
        // The batch grows until it takes a hundredth of a second, so that reading the clock costs nothing.
        while true {
            let start = Self.now()
            for _ in 0..<batch { sink &+= operation() }
            if Self.now() - start > 0.01 || batch >= 1 << 24 { break }
            batch *= 2
        }
        var runs: [Double] = []
        for _ in 0..<5 {
            let start = Self.now()
            var count = 0
            repeat {
                for _ in 0..<batch { sink &+= operation() }
                count += batch
            } while Self.now() - start < seconds / 5
            runs.append((Self.now() - start) / Double(count))
        }
        runs.sort()
        secondsPerOperation = runs[2]
        Self.keep(sink)
    }

    /// Keeps the compiler from seeing that nobody reads the results.
    @inline(never) private static func keep(_ value: Int) {
        if value == .min { print("") }
    }

    /// Seconds of processor time of this thread: what another process takes is not counted.
    private static func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
