import AccessModel
import ComplianceGateway
import Directory
import JSONCoding

/// `postern journal export`: the journal's entries as JSON Lines.
enum JournalExportCommand {
    private static let after = CommandOption(
        "after", .text("N-OR-TIME"), help: "only entries behind this sequence, or that happened after this time")
    private static let until = CommandOption(
        "until", .text("N-OR-TIME"), help: "only entries up to this sequence, or that happened before this time")
    private static let kind = CommandOption(
        "kind", .text("KIND"), isRepeatable: true, help: "only entries of this kind, such as tokenRefused")
    private static let account = CommandOption(
        "account", .text("UPN-OR-ID"), help: "only entries that concern this account")
    private static let output = CommandOption("output", .text("FILE"), help: "a new file to write to (standard output)")
    private static let resume = CommandOption("resume", help: "go on behind the last entry that the file has")

    static let command = Command(
        "journal", "export", summary: "Write the journal's entries, oldest first, one JSON object in a line.",
        discussion: """
            Each line has `sequence`, `at` (to the millisecond as `atMilliseconds`), `kind`, `details` and, where there is one, `account`, `client`, `instance`,
            `device`, `actor` and `correlation`. Standard error says the sequence that was reached: `--after` with it goes
            on there, and so does `--output FILE --resume`. Works while the gateway serves. Entries that were pruned before
            they were exported are named on standard error; when they lie behind the place to go on from, the rest is
            exported and the command ends with 1.
            """,
        options: AdministrationSession.options + [after, until, kind, account, output, resume]
    ) { arguments, console in
        let from = try Bound(arguments, after)
        let to = try Bound(arguments, until)
        guard !arguments.has(resume) || arguments.has(output) else {
            throw UsageError("`--resume` goes on in a file; name it with `--output`")
        }
        for word in arguments.texts(kind) where JournalKind(rawValue: word) == nil {
            throw UsageError("`\(word)` is no kind of entry; see the member `kind` of those that are exported")
        }
        return try await AdministrationSession.run(arguments) { session in
            let filter = JournalFilter(
                after: from.time, before: to.time, kinds: Set(arguments.texts(kind)),
                account: try await arguments.text(account).asyncMap { try await id(of: $0, session) })
            var sink = try JournalSink(
                arguments.text(output), resume: arguments.has(resume), console: console)
            let start = max(from.sequence ?? 0, sink.reached)
            let last = min(to.sequence ?? .max, session.tenant.sequence)
            let (count, reached, gaps) = try await export(
                session, filter, after: start, through: last, to: &sink, console)
            try sink.finish()
            let isComplete = try await tell(gaps, session, console)
            console.error("Exported \(TextLayout.count(count, "entry", "entries")), through sequence \(reached).\n")
            // The last line of a file says how far an export came only if it takes every entry.
            return isComplete || (arguments.has(resume) && !filter.takesAll) ? .success : .failure
        }
    }

    private static let pageSize = 500

    /// Writes the entries page by page; nobody holds more than one.
    private static func export(
        _ session: AdministrationSession, _ filter: JournalFilter, after start: Int64, through last: Int64,
        to sink: inout JournalSink, _ console: Console
    ) async throws -> (count: Int, reached: Int64, gaps: [ClosedRange<Int64>]) {
        var (count, reached) = (0, start)
        var gaps: [ClosedRange<Int64>] = []
        var progress = Progress(console)
        while reached < last, console.failure() == nil {
            let page = try await session.journal.journalRows(of: session.tenant.id, after: reached, limit: pageSize)
            var text = ""
            for row in page where row.sequence <= last {
                if row.sequence > reached + 1 { gaps.append((reached + 1)...(row.sequence - 1)) }
                reached = row.sequence
                guard filter.takes(row) else { continue }
                text += row.jsonLine
                count += 1
            }
            try sink.write(text)
            if reached < last, page.last.map({ $0.sequence > last }) ?? true {
                gaps.append((reached + 1)...last)
                reached = last
            }
            if sink.isFile { progress.update("entry \(reached) of \(last)") }
        }
        progress.end()
        return (count, reached, gaps)
    }

    /// Names the entries that are not there.
    ///
    /// - Returns: false when somebody who goes on, or who exports while it is pruned, lacks them.
    private static func tell(
        _ gaps: [ClosedRange<Int64>], _ session: AdministrationSession, _ console: Console
    ) async throws -> Bool {
        guard let extent = try await session.journal.journalExtent(of: session.tenant.id) else { return false }
        let pruned = extent.prunedThrough
        var isComplete = true
        for gap in gaps {
            // Who begins has lost nothing that they had been promised.
            if gap.lowerBound == 1, pruned >= 1 {
                console.error("note: \(words(1...min(gap.upperBound, pruned))) pruned earlier\n")
            } else if gap.lowerBound <= pruned {
                let range = gap.lowerBound...min(gap.upperBound, pruned)
                console.error("warning: \(words(range)) pruned before they were exported here\n")
                isComplete = false
            }
            if gap.upperBound > pruned {
                let range = max(gap.lowerBound, pruned + 1)...gap.upperBound
                console.error("warning: \(words(range)) missing; see postern journal verify\n")
                isComplete = false
            }
        }
        return isComplete
    }

    private static func words(_ range: ClosedRange<Int64>) -> String {
        range.count == 1 ? "entry \(range.lowerBound)" : "entries \(range.lowerBound) to \(range.upperBound)"
    }

    private static func id(of text: String, _ session: AdministrationSession) async throws -> String {
        if let id = GUID(text) { return id.description }
        let wanted = UserPrincipalName(text)
        guard let known = try await session.holdings().accounts.first(where: { $0.value == wanted }) else {
            throw CommandFailure("the directory has no account `\(text.printable(atMost: 254))`")
        }
        return known.key.rawValue
    }

    /// One end of what is exported.
    private struct Bound {
        var sequence: Int64?
        var time: Timestamp?

        init(_ arguments: CommandArguments, _ option: CommandOption) throws(UsageError) {
            guard let text = arguments.text(option) else { return }
            sequence = Int64(text)
            time = sequence == nil ? Timestamp(dayOrTime: text) : nil
            guard time != nil || (sequence.map { $0 >= 0 } ?? false) else {
                throw UsageError(
                    "`--\(option.name)` is a sequence, a day such as 2026-11-30 or a time such as 2026-11-30T12:00:00Z")
            }
        }
    }
}

/// Which entries are exported.
private struct JournalFilter {
    let after: Timestamp?
    let before: Timestamp?
    let kinds: Set<String>
    let account: String?

    var takesAll: Bool { after == nil && before == nil && kinds.isEmpty && account == nil }

    func takes(_ row: JournalRow) -> Bool {
        (after.map { row.at > $0 } ?? true) && (before.map { row.at < $0 } ?? true)
            && (kinds.isEmpty || kinds.contains(row.kind)) && (account == nil || row.account == account)
    }
}

extension Optional where Wrapped: Sendable {
    fileprivate func asyncMap<Result>(_ transform: (Wrapped) async throws -> Result) async rethrows -> Result? {
        guard let self else { return nil }
        return try await transform(self)
    }
}

extension JournalRow {
    /// The entry as an object in a line.
    var jsonLine: String {
        var writer = JSONWriter(capacity: 256 + details.utf8.count)
        writer.object { object in
            object.member("account", ifPresent: account)
            object.member("actor", ifPresent: actor)
            object.member("at", at.rfc3339)
            object.member("atMilliseconds", at.milliseconds)
            object.member("client", ifPresent: client)
            object.member("correlation", ifPresent: correlation)
            // An entry that was damaged is exported all the same.
            if let details = try? JSONValue.parse(Array(details.utf8)) {
                object.member("details", details)
            } else {
                object.member("damagedDetails", details)
            }
            object.member("device", ifPresent: device)
            object.member("instance", ifPresent: instance)
            object.member("kind", kind)
            object.member("sequence", sequence)
        }
        return String(decoding: writer.bytes, as: UTF8.self) + "\n"
    }
}
