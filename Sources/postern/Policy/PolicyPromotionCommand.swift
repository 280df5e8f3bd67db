import AccessModel
import AccessPolicy
import ComplianceGateway
import JSONCoding

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
            asked like for any other publication. Without ID the scheduled promotions are listed.
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
            let outcome = try await session.promotions.schedule(
                policy, after: .seconds(86_400 * days), maximumDenials: threshold, in: session.tenant)
            console.write(try line(outcome, policy))
            return .success
        }
    }

    private static func line(_ outcome: ScheduleOutcome, _ policy: PolicyID) throws(CommandFailure) -> String {
        switch outcome {
        case .scheduled(let promotion):
            let due = promotion.observation.since + promotion.after
            return
                "\(policy) is watched since \(promotion.observation.since.rfc3339) and is enabled from \(due.rfc3339) on.\n"
        case .unknownPolicy: throw CommandFailure("no published policy is `\(policy)`")
        case .notReportOnly(let state): throw CommandFailure("`\(policy)` is \(state.words), not report-only")
        case .notEnforceable(let reasons):
            let details = reasons.map { "\($0.path): \($0.detail)" }.joined(separator: "; ")
            throw CommandFailure("`\(policy)` cannot be enforced: \(details)")
        }
    }

    private static func list(_ session: AdministrationSession, _ console: Console) async throws -> ExitCode {
        let promotions = try await session.signIns.promotions(of: session.tenant.id)
        if promotions.isEmpty { console.write("No promotion is scheduled.\n") }
        for promotion in promotions {
            let seen = promotion.observation
            let due = (seen.since + promotion.after).rfc3339
            let threshold = "\(percent(promotion.maximumDenials))%"
            console.write(
                "\(promotion.policy)  from \(due)  at most \(threshold) refused  \(seen.denied) of \(seen.evaluated) so far  \(promotion.actor.printable(atMost: 300))\n"
            )
        }
        return .success
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
