import AccessModel
import AccessPolicy
import ComplianceGateway
import Directory
import JSONCoding
import PolicyFormat

/// `postern policy log`: what the policies decided about recent sign-ins.
enum PolicyLogCommand {
    private static let limit = CommandOption("limit", .text("N"), help: "at most so many, 1 to 10000 (20)")

    static let command = Command(
        "policy", "log", summary: "Say what the policies decided about recent sign-ins, newest first.",
        discussion: """
            One line for each token that was issued or refused: when, for whom, and what the policies had to do with it.
            `--format json` writes each as an object with `conditionalAccessStatus` and
            `appliedConditionalAccessPolicies`, one in a line. Policies that did not apply are left out. Tokens that
            `issuanceEntries: omitted` leaves out of the journal are not here.
            """,
        options: AdministrationSession.options + [limit, ReportFormat.option]
    ) { arguments, console in
        let limit = try arguments.number(limit, in: 1...10_000) ?? 20
        let asJSON = arguments.format == .json
        return try await AdministrationSession.run(arguments) { session in
            let accounts = asJSON ? [:] : try await session.holdings().accounts
            var sets = PolicySetCache(session)
            let entries = try await session.signIns.signIns(
                of: session.tenant.id, .newest(before: nil), limit: limit)
            if entries.isEmpty, !asJSON { console.write("No sign-in is recorded.\n") }
            for entry in entries {
                guard let record = try entry.record() else { continue }
                let report = SignInReport(
                    record.decision, reportOnly: record.reportOnly, of: record.request,
                    under: try await sets.policies(at: record.policyRevision))
                let line = SignInLine(entry: entry, record: record, report: report)
                console.write(asJSON ? line.json : line.text { accounts[$0]?.description })
            }
            return .success
        }
    }
}

/// The sets of policies of the revisions that a log names, each read once.
private struct PolicySetCache {
    private let session: AdministrationSession
    private var sets: [Int64: PolicySet] = [:]

    init(_ session: AdministrationSession) {
        self.session = session
    }

    mutating func policies(at revision: Int64) async throws -> PolicySet {
        if let known = sets[revision] { return known }
        let document = try await session.publishedWhenDecided(revision)?.document
        let set = try PolicyPublication.collection(of: document).policySet()
        sets[revision] = set
        return set
    }
}

/// One sign-in for people and for programs.
private struct SignInLine {
    let entry: JournaledSignIn
    let record: SignInRecord
    let report: SignInReport

    func text(_ name: (AccountID) -> String?) -> String {
        let who = entry.account.map { name($0) ?? $0.rawValue } ?? "client"
        let what = entry.kind == .tokenIssued ? "issued" : "refused"
        return
            "\(entry.at.rfc3339)  \(what)  \(who.printable(atMost: 300))  \(entry.client?.rawValue ?? "-")  \(report.summary.printable(atMost: 2000))\n"
    }

    var json: String {
        var writer = JSONWriter()
        writer.object { object in
            object.member("access", record.request)
            object.member("appliedConditionalAccessPolicies", report.policies)
            object.member("conditionalAccessStatus", report.status.rawValue)
            object.member("correlationId", ifPresent: entry.correlation?.rawValue)
            object.member("createdDateTime", entry.at.rfc3339)
            object.member("issued", entry.kind == .tokenIssued)
            object.member("policyRevision", record.policyRevision)
            object.member("sequence", entry.sequence)
            object.member("summary", report.summary)
        }
        return String(decoding: writer.bytes, as: UTF8.self) + "\n"
    }
}
