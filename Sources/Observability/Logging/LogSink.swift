import ServiceRuntime

/// Where log lines go.
public protocol LogSink: Sendable {
    /// Takes one line; must not throw, and must not call a logger.
    func write(_ entry: LogEntry)
}

/// A sink that keeps the lines in memory, for tests.
public final class LogRecorder: LogSink {
    private let state = Lock<[LogEntry]>([])

    /// Makes an empty recorder.
    public init() {}

    /// The lines so far.
    public var entries: [LogEntry] { state.withLock { $0 } }

    /// Keeps a line.
    public func write(_ entry: LogEntry) {
        state.withLock { $0.append(entry) }
    }
}
