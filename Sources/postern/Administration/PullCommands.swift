import AccessModel
import Compliance
import ComplianceGateway

/// The commands about sources that are asked.
enum PullCommands {
    static let all: [Command] = [show, pull, replaceSecret]

    private static let operand = Command.Operands(placeholder: "NAME", count: 1...1)
    private static let file = CommandOption(
        "secret-file", .text("FILE"), isRequired: true, help: "a file with the new secret")

    private static let show = Command(
        "source", "show", summary: "Show a source, and how it is.", operands: operand,
        options: AdministrationSession.options + [ReportFormat.option]
    ) { arguments, console in
        let name = arguments.operands[0]
        return try await AdministrationSession.run(arguments) { session in
            let records = try await session.administration.sources(of: session.tenant.id)
            guard let record = records.first(where: { $0.source.name == name }) else {
                throw CommandFailure("no source `\(name)` in \(session.tenant.alias)")
            }
            let states = try await session.pulls.pullStates(of: session.tenant.id)
            console.write(
                arguments.format == .json
                    ? SourceCommands.json([record], states) : PullReport.text(record, states[record.source.id]))
            return .success
        }
    }

    private static let pull = Command(
        "source", "pull", summary: "Have a source asked now, even if it is left alone because it failed.",
        operands: operand, options: AdministrationSession.options + [AdministrationSession.optionalReason]
    ) { arguments, console in
        let name = arguments.operands[0]
        return try await AdministrationSession.run(arguments) { session in
            guard try await session.administration.requestPull(of: name, in: session.tenant.id) else {
                throw CommandFailure("no source `\(name)` in \(session.tenant.alias) that is asked and enabled")
            }
            console.write("\(name) of \(session.tenant.alias) is due now; `postern serve` asks it.\n")
            return .success
        }
    }

    private static let replaceSecret = Command(
        "source", "set-secret", summary: "Give a source that is asked another secret, and have it asked at once.",
        operands: operand, options: AdministrationSession.options + [AdministrationSession.reasonOption, file]
    ) { arguments, console in
        let name = arguments.operands[0]
        let secret = try PullArguments.secret(in: try arguments.required(file))
        return try await AdministrationSession.run(arguments) { session in
            let isDone: Bool
            do {
                isDone = try await session.administration.replacePullSecret(
                    of: name, with: secret, in: session.tenant.id)
            } catch let error as UnusableContents {
                throw CommandFailure("\(error)")
            }
            guard isDone else { throw CommandFailure("no source `\(name)` in \(session.tenant.alias) that is asked") }
            console.write("\(name) of \(session.tenant.alias) has another secret.\n")
            return .success
        }
    }
}
