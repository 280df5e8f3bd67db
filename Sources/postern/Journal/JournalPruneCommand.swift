import AccessModel
import ComplianceGateway

/// `postern journal prune`: removes old entries.
enum JournalPruneCommand {
    private static let before = CommandOption(
        "before", .text("TIME"), help: "remove entries that happened before this day or RFC 3339 time")
    private static let keep = CommandOption(
        "keep", .text("DURATION"), help: "remove entries that are older than this, such as 90d or 36h")

    static let command = Command(
        "journal", "prune", summary: "Remove old entries from the journal; their seals stay.",
        discussion: """
            Removes whole seals from the front of the journal, all of whose entries are old enough, whose checkpoint is
            in the state directory, and which every reader whose place is kept has passed. The journal still verifies
            without them, and has an entry about the act. Export first what you want to keep, and verify: what was removed
            cannot be verified any more.
            """,
        options: AdministrationSession.options + [before, keep, AdministrationSession.reasonOption]
    ) { arguments, console in
        let time = try time(arguments)
        return try await AdministrationSession.run(arguments) { session in
            let exported = try await CheckpointExport(session.state).export(
                session.tenant.id, from: session.journal)
            let outcome = try await session.retention.prune(
                session.tenant.id, before: time(session.environment.now()), exportedThrough: exported)
            let alias = session.tenant.alias
            if let range = outcome.sequences, let seal = outcome.throughSeal {
                console.write(
                    "Removed entries \(range.lowerBound) to \(range.upperBound) of \(alias), through seal \(seal); the seals stay.\n"
                )
            } else {
                console.write("Nothing of \(alias) was removed.\n")
            }
            if let limit = outcome.limit { console.write("What is left stays: \(limit).\n") }
            return outcome.limit == .changedMeanwhile ? .failure : .success
        }
    }

    /// What the options say, for a time of day.
    private static func time(_ arguments: CommandArguments) throws(UsageError) -> @Sendable (Timestamp) -> Timestamp {
        switch (arguments.text(before), arguments.text(keep)) {
        case (let text?, nil):
            guard let time = Timestamp(dayOrTime: text) else {
                throw UsageError("`--before` is a day such as 2026-11-30 or a time such as 2026-11-30T12:00:00Z")
            }
            return { _ in time }
        case (nil, let text?):
            guard let duration = duration(text) else {
                throw UsageError("`--keep` is a number of days, hours, minutes or seconds, such as 90d, 36h, 30m or 0s")
            }
            return { $0 - duration }
        case (nil, nil): throw UsageError("`--before TIME` or `--keep DURATION` is missing")
        case (_?, _?): throw UsageError("`--before` and `--keep` exclude each other")
        }
    }

    private static func duration(_ text: String) -> Duration? {
        let units: [Character: Int] = ["d": 86_400, "h": 3_600, "m": 60, "s": 1]
        guard let unit = text.last.flatMap({ units[$0] }), let count = Int(text.dropLast()),
            (0...36_500 * 86_400).contains(count)
        else { return nil }
        return .seconds(count * unit)
    }
}

extension Timestamp {
    /// Reads an RFC 3339 time, or a day, which stands for its first moment in UTC.
    init?(dayOrTime text: String) {
        guard let time = Timestamp(rfc3339: text) ?? Timestamp(rfc3339: text + "T00:00:00Z") else { return nil }
        self = time
    }
}
