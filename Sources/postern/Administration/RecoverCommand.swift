import ComplianceGateway
import JSONCoding

/// `postern recover`: the way back in for whoever holds the host.
enum RecoverCommand {
    static let command = Command(
        "recover", summary: "Set every policy of a tenant to report-only, when they lock everybody out.",
        discussion: """
            The policies stay as they are but for their state, as a new revision; requests are decided by it from then
            on, also by a gateway that is serving. No administrator has to be able to sign in, and no guard is asked: what
            is not enforced locks nobody out. `postern policy rollback N` puts a revision in force again.
            """,
        options: AdministrationSession.options + [AdministrationSession.reasonOption]
    ) { arguments, console in
        try await AdministrationSession.run(arguments) { session in
            guard let recovery = try await session.administration.recoverPolicies(of: session.tenant.id) else {
                throw CommandFailure("others publish all the time; stop them and try again")
            }
            if recovery.policies.isEmpty {
                console.write(
                    "No policy of \(session.tenant.alias) is enabled; revision \(recovery.revision) stays in force.\n")
                return .success
            }
            for policy in recovery.policies {
                console.write("report-only  \(policy.id)  \(policy.displayName.printable(atMost: 300))\n")
            }
            console.write(
                "Set \(TextLayout.count(recovery.policies.count, "policy", "policies")) of \(session.tenant.alias) to report-only, as revision \(recovery.revision).\n"
            )
            let them = recovery.policies.count == 1 ? "it" : "them"
            console.write(
                "Your directory of policies still has \(them) enabled: correct it and apply; `postern policy rollback \(recovery.revision - 1)` puts \(them) back.\n"
            )
            return .success
        }
    }
}
