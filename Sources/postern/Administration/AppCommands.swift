import AccessModel
import Compliance
import ComplianceGateway
import Directory
import JSONCoding

/// The commands about app instances.
enum AppCommands {
    static let all: [Command] = [
        list,
        act(.approve, "approve", "Take this very instance as managed, whatever evidence it has."),
        act(.revokeApproval, "disapprove", "Take an approval back."),
        act(.block, "block", "Keep an instance from becoming compliant."),
        act(.unblock, "unblock", "End a block."),
        act(.wipe, "wipe", "Have an instance's managed data wiped and end its grants."),
        act(.unenrol, "unenrol", "Give an instance up and end its grants."),
    ]

    private static let account = CommandOption("account", .text("UPN"), help: "only this account's")

    private static let list = Command(
        "app", "list", summary: "List app instances, newest first.",
        options: AdministrationSession.options + [account, ReportFormat.option]
    ) { arguments, console in
        try await AdministrationSession.run(arguments) { session in
            var owner: AccountID?
            if let text = arguments.text(account) {
                guard let name = UserPrincipalName(text),
                    let found = try await session.environment.store.facts(
                        FactsQuery(tenant: session.tenant.id, anchor: .userPrincipalName(name)))?.account
                else { throw CommandFailure("no account `\(text)` in \(session.tenant.alias)") }
                owner = found.account.id
            }
            let instances = try await session.environment.store.instances(
                of: session.tenant.id, account: owner, limit: 1000)
            let found = instances.map(\.instance)
            console.write(arguments.format == .json ? json(found) : text(found))
            return .success
        }
    }

    private static func act(_ act: InstanceAct, _ word: String, _ summary: String) -> Command {
        Command(
            "app", word, summary: summary,
            operands: Command.Operands(placeholder: "INSTANCE-ID", count: 1...1),
            options: AdministrationSession.options + [AdministrationSession.reasonOption]
        ) { arguments, console in
            let reason = try arguments.required(AdministrationSession.reasonOption)
            let instance = AppInstanceID(GUID(arguments.operands[0])?.description ?? arguments.operands[0])
            return try await AdministrationSession.run(arguments) { session in
                let outcome = try await session.administration.act(
                    act, on: instance, in: session.tenant.id, reason: reason, directory: session.directory)
                switch outcome {
                case .done(let stored):
                    console.write(text([stored.instance]))
                    return .success
                case .unknownInstance: throw CommandFailure("no app instance `\(instance)` in \(session.tenant.alias)")
                case .refused(let refusal):
                    throw CommandFailure("the instance's state does not allow it: \(refusal.rawValue)")
                case .concurrentChange: throw CommandFailure("the instance changes all the time; try again")
                }
            }
        }
    }

    private static func text(_ instances: [AppInstance]) -> String {
        if instances.isEmpty { return "No app instances.\n" }
        var table = TextTable("INSTANCE", "ACCOUNT", "CLIENT", "PLATFORM", "EVIDENCE", "STATUS", "REASONS", "MARKS")
        for instance in instances {
            let marks = [
                instance.isApproved ? "approved" : nil, instance.isBlocked ? "blocked" : nil,
                instance.result.weakEvidence ? "weak evidence" : nil, lifecycle(instance),
            ].compactMap(\.self).joined(separator: ", ")
            table.add(
                instance.id.rawValue, instance.account.rawValue, instance.client.rawValue, instance.platform.rawValue,
                instance.evidence.level.name, instance.result.status.name,
                instance.result.reasons.map(\.rawValue).joined(separator: ","), marks)
        }
        return table.text
    }

    private static func lifecycle(_ instance: AppInstance) -> String? {
        switch instance.lifecycle {
        case .enrolled: nil
        case .unenrolled: "unenrolled"
        case .wiped: "wiped"
        }
    }

    private static func json(_ instances: [AppInstance]) -> String {
        var writer = JSONWriter(capacity: 1024)
        writer.array { list in
            for instance in instances {
                list.object { object in
                    object.member("id", instance.id.rawValue)
                    object.member("account", instance.account.rawValue)
                    object.member("client", instance.client.rawValue)
                    object.member("platform", instance.platform.rawValue)
                    object.member("evidence", instance.evidence.level.name)
                    object.member("approved", instance.isApproved)
                    object.member("blocked", instance.isBlocked)
                    object.member("lifecycle", lifecycle(instance) ?? "enrolled")
                    object.member("status", instance.result.status.name)
                    object.member("reasons", instance.result.reasons.map(\.rawValue))
                    object.member("weakEvidence", instance.result.weakEvidence)
                    object.member("enrolledAt", instance.enrolledAt.rfc3339)
                    object.member("lastCheckIn", ifPresent: instance.lastCheckIn?.rfc3339)
                }
            }
        }
        return String(decoding: writer.bytes, as: UTF8.self) + "\n"
    }
}
