import AccessModel
import AccessPolicy
import ComplianceGateway
import JSONCoding
import PolicyFormat

/// `postern policy promote`: schedules report-only policies to be put in force.
enum PolicyPromotionCommand {
    private static let after = CommandOption(
        "after-days", .text("N"), help: "how long it must have been published as it is, 0 to 3650")
    private static let maximum = CommandOption(
        "max-denials", .text("P%"), help: "the most sign-ins that it would have refused, such as 0.5% (0%)")
    private static let cancel = CommandOption("cancel", help: "cancel the promotion")

    static let command = Command(
        "policy", "promote", summary: "Schedule a report-only policy to be enabled, or list what is scheduled.",
        discussion: """
            A gateway that serves enables the policy, as a new revision, once it has been published in its present content
            for N days, at least one recorded sign-in was one that it applies to, and of those it would have refused no
            more than the threshold: a block, something that no prompt solves, or something that could not be evaluated.
            One that it would have prompted counts as let through. Another content is watched anew. The lock-out guard is
            asked like for any other publication. Without ID the scheduled promotions are listed, and what was promoted.

            Once it is enabled, set `state: enabled` in its file too: the directory of policies still says report-only, and
            the next `postern policy apply` would take the promotion back.
            """,
        operands: Command.Operands(placeholder: "[ID]", count: 0...1),
        options: AdministrationSession.options + [after, maximum, cancel, AdministrationSession.optionalReason]
    ) { arguments, console in
        let threshold = try denials(arguments.text(maximum) ?? "0%")
        let days = try arguments.number(after, in: 0...3650)
        if arguments.operands.isEmpty, let option = [cancel, after, maximum].first(where: arguments.has) {
            throw UsageError("`--\(option.name)` is for one policy; give its ID")
        }
        return try await AdministrationSession.run(arguments) { session in
            guard let text = arguments.operands.first else { return try await list(session, console) }
            let policy = PolicyID(GUID(text)?.description ?? text)
            if arguments.has(cancel) {
                guard try await session.promotions.cancel(policy, in: session.tenant.id) else {
                    throw CommandFailure("no promotion of `\(policy)` is scheduled")
                }
                console.write("The promotion of \(policy) is cancelled.\n")
                return .success
            }
            guard let days else { throw UsageError("`--after-days` is missing: \(after.synopsis)") }
            let old = try await session.signIns.promotions(of: session.tenant.id).first { $0.policy == policy }
            let outcome = try await session.promotions.schedule(
                policy, after: .seconds(86_400 * days), maximumDenials: threshold, in: session.tenant)
            console.write(try line(outcome, policy, replacing: old, names: await names(session)))
            return .success
        }
    }

    private static func line(
        _ outcome: ScheduleOutcome, _ policy: PolicyID, replacing old: PolicyPromotion?, names: [PolicyID: String]
    ) throws(CommandFailure) -> String {
        switch outcome {
        case .scheduled(let promotion):
            let due = promotion.observation.since + promotion.after
            let limit = percent(promotion.maximumDenials)
            let replaced = old.map { old in
                let days = TextLayout.count(Int(old.after.components.seconds / 86_400), "day")
                return "This replaces the promotion after \(days) at \(percent(old.maximumDenials))%.\n"
            }
            return
                "\(name(policy, names)) will be enabled after \(due.rfc3339) if at most \(limit)% of its sign-ins would be refused, at least one is seen, and a gateway serves.\nSet `state: enabled` in its file then, or the next apply takes it back.\n\(replaced ?? "")"
        case .unknownPolicy: throw CommandFailure("no published policy is `\(policy)`")
        case .notReportOnly(let state): throw CommandFailure("`\(policy)` is \(state.words), not report-only")
        case .notEnforceable(let reasons):
            let details = reasons.map { "\($0.path): \($0.detail)" }.joined(separator: "; ")
            throw CommandFailure("`\(policy)` cannot be enforced: \(details)")
        }
    }

    /// The names of the published policies.
    private static func names(_ session: AdministrationSession) async throws -> [PolicyID: String] {
        let published = try PolicyPublication.collection(of: await session.publishedNow()?.document)
        return Dictionary(published.policies.map { ($0.policy.id, $0.policy.displayName) }) { first, _ in first }
    }

    private static func name(_ policy: PolicyID, _ names: [PolicyID: String]) -> String {
        "`\((names[policy] ?? policy.rawValue).printable(atMost: 300))` (\(policy))"
    }

    private static func list(_ session: AdministrationSession, _ console: Console) async throws -> ExitCode {
        let promotions = try await session.signIns.promotions(of: session.tenant.id)
        let names = try await names(session)
        if promotions.isEmpty { console.write("No promotion is scheduled.\n") }
        for promotion in promotions {
            let due = promotion.observation.since + promotion.after
            console.write(
                "\(name(promotion.policy, names))  after \(due.rfc3339)  by \(promotion.actor.printable(atMost: 300))\n  \(seen(promotion, due))\n"
            )
        }
        for done in try await PromotedPolicies(session, atMost: 10).promoted {
            console.write(
                "Promoted: \(name(PolicyID(done.policy), [PolicyID(done.policy): done.name])) as revision \(done.revision.number), \(done.revision.publishedAt.rfc3339)\n"
            )
        }
        return .success
    }

    /// What was seen so far, and what would come of it if it stayed so.
    private static func seen(_ promotion: PolicyPromotion, _ due: Timestamp) -> String {
        let seen = promotion.observation
        let limit = "limit \(percent(promotion.maximumDenials))%"
        guard seen.evaluated > 0 else { return "no sign-in that it applies to was seen yet (\(limit))" }
        let share = percent(Int(seen.denied * 10_000 / seen.evaluated))
        let isTooMuch = promotion.standing(at: due) == .deniesTooMuch
        return
            "\(seen.denied) of \(seen.evaluated) would be refused (\(share)%, \(limit)): \(isTooMuch ? "not enabled as it stands" : "enabled then if it stays so")"
    }

    /// Hundredths of a percent.
    static func denials(_ text: String) throws(UsageError) -> Int {
        let number = text.hasSuffix("%") ? text.dropLast() : text[...]
        let parts = number.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let digits = parts.count > 1 ? parts[1] : ""
        guard digits.utf8.count <= 2,
            parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
            let whole = Int(parts[0]), whole <= 100,
            let fraction = Int(digits + String(repeating: "0", count: 2 - digits.utf8.count)),
            whole * 100 + fraction <= 10_000
        else { throw UsageError("`--max-denials` is a percentage such as 0.5%, not `\(text)`") }
        return whole * 100 + fraction
    }

    private static func percent(_ hundredths: Int) -> String {
        let fraction = hundredths % 100
        return fraction == 0 ? "\(hundredths / 100)" : "\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction)"
    }
}
