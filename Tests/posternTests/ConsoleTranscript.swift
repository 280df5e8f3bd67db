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

/// What a command ended with and what it wrote.
typealias CommandResult = (code: ExitCode, output: String, errors: String)

/// Runs the program as the arguments say.
func runCommand(
    _ arguments: [String], among commands: [Command] = Postern.families.flatMap(\.self)
) async -> CommandResult {
    let transcript = ConsoleTranscript()
    let code = await CommandRunner(commands: commands, console: transcript.console).run(arguments)
    return (code, transcript.output, transcript.errors)
}

/// Runs the program as the arguments say.
func runCommand(_ arguments: String...) async -> CommandResult { await runCommand(arguments) }
