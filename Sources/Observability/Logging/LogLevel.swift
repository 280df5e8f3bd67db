/// How much a log line matters, from least to most.
public enum LogLevel: String, Sendable, CaseIterable, Comparable {
    /// Steps of an algorithm, for its author.
    case trace
    /// What helps to find a fault.
    case debug
    /// What an operator may want to know.
    case info
    /// What an operator should see, though nothing is wrong.
    case notice
    /// Something is wrong and the server coped.
    case warning
    /// Something failed.
    case error
    /// The server can't go on.
    case critical

    /// Whether the left one matters less.
    public static func < (left: LogLevel, right: LogLevel) -> Bool {
        left.rank < right.rank
    }

    private var rank: Int {
        switch self {
        case .trace: 0
        case .debug: 1
        case .info: 2
        case .notice: 3
        case .warning: 4
        case .error: 5
        case .critical: 6
        }
    }
}
