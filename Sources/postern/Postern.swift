import Glibc

/// The program: one table of commands and one way in.
enum Postern {
    /// Every command by family, in the order in which the help lists them.
    static let families: [[Command]] = [
        [InitCommand.command, ServeCommand.command], PolicyCommands.all, PublishCommands.all, AccountCommands.all,
        AppCommands.all,
    ]

    /// Runs the command that the process was started with and ends the process with its exit code.
    static func main() async {
        let arguments = Array(CommandLine.arguments.dropFirst())
        let code = await CommandRunner(commands: families.flatMap(\.self), console: .standard).run(arguments)
        exit(code.rawValue)
    }
}
