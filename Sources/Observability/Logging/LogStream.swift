import Glibc
public import ServiceRuntime

/// The sink of a running server: whole lines to one file descriptor, each by its own `write`.
///
/// A descriptor that takes no more loses lines if it is closed or does not block (`lostLines` counts them); one that blocks,
/// such as a pipe that nobody reads, holds the caller up until there is room.
public final class LogStream: LogSink {
    private let descriptor: Int32
    private let format: LogFormat
    private let clock: any WallClock
    private let lost = Lock(0)

    /// Makes a sink; the descriptor, standard error unless told otherwise, stays the caller's to close.
    public init(format: LogFormat, clock: any WallClock, descriptor: Int32 = 2) {
        self.format = format
        self.clock = clock
        self.descriptor = descriptor
    }

    /// How many lines could not be written in full.
    public var lostLines: Int { lost.withLock { $0 } }

    /// Writes one line.
    public func write(_ entry: LogEntry) {
        let line = format.line(entry, timeMilliseconds: clock.nowMilliseconds)
        // The lock keeps the parts of a line together if the system takes it in pieces.
        lost.withLock { lost in
            if !writeWhole(line) { lost += 1 }
        }
    }

    private func writeWhole(_ line: [UInt8]) -> Bool {
        var start = 0
        while start < line.count {
            let written = line[start...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if written > 0 {
                start += written
            } else if written == 0 || errno != EINTR {
                return false
            }
        }
        return true
    }
}
