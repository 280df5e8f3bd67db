import AccessModel
import AuthorizationServer
import ComplianceGateway
import Cryptography
import JSONCoding
import PolicyFormat

/// The commands about published sets of policies.
enum PolicyRevisionCommands {
    static let all: [Command] = [list, export, rollback]

    private static let revision = CommandOption(
        "revision", .text("N"), help: "this revision, not the one that is in force")
    private static let limit = CommandOption("limit", .text("N"), help: "at most so many, 1 to 1000 (20)")
    static let allowBreakGlass = CommandOption(
        "allow-break-glass-enforcement", help: "publish although enforced policies reach break-glass accounts")

    // MARK: revisions

    private static let list = Command(
        "policy", "revisions", summary: "List the published sets of policies, newest first.",
        discussion: "Every set that was published is kept. Two with the same content hash decide alike.",
        options: AdministrationSession.options + [limit, ReportFormat.option]
    ) { arguments, console in
        let limit = try arguments.number(limit, in: 1...1000) ?? 20
        return try await AdministrationSession.run(arguments) { session in
            let revisions = try await session.environment.store.policyRevisions(
                of: session.tenant.id, before: nil, limit: limit)
            let asJSON = arguments.format == .json
            console.write(
                asJSON
                    ? try revisions.map(Row.init).indented : text(revisions, inForce: session.tenant.revisions.policies)
            )
            return .success
        }
    }

    private static func text(_ revisions: [PolicySetRevision], inForce: Int64) -> String {
        if revisions.isEmpty { return "No policies were published.\n" }
        return revisions.map { revision in
            let mark = revision.number == inForce ? "*" : " "
            let hash = Hexadecimal.encode(revision.contentHash.bytes).prefix(12)
            let reason = revision.reason.map { "  \($0.printable(atMost: 300))" } ?? ""
            let actor = revision.actor.isEmpty ? "-" : revision.actor.printable(atMost: 300)
            return
                "\(mark) \(revision.number)  \(revision.publishedAt.rfc3339)  \(hash)  \(revision.origin.rawValue)  \(actor)\(reason)\n"
        }.joined()
    }

    private struct Row: JSONWritable {
        let revision: PolicySetRevision

        func write(to writer: inout JSONWriter) {
            writer.object { object in
                object.member("actor", revision.actor)
                object.member("contentHash", Hexadecimal.encode(revision.contentHash.bytes))
                object.member("origin", revision.origin.rawValue)
                object.member("publishedAt", revision.publishedAt.rfc3339)
                object.member("reason", ifPresent: revision.reason)
                object.member("revision", revision.number)
            }
        }
    }

    // MARK: export

    private static let export = Command(
        "policy", "export", summary: "Write a published set, or a directory's policies, in canonical form.",
        discussion: """
            Writes each policy and whatever policies refer to into a file of its own. Without DIR it is what the tenant
            has published; with DIR it is what that directory holds, and no gateway is needed. `policy import --keep-state`
            of what was written, into an empty directory, writes the same bytes again if every enabled policy can be
            enforced. A file of a document that is there already is replaced; other files stay.
            """,
        operands: Command.Operands(placeholder: "[DIR]", count: 0...1),
        options: [PolicyCommands.into, revision] + AdministrationSession.options
    ) { arguments, console in
        let destination = try arguments.required(PolicyCommands.into)
        if let directory = arguments.operands.first {
            guard !arguments.has(revision) else { throw UsageError("`--revision` is of a tenant, not of a directory") }
            let collection = try PolicyDirectory(directory).collection(console, otherwise: "nothing was exported")
            return try PolicyExport(collection, "`\(directory)`").write(into: destination, console)
        }
        let wanted = try arguments.number(revision, in: 1...Int.max).map(Int64.init)
        return try await AdministrationSession.run(arguments) { session in
            let number = wanted ?? session.tenant.revisions.policies
            let published = try await session.published(number)
            return try PolicyExport(PolicyPublication.collection(of: published.document), "revision \(number)")
                .write(into: destination, console)
        }
    }

    // MARK: rollback

    private static let rollback = Command(
        "policy", "rollback", summary: "Publish an earlier revision's policies again.",
        discussion: """
            Prints the plan and publishes the earlier content as a new revision, after the checks of
            `postern policy apply` and with its options; `policy revisions` lists what there is, and
            `policy export --revision N` shows it. The directory of policies stays as it is: correct it too, or the next
            `policy apply` takes the rollback back.
            """,
        operands: Command.Operands(placeholder: "N", count: 1...1),
        options: AdministrationSession.options + [AdministrationSession.reasonOption] + PolicyPlanCommands.allowances
            + [ReportFormat.option]
    ) { arguments, console in
        guard let number = Int64(arguments.operands[0]), number > 0 else {
            throw UsageError("`\(arguments.operands[0])` is no revision; `postern policy revisions` lists them")
        }
        return try await AdministrationSession.run(arguments) { session in
            let published = try await session.published(number)
            let inForce = try await session.publishedNow()
            guard inForce?.revision.contentHash != published.revision.contentHash else {
                console.write(
                    "Revision \(session.tenant.revisions.policies) has this content already; nothing was published.\n")
                return .success
            }
            let candidate = try PolicyCandidate(published, console)
            let plan = try await PolicyPlanCommands.make(candidate, session, arguments, console)
            guard plan.faults.isEmpty else { throw CommandFailure("nothing was published") }
            let outcome = try await session.administration.rollBackPolicies(
                to: number, in: session.tenant, allowsBreakGlass: arguments.has(allowBreakGlass))
            guard let outcome else { throw CommandFailure("there is no revision \(number)") }
            let revision = try report(outcome, console)
            if arguments.format == .text {
                console.write("Published the content of revision \(number) again, as revision \(revision).\n")
            }
            return .success
        }
    }

    /// The revision that came of a publication whose plan was shown.
    ///
    /// - Parameters:
    ///   - outcome: what became of the publication.
    ///   - console: where to say it.
    /// - Returns: the revision that is in force now.
    /// - Throws: ``CommandFailure`` when nothing was published.
    static func report(_ outcome: PolicyPublicationOutcome, _ console: Console) throws -> Int64 {
        switch outcome {
        case .published(let revision, _): return revision
        case .refused(let refusal, let verdict):
            LockOutReport(verdict: verdict).write(to: console, refusal: refusal)
            throw CommandFailure("nothing was published; \(LockOutReport.reason(refusal))")
        case .concurrentChange:
            throw CommandFailure("somebody else published at the same moment; look and try again")
        }
    }
}

extension AdministrationSession {
    /// A published set of policies.
    ///
    /// - Throws: ``CommandFailure`` when there is no such revision.
    func published(_ number: Int64) async throws -> PublishedPolicies {
        guard let found = try await environment.store.publishedPolicies(of: tenant.id, revision: number) else {
            throw CommandFailure(
                number == 0
                    ? "no policies were published in \(tenant.alias)"
                    : "there is no revision \(number) in \(tenant.alias); `postern policy revisions` lists them")
        }
        return found
    }

    /// The set that is in force; nil when none was published.
    func publishedNow() async throws -> PublishedPolicies? {
        try await environment.store.publishedPolicies(of: tenant.id, revision: tenant.revisions.policies)
    }

    /// The set that a decision was made by; nil for revision 0, before anything was published.
    ///
    /// - Throws: ``CommandFailure`` when there is no such revision.
    func publishedWhenDecided(_ number: Int64) async throws -> PublishedPolicies? {
        number == 0 ? nil : try await published(number)
    }
}
