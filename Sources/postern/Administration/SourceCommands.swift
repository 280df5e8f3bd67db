import AccessModel
import Compliance
import ComplianceGateway
import JSONCoding

/// The commands about sources of signals.
enum SourceCommands {
    static let all: [Command] = [
        add, list, rotate, change("enable", true, "Let what a source says count again."),
        change("disable", false, "Let nothing that a source says count."), remove, test,
    ]

    private static let operand = Command.Operands(placeholder: "NAME", count: 1...1)

    private static let attributes = CommandOption(
        "may-tell", .text("ATTRIBUTE,..."),
        help:
            "what the source may tell: \(DeviceAttribute.allCases.map(\.rawValue).joined(separator: ", ")); all by default"
    )
    private static let freshFor = CommandOption(
        "fresh-for", .text("SECONDS"), help: "how old a verdict may be; 86400 by default")
    private static let holdFor = CommandOption(
        "hold-for", .text("SECONDS"), help: "how much longer the last good verdict holds; 86400 by default")
    private static let limit = CommandOption(
        "signals-per-minute", .text("COUNT"), help: "how many signals it may send; 600000 by default")
    private static let overlap = CommandOption(
        "overlap", .text("SECONDS"), help: "how long the secret before stays good; 86400 by default")
    private static let file = CommandOption(
        "file", .text("FILE"), isRequired: true, help: "a document of signals, as the source would send it")

    private static let add = Command(
        "source", "add", summary: "Add a source that sends signals about devices, and show its secret.",
        discussion: """
            The source signs what it sends with the secret, which is shown this once. A device's verdict is good for
            --fresh-for seconds, holds for --hold-for more when no newer one comes, and is no verdict after.
            """, operands: operand,
        options: AdministrationSession.options + [
            AdministrationSession.optionalReason, attributes, freshFor, holdFor, limit,
        ]
    ) { arguments, console in
        let input = try SourceCommands.input(arguments)
        return try await AdministrationSession.run(arguments) { session in
            guard let issued = try await session.administration.addSource(input, to: session.tenant.id) else {
                throw CommandFailure("\(session.tenant.alias) has a source `\(input.name)` already")
            }
            show(issued, session, console)
            return .success
        }
    }

    private static let list = Command(
        "source", "list", summary: "List the sources of signals.",
        options: AdministrationSession.options + [ReportFormat.option]
    ) { arguments, console in
        try await AdministrationSession.run(arguments) { session in
            let records = try await session.administration.sources(of: session.tenant.id)
            console.write(arguments.format == .json ? json(records, session) : text(records))
            return .success
        }
    }

    private static let rotate = Command(
        "source", "rotate-secret", summary: "Give a source a new secret, and show it.",
        discussion: "The secret before stays good for --overlap seconds; any older one is good no longer.",
        operands: operand, options: AdministrationSession.options + [AdministrationSession.optionalReason, overlap]
    ) { arguments, console in
        let name = arguments.operands[0]
        let seconds = try arguments.number(overlap, in: 0...(90 * 86_400)) ?? 86_400
        return try await AdministrationSession.run(arguments) { session in
            let issued = try await session.administration.rotateSourceSecret(
                of: name, in: session.tenant.id, overlap: .seconds(seconds))
            guard let issued else { throw notFound(name, session) }
            show(issued, session, console)
            return .success
        }
    }

    private static let remove = Command(
        "source", "remove", summary: "Remove a source; what it said no longer counts.", operands: operand,
        options: AdministrationSession.options + [AdministrationSession.reasonOption]
    ) { arguments, console in
        let name = arguments.operands[0]
        return try await AdministrationSession.run(arguments) { session in
            guard try await session.administration.removeSource(name, in: session.tenant.id) else {
                throw notFound(name, session)
            }
            console.write("Removed \(name) from \(session.tenant.alias).\n")
            return .success
        }
    }

    private static let test = Command(
        "source", "test", summary: "Show what a document of signals would come to, and store nothing.",
        operands: operand, options: AdministrationSession.options + [file]
    ) { arguments, console in
        let name = arguments.operands[0]
        let path = try arguments.required(file)
        let (document, _) = try DocumentFile(path).parse()
        return try await AdministrationSession.run(arguments) { session in
            let intake = SignalIntake(session.environment, directory: session.directory)
            let receipts: [SignalReceipt]?
            do {
                receipts = try await intake.rehearse(document.serialized(), from: name, tenant: session.tenant)
            } catch let error as JSONError {
                throw CommandFailure(error.text(in: path))
            }
            guard let receipts else { throw notFound(name, session) }
            for receipt in receipts { console.write(line(receipt)) }
            return receipts.allSatisfy(\.isTaken) ? .success : .failure
        }
    }

    private static func change(_ word: String, _ isEnabled: Bool, _ summary: String) -> Command {
        Command(
            "source", word, summary: summary, operands: operand,
            options: AdministrationSession.options + [AdministrationSession.reasonOption]
        ) { arguments, console in
            let name = arguments.operands[0]
            return try await AdministrationSession.run(arguments) { session in
                guard try await session.administration.setSource(name, enabled: isEnabled, in: session.tenant.id) else {
                    throw notFound(name, session)
                }
                console.write("\(name) of \(session.tenant.alias) is \(isEnabled ? "enabled" : "disabled").\n")
                return .success
            }
        }
    }

    // MARK: Arguments

    private static func input(_ arguments: CommandArguments) throws -> SignalSourceInput {
        var input = SignalSourceInput(name: arguments.operands[0])
        let words = arguments.text(attributes).map { $0.split(separator: ",").map(String.init) }
        if let words {
            input.attributes = try Set(
                words.map { word in
                    guard let attribute = DeviceAttribute(rawValue: word) else {
                        throw UsageError("`\(word)` is nothing that a source tells")
                    }
                    return attribute
                })
        }
        let year = 0...(90 * 86_400)
        input.freshFor = try arguments.number(freshFor, in: year).map { .seconds($0) } ?? input.freshFor
        input.holdFor = try arguments.number(holdFor, in: year).map { .seconds($0) } ?? input.holdFor
        input.signalsPerMinute =
            try arguments.number(limit, in: 1...6_000_000).map(Int64.init) ?? input.signalsPerMinute
        if let fault = input.fault { throw UsageError(fault) }
        return input
    }

    private static func notFound(_ name: String, _ session: AdministrationSession) -> CommandFailure {
        CommandFailure("no source `\(name)` in \(session.tenant.alias), or somebody changed it at the same moment")
    }

    // MARK: Output

    private static func show(
        _ issued: IssuedSignalSource, _ session: AdministrationSession, _ console: Console
    ) {
        console.write("Path: /\(session.tenant.id)/signals/v1/\(issued.record.source.name)\n")
        console.write("Secret: \(issued.secret)\n")
        console.write("It is shown this once.\n")
    }

    private static func text(_ records: [SignalSourceRecord]) -> String {
        if records.isEmpty { return "No sources.\n" }
        return records.map { record in
            let source = record.source
            let told = source.attributes.sorted().map(\.rawValue).joined(separator: ",")
            return
                "\(source.name)  \(source.isEnabled ? "enabled" : "disabled")  tells \(told)  fresh for \(source.freshFor.wholeSeconds) s, held for \(source.holdFor.wholeSeconds) s\n"
        }.joined()
    }

    private static func json(_ records: [SignalSourceRecord], _ session: AdministrationSession) -> String {
        var writer = JSONWriter(capacity: 512)
        writer.array { list in
            for record in records {
                list.object { object in
                    object.member("name", record.source.name)
                    object.member("id", record.source.id.rawValue)
                    object.member("enabled", record.source.isEnabled)
                    object.member("mayTell", record.source.attributes.sorted().map(\.rawValue))
                    object.member("freshForSeconds", record.source.freshFor.wholeSeconds)
                    object.member("holdForSeconds", record.source.holdFor.wholeSeconds)
                    object.member("signalsPerMinute", record.signalsPerMinute)
                    object.member("secrets", Int64(record.secrets.count))
                    object.member("createdAt", record.createdAt.rfc3339)
                }
            }
        }
        return String(decoding: writer.bytes, as: UTF8.self) + "\n"
    }

    private static func line(_ receipt: SignalReceipt) -> String {
        var line = receipt.id ?? "(no id)"
        switch receipt.fate {
        case .taken(let outcome): line += "  \(outcome.rawValue)"
        case .refused(let refusal): line += "  refused: \(refusal.rawValue)"
        case .malformed(let error): line += "  refused: \(error)"
        }
        guard let assessment = receipt.assessment else { return line + "\n" }
        let reasons = assessment.result.reasons.map(\.rawValue).joined(separator: ",")
        line += "  \(assessment.result.status.name)  \(reasons)\n"
        return line
            + assessment.findings.map { "    \($0.subject): \($0.outcome.rawValue), \($0.detail)\n" }.joined()
    }
}

extension SignalReceipt {
    /// Whether the signal would be taken.
    fileprivate var isTaken: Bool {
        if case .taken = fate { true } else { false }
    }
}
