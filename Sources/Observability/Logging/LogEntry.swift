/// One line of the log before it is written.
public struct LogEntry: Sendable, Equatable {
    /// How much it matters.
    public let level: LogLevel
    /// The part of the server that says it.
    public let label: String
    /// What happened: a constant of the source, never input.
    public let message: String
    /// What it happened to; each key once.
    public let metadata: [LogField]
}

/// A key with its value.
public struct LogField: Sendable, Equatable {
    /// The name.
    public let key: LogKey
    /// The value.
    public let value: LogValue
}
