import Glibc

/// A line that says how far a command has come, on a terminal alone; it is gone in the end.
struct Progress {
    private let isShown: Bool
    private let console: Console
    private var shown = 0
    private var last: ContinuousClock.Instant?

    /// The least time between two updates.
    static let interval = Duration.milliseconds(100)

    /// Shows nothing unless the process's standard error is a terminal.
    init(_ console: Console, isTerminal: Bool = isatty(STDERR_FILENO) == 1) {
        self.console = console
        isShown = isTerminal
    }

    /// Shows a text in the place of the one before, if that is long enough ago.
    mutating func update(_ text: @autoclosure () -> String, now: ContinuousClock.Instant = .now) {
        guard isShown else { return }
        if let last, now - last < Self.interval { return }
        last = now
        let text = text()
        console.error("\r" + text + String(repeating: " ", count: max(0, shown - text.count)))
        shown = text.count
    }

    /// Takes the line away.
    mutating func end() {
        if shown > 0 { console.error("\r" + String(repeating: " ", count: shown) + "\r") }
        shown = 0
    }
}
