import AccessModel
import Compliance
import ComplianceGateway
import JSONCoding

/// Pull sources as administrators see them.
enum PullReport {
    // MARK: A source

    /// How a source that is asked is, in a few words.
    static func words(_ pull: PullSource, _ state: PullState) -> String {
        "\(pull.connector), every \(pull.interval.wholeSeconds) s: \(state.source.word)\(state.breaker.note)"
    }

    /// Everything about how it is, but its secret.
    static func text(_ record: SignalSourceRecord, _ state: PullState?) -> String {
        let source = record.source
        var lines = [
            "Source: \(source.name) (\(source.id))", "Enabled: \(source.isEnabled ? "yes" : "no")",
            "May tell: \(source.attributes.sorted().map(\.rawValue).joined(separator: ", "))",
            "A verdict is fresh for \(source.freshFor.wholeSeconds) s and held for \(source.holdFor.wholeSeconds) s",
        ]
        if let pull = record.pull?.pull, let state { lines += self.lines(pull, state) }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func lines(_ pull: PullSource, _ state: PullState) -> [String] {
        let counts = state.counts
        var lines = [
            "Connector: \(pull.connector)", "URL: \(pull.url)", "Authentication: \(pull.authentication.word)",
            "Interval: \(pull.interval.wholeSeconds) s, timeout \(pull.timeout.wholeSeconds) s",
            "State: \(state.source.word)\(state.breaker.note)",
            "Last answer: \(state.lastSuccessAt.map(\.rfc3339) ?? "none")",
            "Next pull: \(state.lease == nil ? state.nextAt.map(\.rfc3339) ?? "never" : "being asked now")",
        ]
        if state.lastSuccessAt != nil {
            lines.append(
                "It had \(extent(counts)): \(counts.taken) taken, \(counts.unchanged) unchanged, \(counts.refused) refused, \(counts.unreadable) unreadable"
            )
        }
        if let problem = counts.firstProblem { lines.append("First problem: \(TextLayout.oneLine(problem))") }
        if let at = state.lastFailureAt {
            lines.append("Last failure: \(at.rfc3339)\(state.lastError.map { ", " + TextLayout.oneLine($0) } ?? "")")
        }
        return lines
    }

    /// The members of a source that is asked.
    static func write(_ pull: PullSource, _ state: PullState, to writer: inout JSONObjectWriter) {
        writer.object("pull") { object in
            object.member("connector", pull.connector)
            object.member("url", pull.url)
            object.member("authentication", pull.authentication.word)
            object.member("internal", pull.isInternal)
            object.member("intervalSeconds", pull.interval.wholeSeconds)
            object.member("timeoutSeconds", pull.timeout.wholeSeconds)
            object.member("maximumPages", pull.maximumPages)
            object.member("mapping", pull.mapping)
            object.member("state", state.source.word)
            object.member("failures", state.breaker.failures)
            object.member("breaker", state.breaker.word)
            object.member("beingAsked", state.lease != nil)
            object.member("nextAt", ifPresent: state.lease == nil ? state.nextAt?.rfc3339 : nil)
            object.member("lastSuccessAt", ifPresent: state.lastSuccessAt?.rfc3339)
            object.member("lastFailureAt", ifPresent: state.lastFailureAt?.rfc3339)
            object.member("lastError", ifPresent: state.lastError)
            object.object("last") { write(state.counts, to: &$0) }
        }
    }

    private static func write(_ counts: PullCounts, to object: inout JSONObjectWriter) {
        object.member("pages", counts.pages)
        object.member("devices", counts.devices)
        object.member("taken", counts.taken)
        object.member("unchanged", counts.unchanged)
        object.member("refused", counts.refused)
        object.member("unreadable", counts.unreadable)
        object.member("firstProblem", ifPresent: counts.firstProblem)
    }

    // MARK: A trial

    /// What asking a source would come to, as a table.
    static func text(_ rehearsal: PullRehearsal) -> String {
        var table = TextTable("DEVICE", "VERDICT", "SIGNAL", "STATUS", "REASONS")
        var text = ""
        for row in rehearsal.rows {
            guard let report = row.report else {
                text += TextLayout.oneLine(row.outcome) + "\n"
                continue
            }
            let name = row.identifiers.first { $0.kind == .serialNumber } ?? row.identifiers.first
            let result = row.assessment?.result
            table.add(
                name?.value, report.verdict?.rawValue, row.outcome, result?.status.name,
                result?.reasons.map(\.rawValue).joined(separator: ","))
        }
        if rehearsal.rows.contains(where: { $0.report != nil }) { text = table.text + text }
        let counts = rehearsal.counts
        text +=
            "\(extent(counts)): \(counts.taken) would be taken, \(counts.unchanged) say what is known, \(counts.refused) would be refused, \(counts.unreadable) cannot be understood.\n"
        if let failure = rehearsal.failure { text += "The source fails: \(TextLayout.oneLine(failure.text))\n" }
        return text
    }

    private static func extent(_ counts: PullCounts) -> String {
        "\(TextLayout.count(Int(counts.devices), "device")) on \(TextLayout.count(Int(counts.pages), "page"))"
    }

    /// What asking a source would come to, for programs.
    static func json(_ rehearsal: PullRehearsal) -> String {
        var writer = JSONWriter(capacity: 1024)
        writer.object { object in
            object.array("devices") { list in
                for row in rehearsal.rows { list.object { write(row, to: &$0) } }
            }
            object.object("counts") { write(rehearsal.counts, to: &$0) }
            switch rehearsal.failure {
            case nil: object.member("state", "available")
            case .unreachable: object.member("state", "unreachable")
            case .failed, .cancelled: object.member("state", "failed")
            }
            object.member("error", ifPresent: rehearsal.failure?.text)
        }
        return String(decoding: writer.bytes, as: UTF8.self) + "\n"
    }

    private static func write(_ row: PullRehearsal.Row, to object: inout JSONObjectWriter) {
        object.member("identifiers", row.identifiers.map { "\($0.kind.rawValue):\($0.value)" })
        object.member("signal", row.outcome)
        object.member("compliance", ifPresent: row.report?.verdict?.rawValue)
        object.member("platform", ifPresent: row.report?.platform?.rawValue)
        object.member("osVersion", ifPresent: row.report?.osVersion?.description)
        object.member("displayName", ifPresent: row.report?.displayName)
        object.member("accounts", ifNotEmpty: (row.report?.accounts ?? []).map(\.rawValue).sorted())
        guard let assessment = row.assessment else { return }
        object.member("status", assessment.result.status.name)
        object.member("reasons", assessment.result.reasons.map(\.rawValue))
    }
}

extension PullAuthentication {
    fileprivate var word: String {
        switch self {
        case .none: "none"
        case .bearer: "bearer token"
        case .basic: "basic"
        case .header(let name): "header \(name)"
        case .clientCredentials(let url, let client, _): "client \(client) at \(url)"
        }
    }
}

extension PullBreaker {
    fileprivate var word: String {
        switch phase {
        case .closed: "closed"
        case .open: "open"
        case .halfOpen: "halfOpen"
        }
    }

    fileprivate var note: String {
        if failures == 0 { return "" }
        let count = TextLayout.count(Int(failures), "failure")
        return ", \(count) in a row\(phase == .closed ? "" : ", left alone")"
    }
}
