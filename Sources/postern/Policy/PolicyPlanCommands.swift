import ComplianceGateway
import JSONCoding
import PolicyFormat

/// The commands that bring a tenant's policies to what a directory holds.
enum PolicyPlanCommands {
    static let all: [Command] = [plan, apply, drift]

    private static let allowHeld = CommandOption(
        "allow-held", help: "publish although an enabled policy cannot be enforced and is held at report-only")
    private static let directory = Command.Operands(placeholder: "DIR", count: 1...1)
    static let allowances = [allowHeld, PublishCommands.allowEmpty, PolicyRevisionCommands.allowBreakGlass]

    // MARK: plan

    private static let plan = Command(
        "policy", "plan", summary: "Say what applying a directory of policies would change.",
        discussion: """
            Compares the policies, and what they refer to, with those that the tenant has published, document by document
            and member by member, and says what `postern policy lint` finds in the new set and not in the published one,
            and who could still administer the tenant. Nothing is changed, and what a lint finds refuses nothing.

            Exit code 0: `postern policy apply` would publish it, or nothing changes; 1: it would refuse; 2: the arguments
            cannot be used.
            """,
        operands: directory,
        options: AdministrationSession.options + allowances + [ReportFormat.option]
    ) { arguments, console in
        let candidate = try PolicyCandidate(arguments.operands[0], console)
        return try await AdministrationSession.run(arguments) { session in
            let plan = try await make(candidate, session, arguments, console)
            return plan.faults.isEmpty ? .success : .failure
        }
    }

    // MARK: apply

    private static let apply = Command(
        "policy", "apply", summary: "Publish a directory of policies: from then on requests are decided by them.",
        discussion: """
            Prints the plan and publishes the policies, and what they refer to, together as a new revision, unless somebody
            else has published since the plan was made. One document that cannot be read keeps everything as it was, and
            so do an empty directory and an enabled policy that cannot be enforced, unless the options below say otherwise.

            Refused is a set under which no administrator but a break-glass one could sign in, from any desktop at any
            place that the policies tell apart; and one of which an enforced policy reaches a break-glass account.

            A group, user or application that an enabled policy names and that the directory does not hold is a warning:
            the policy does not reach it, and excluded it is not spared. `postern directory apply` may follow later.
            """,
        operands: directory,
        options: AdministrationSession.options + [AdministrationSession.optionalReason] + allowances
            + [ReportFormat.option]
    ) { arguments, console in
        let candidate = try PolicyCandidate(arguments.operands[0], console)
        return try await AdministrationSession.run(arguments) { session in
            let plan = try await make(candidate, session, arguments, console)
            guard plan.faults.isEmpty else {
                throw CommandFailure("nothing was published")
            }
            let isText = arguments.format == .text
            guard !plan.difference.isEmpty || session.tenant.revisions.policies == 0 else {
                if isText { console.write("Nothing was published.\n") }
                return .success
            }
            let outcome = try await session.administration.publishPolicies(
                plan.document, to: plan.tenant, allowsBreakGlass: arguments.has(PolicyRevisionCommands.allowBreakGlass))
            let revision = try PolicyRevisionCommands.report(outcome, console)
            if isText {
                console.write("Published \(plan.contents) to \(session.tenant.alias), as revision \(revision).\n")
            }
            return .success
        }
    }

    /// Makes the plan of a publication and shows it.
    ///
    /// - Throws: when the published policies cannot be read; the store's error.
    static func make(
        _ candidate: PolicyCandidate, _ session: AdministrationSession, _ arguments: CommandArguments,
        _ console: Console
    ) async throws -> PolicyPlan {
        candidate.warn(notIn: try await session.holdings(), console)
        let plan = try await PolicyPlan(
            candidate, session,
            PolicyPlan.Allowances(
                held: arguments.has(allowHeld), empty: arguments.has(PublishCommands.allowEmpty),
                breakGlass: arguments.has(PolicyRevisionCommands.allowBreakGlass)))
        if arguments.format == .json {
            for warning in plan.warnings { console.error("warning: \(warning)\n") }
        }
        console.write(arguments.format == .json ? try plan.indented : plan.text)
        return plan
    }

    // MARK: drift

    private static let drift = Command(
        "policy", "drift", summary: "Say where the published policies differ from a directory.",
        discussion: """
            Exit code 0: they are the same; 1: they differ, and what is printed leads from what is published to what the
            directory holds; 2: the arguments or policies cannot be used.
            """,
        operands: directory, options: AdministrationSession.options + [ReportFormat.option], failureCode: .usage
    ) { arguments, console in
        let collection = try PolicyDirectory(arguments.operands[0]).collection(
            console, otherwise: "nothing was compared")
        return try await AdministrationSession.run(arguments) { session in
            let published = try PolicyPublication.collection(of: await session.publishedNow()?.document)
            let difference = PolicySetDifference(from: published, to: collection)
            if arguments.format == .json {
                console.write(try difference.indented)
            } else if difference.isEmpty {
                let number = session.tenant.revisions.policies
                console.write(
                    "Nothing differs from \(number == 0 ? "what is published: nothing" : "revision \(number)").\n")
            } else {
                let warnings = try await PromotedPolicies.warnings(of: difference, session).map { "warning: \($0)" }
                console.write((PolicyDifferenceText(difference).lines + warnings).map { $0 + "\n" }.joined())
            }
            return difference.isEmpty ? .success : .failure
        }
    }
}
