import Glibc
import ServiceRuntime

/// The program: one table of commands and one way in.
enum Postern {
    /// Every command by family, in the order in which the help lists them.
    static let families: [[Command]] = [
        [InitCommand.command, ServeCommand.command, RecoverCommand.command], PolicyCommands.all,
        PolicyToolCommands.all, PolicyChangeCommands.all, PolicyPlanCommands.all, PolicyRevisionCommands.all,
        [PolicyLogCommand.command, PolicyPromotionCommand.command], PublishCommands.all, AccountCommands.all,
        AppCommands.all, JournalCommands.all, DestinationCommands.all, DeliveryCommands.all,
        SourceCommands.all, PullCommands.all, DeviceCommands.all, ExemptionCommands.all,
    ]

    /// The version, as `postern --version` says it.
    static let version = "0.1.0"

    /// Runs the command that the process was started with and ends the process with its exit code.
    ///
    /// It is not asynchronous: signals have to be blocked on the main thread itself, before any other thread is there to
    /// inherit a mask that lets them through. Every command but `serve` is to end at the first signal.
    static func main() -> Never {
        let arguments = Array(CommandLine.arguments.dropFirst())
        if arguments.first == ServeCommand.command.name { ProcessSignals.block() }
        Console.reserveStandardStreams()
        // The one task that belongs to nobody: it is the program.
        Task {
            let runner = CommandRunner(commands: families.flatMap(\.self), console: .standard)
            exit(await runner.run(arguments).rawValue)
        }
        while true { pause() }
    }
}
