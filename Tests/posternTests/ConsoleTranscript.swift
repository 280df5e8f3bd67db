import ServiceRuntime

@testable import postern

/// Collects what a command writes.
struct ConsoleTranscript: Sendable {
    private let texts = Lock(Texts())

    private struct Texts: Sendable {
        var output = ""
        var errors = ""
    }

    var output: String { texts.withLock { $0.output } }
    var errors: String { texts.withLock { $0.errors } }

    var console: Console {
        Console(
            write: { text in texts.withLock { $0.output += text } },
            error: { text in texts.withLock { $0.errors += text } })
    }
}
