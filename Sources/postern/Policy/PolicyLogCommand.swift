import AccessModel
import AccessPolicy
import ComplianceGateway
import Directory
import JSONCoding
import PolicyFormat

/// `postern policy log`: what the policies decided about recent sign-ins.
enum PolicyLogCommand {
    private static let account = CommandOption(
        "account", .text("UPN-OR-ID"), help: "only the sign-ins of this account")
    private static let policy = CommandOption(
        "policy", .text("NAME-OR-ID"), help: "only those that this policy applied to")
    private static let reference = CommandOption(
        "reference", .text("ID"), help: "only the one of this reference, which the page shows the user")
    private static let limit = CommandOption("limit", .text("N"), help: "at most so many, 1 to 10000 (20)")

    static let command = Command(
        "policy", "log", summary: "Say what the policies decided about recent sign-ins, newest first.",
        discussion: """
            One line for each token that was issued or refused: when, for whom, the
            application, the client that asked, the reference that a page shows the user
            for the support, and what the policies had to do with it. Those that
            --account, --policy and --reference leave out do not count for --limit.

            `--format json` writes each as an object with `conditionalAccessStatus` and
            `appliedConditionalAccessPolicies`, one in a line; `correlationId` is the
            reference. Policies that did not apply are left out. Tokens that
            `issuanceEntries: omitted` leaves out of the journal are not here.
            """,
        options: AdministrationSession.options + [account, policy, reference, limit, ReportFormat.option]
    ) { arguments, console in
        let limit = try arguments.number(limit, in: 1...10_000) ?? 20
        let asJSON = arguments.format == .json
        return try await AdministrationSession.run(arguments) { session in
            let filter = try await SignInFilter(
                account: arguments.text(account), policy: arguments.text(policy),
                reference: arguments.text(reference), session)
            let names = asJSON ? nil : try await SignInNames(session)
            var written = 0
            var log = SignInLogReader(session, filter)
            while written < limit, let line = try await log.next() {
                console.write(names.map(line.text) ?? line.json)
                written += 1
            }
            if written == 0, !asJSON {
                console.write(
                    filter.isEmpty ? "No sign-in is recorded.\n" : "No recorded sign-in fits the options.\n")
            }
            return .success
        }
    }
}

/// Which sign-ins are shown.
private struct SignInFilter {
    private let account: AccountID?
    private let policy: String?
    private let reference: String?

    init(account: String?, policy: String?, reference: String?, _ session: AdministrationSession) async throws {
        self.policy = policy?.lowercased()
        self.reference = reference.map { GUID($0)?.description ?? $0 }
        guard let account else {
            self.account = nil
            return
        }
        if let id = GUID(account) {
            self.account = AccountID(id.description)
            return
        }
        let wanted = UserPrincipalName(account)
        guard let known = try await session.holdings().accounts.first(where: { $0.value == wanted }) else {
            throw CommandFailure("the directory has no account `\(account.printable(atMost: 254))`")
        }
        self.account = known.key
    }

    /// Whether everything is shown.
    var isEmpty: Bool { account == nil && policy == nil && reference == nil }

    /// Whether an entry may be shown, before its record is read.
    func takes(_ entry: JournaledSignIn) -> Bool {
        (account == nil || entry.account == account) && (reference == nil || entry.correlation?.rawValue == reference)
    }

    func takes(_ report: SignInReport) -> Bool {
        policy == nil
            || report.policies.contains { $0.policy.rawValue == policy || $0.displayName.lowercased() == policy }
    }
}

/// The sign-ins of a log that a filter takes, newest first.
private struct SignInLogReader {
    private let session: AdministrationSession
    private let filter: SignInFilter
    private var sets: PolicySetCache
    private var page: ArraySlice<JournaledSignIn> = []
    private var before: Int64?

    /// How many journal entries are read at a time.
    private static let pageSize = 500

    init(_ session: AdministrationSession, _ filter: SignInFilter) {
        self.session = session
        self.filter = filter
        sets = PolicySetCache(session)
    }

    /// The next one; nil when there is no older one.
    mutating func next() async throws -> SignInLine? {
        while true {
            if page.isEmpty {
                page = try await session.signIns.signIns(
                    of: session.tenant.id, .newest(before: before), limit: Self.pageSize)[...]
                before = page.last?.sequence
            }
            guard let entry = page.popFirst() else { return nil }
            guard filter.takes(entry), let record = try entry.record() else { continue }
            let report = SignInReport(
                record.decision, reportOnly: record.reportOnly, of: record.request,
                under: try await sets.policies(at: record.policyRevision))
            if filter.takes(report) { return SignInLine(entry: entry, record: record, report: report) }
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

    func text(_ names: SignInNames) -> String {
        let columns = [
            entry.at.rfc3339, entry.kind == .tokenIssued ? "issued" : "refused",
            entry.account.map(names.name) ?? "client",
            "\(names.name(record.request.resource)) by \(entry.client.map(names.name) ?? "-")",
            "reference \(entry.correlation?.rawValue ?? "-")", report.summary.printable(atMost: 2000),
        ]
        return columns.joined(separator: "  ") + "\n"
    }

    var json: String {
        var writer = JSONWriter()
        writer.object { object in
            object.member("access", record.request)
            object.member("appliedConditionalAccessPolicies", report.policies)
            object.member("clientId", ifPresent: entry.client?.rawValue)
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

/// What accounts, applications and clients are called in the tenant's directory.
private struct SignInNames {
    private let accounts: [AccountID: UserPrincipalName]
    private let applications: [ApplicationID: String]
    private let clients: [ClientID: String]

    init(_ session: AdministrationSession) async throws {
        guard let tenant = try await session.environment.store.configuration(of: session.tenant.id) else {
            throw CommandFailure("the tenant is gone")
        }
        accounts = try await session.holdings().accounts
        applications = Dictionary(tenant.resources.map { ($0.id, $0.name) }) { first, _ in first }
        clients = Dictionary(tenant.clients.map { ($0.id, $0.name) }) { first, _ in first }
    }

    func name(_ id: AccountID) -> String { (accounts[id]?.description ?? id.rawValue).printable(atMost: 300) }
    func name(_ id: ClientID) -> String { (clients[id] ?? id.rawValue).printable(atMost: 300) }
    func name(_ resource: AccessResource) -> String {
        let name =
            switch resource {
            case .application(let id): applications[id] ?? id.rawValue
            case .userAction(let action): action
            case .authenticationContext(let context): context
            }
        return name.printable(atMost: 300)
    }
}
