import Glibc
import JSONCoding
import ServiceRuntime

/// Finds the command that the arguments call, runs it, and turns what it throws into one line and an exit code.
struct CommandRunner: Sendable {
    /// Every command there is.
    let commands: [Command]
    /// Where text goes.
    let console: Console

    /// Runs the command that the arguments call.
    ///
    /// - Returns: how it ended; a failure when what it wrote was lost, whatever it did.
    func run(_ arguments: [String]) async -> ExitCode {
        let called = command(calledBy: arguments)
        let code = await run(arguments, called)
        guard let failure = console.failure() else { return code }
        // A reader that has gone away needs no message; that it did not see everything is told by the exit code.
        if failure.code != EPIPE {
            let name = called.map { " " + $0.name } ?? ""
            console.error("postern\(name): the output was lost: \(SystemError.text(of: failure.code))\n")
        }
        return code == .usage ? code : called?.failureCode ?? .failure
    }

    private func run(_ arguments: [String], _ called: Command?) async -> ExitCode {
        guard let first = arguments.first else {
            console.error(overview)
            return .usage
        }
        switch first {
        case "--help", "help":
            console.write(overview)
            return .success
        case "--version":
            console.write("postern \(Postern.version)\n")
            return .success
        default: break
        }
        guard let command = called else { return refuseUnknown(arguments) }
        let rest = arguments.dropFirst(command.words.count)
        if rest.prefix(while: { $0 != "--" }).contains("--help") {
            console.write(help(for: command))
            return .success
        }
        return await run(command, rest)
    }

    private func run(_ command: Command, _ arguments: ArraySlice<String>) async -> ExitCode {
        do {
            return try await command.action(CommandArguments(arguments, for: command), console)
        } catch let error as UsageError {
            console.error("postern \(command.name): \(shown("\(error)")); try `postern \(command.name) --help`\n")
            return .usage
        } catch {
            console.error("postern \(command.name): \(shown("\(error)"))\n")
            return command.failureCode
        }
    }

    private func command(calledBy arguments: [String]) -> Command? {
        commands.filter { arguments.starts(with: $0.words) }.max { $0.words.count < $1.words.count }
    }

    private func refuseUnknown(_ arguments: [String]) -> ExitCode {
        let family = commands.filter { $0.words.first == arguments.first }
        guard let word = arguments.first, !family.isEmpty else {
            console.error("postern: unknown command `\(shown(arguments.first ?? ""))`; try `postern --help`\n")
            return .usage
        }
        if arguments.dropFirst().first == "--help" {
            console.write(list(of: family))
            return .success
        }
        let known = family.map(\.name).quoted
        if let second = arguments.dropFirst().first, !second.hasPrefix("-") {
            console.error("postern: `\(word)` has no command `\(shown(second))`; it has \(known)\n")
            return .usage
        }
        console.error("postern: `\(word)` needs one of its commands: \(known)\n")
        return .usage
    }

    private var overview: String {
        "Usage: postern COMMAND [arguments]\n\n" + list(of: commands) + "\n`postern COMMAND --help` says more.\n"
    }

    private func list(of commands: [Command]) -> String {
        let width = commands.map(\.name.count).max() ?? 0
        return commands.map { command in
            "  " + Self.padded(command.name, to: width) + "  " + command.summary + "\n"
        }.joined()
    }

    private func help(for command: Command) -> String {
        let usage = self.usage(of: command)
        let width = command.options.map(\.synopsis.count).max() ?? 0
        let options = command.options.map {
            TextLayout.paragraph($0.help, head: "  " + Self.padded($0.synopsis, to: width) + "  ")
        }
        let paragraphs = [usage, command.summary + "\n", TextLayout.paragraphs(command.discussion), options.joined()]
        return paragraphs.filter { !$0.isEmpty && $0 != "\n" }.joined(separator: "\n")
    }

    /// The line that shows how a command is called, broken between its options where it is long.
    private func usage(of command: Command) -> String {
        var parts = command.operands.map { [$0.placeholder] } ?? []
        parts += command.options.map { $0.isRequired ? $0.synopsis : "[\($0.synopsis)]" }
        var lines = ["Usage: postern \(command.name)"]
        for part in parts {
            if lines[lines.count - 1].count + 1 + part.count > 80 { lines.append("        ") }
            lines[lines.count - 1] += " " + part
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// A text that may hold what somebody typed or sent: no control character of it reaches the terminal.
    private func shown(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { String($0).printable(atMost: 4096) }.joined(separator: "\n")
    }

    private static func padded(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }
}
