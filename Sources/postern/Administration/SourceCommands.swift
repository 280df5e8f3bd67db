import AccessModel
import Compliance
import ComplianceGateway
import Connectors
import Cryptography
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
        "file", .text("FILE"), help: "a document of signals, as a source would send it that calls by itself")
    private static let rows = CommandOption(
        "rows", .text("COUNT"), help: "how many devices of a source that is asked are shown; 20 by default")

    private static let add = Command(
        "source", "add",
        summary: "Add a source of signals about devices: one that calls by itself, or one that is asked.",
        discussion: """
            A source that calls signs what it sends with the secret that is shown this once. With --connector it is asked
            at each --interval instead. A device's verdict is good for --fresh-for seconds, holds for --hold-for more when
            no newer one comes, and is no verdict after.
            """, operands: operand,
        options: AdministrationSession.options + [
            AdministrationSession.optionalReason, attributes, freshFor, holdFor, limit,
        ] + PullArguments.options
    ) { arguments, console in
        var input = try SourceCommands.input(arguments)
        if let (pull, secret) = try PullArguments.read(arguments) {
            if !arguments.has(attributes) { input.attributes = pull.mapping.tells }
            return try await add(input, pull, secret, arguments, console)
        }
        let called = input
        return try await AdministrationSession.run(arguments) { session in
            guard let issued = try await session.administration.addSource(called, to: session.tenant.id) else {
                throw CommandFailure("\(session.tenant.alias) has a source `\(called.name)` already")
            }
            show(issued, session, console)
            return .success
        }
    }

    private static func add(
        _ input: SignalSourceInput, _ pull: PullSource, _ secret: SecretBytes?, _ arguments: CommandArguments,
        _ console: Console
    ) async throws -> ExitCode {
        try await AdministrationSession.run(arguments) { session in
            let record: SignalSourceRecord?
            do {
                record = try await session.administration.addPullSource(
                    input, pull: pull, secret: secret, to: session.tenant.id)
            } catch let error as UnusableContents {
                throw CommandFailure("\(error)")
            }
            guard record != nil else {
                throw CommandFailure("\(session.tenant.alias) has a source `\(input.name)` already")
            }
            console.write(
                "\(input.name) of \(session.tenant.alias) is asked every \(pull.interval.wholeSeconds) s; see what it says with `postern source test \(input.name)`.\n"
            )
            return .success
        }
    }

    private static let list = Command(
        "source", "list", summary: "List the sources of signals.",
        options: AdministrationSession.options + [ReportFormat.option]
    ) { arguments, console in
        try await AdministrationSession.run(arguments) { session in
            let records = try await session.administration.sources(of: session.tenant.id)
            let states = try await session.pulls.pullStates(of: session.tenant.id)
            console.write(arguments.format == .json ? json(records, states) : text(records, states))
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
            let issued: IssuedSignalSource?
            do {
                issued = try await session.administration.rotateSourceSecret(
                    of: name, in: session.tenant.id, overlap: .seconds(seconds))
            } catch let error as UnusableContents {
                throw CommandFailure("\(error)")
            }
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
        "source", "test", summary: "Show what a source's answer or document would come to, and store nothing.",
        discussion: "A source that is asked is asked now; of one that calls by itself, --file is what it would send.",
        operands: operand, options: AdministrationSession.options + [file, rows, ReportFormat.option]
    ) { arguments, console in
        let name = arguments.operands[0]
        guard let path = arguments.text(file) else { return try await ask(name, arguments, console) }
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

    private static func ask(
        _ name: String, _ arguments: CommandArguments, _ console: Console
    ) async throws -> ExitCode {
        let limit = try arguments.number(rows, in: 0...1_000_000) ?? 20
        return try await AdministrationSession.run(arguments) { session in
            let fetcher = try SourceClient.make()
            defer { fetcher.close() }
            let pulls = SourcePulls(
                session.environment, store: session.pulls, directory: session.directory, fetcher: fetcher)
            guard let rehearsal = try await pulls.rehearse(name, of: session.tenant, limit: limit) else {
                throw CommandFailure(
                    "no source `\(name)` in \(session.tenant.alias) that is asked; of one that calls, give --file")
            }
            console.write(arguments.format == .json ? PullReport.json(rehearsal) : PullReport.text(rehearsal))
            return rehearsal.failure == nil ? .success : .failure
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

    private static func text(
        _ records: [SignalSourceRecord], _ states: [SignalSourceID: PullState]
    ) -> String {
        if records.isEmpty { return "No sources.\n" }
        var table = TextTable("SOURCE", "ENABLED", "HOW", "FRESH", "HELD", "MAY TELL")
        for record in records {
            let source = record.source
            let pull = record.pull.flatMap { pull in states[source.id].map { PullReport.words(pull.pull, $0) } }
            table.add(
                source.name, source.isEnabled ? "yes" : "no", pull ?? "calls", "\(source.freshFor.wholeSeconds) s",
                "\(source.holdFor.wholeSeconds) s", source.attributes.sorted().map(\.rawValue).joined(separator: ","))
        }
        return table.text
    }

    static func json(_ records: [SignalSourceRecord], _ states: [SignalSourceID: PullState]) -> String {
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
                    if let pull = record.pull?.pull, let state = states[record.source.id] {
                        PullReport.write(pull, state, to: &object)
                    }
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
        line += "  \(assessment.result.status.name)\(reasons.isEmpty ? "" : "  " + reasons)\n"
        if !receipt.notRegistered.isEmpty {
            let words = receipt.notRegistered.map(\.rawValue).joined(separator: ", ")
            line += "    does not count, since the source may not tell it: \(words)\n"
        }
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
