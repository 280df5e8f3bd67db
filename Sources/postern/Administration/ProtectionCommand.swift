import AccessModel
import Compliance
import ComplianceGateway
import Directory
import JSONCoding

/// `postern protection publish`.
enum ProtectionCommand {
    static let publishing = Command(
        "protection", "publish", summary: "Publish app-protection policies and exemptions.",
        discussion: """
            The file (YAML or JSON) has `policies` and, where there are any, `exemptions`; `devices` says what is asked
            of devices beside a source's verdict. It replaces what was published before. With `exemptionsNeedApproval` no exemption comes or goes with it: see `postern exemption request`. `remindAheadSeconds` says how long before a step it is told again. A policy whose content changed gets a new revision, which its app instances have to apply.
            Without any policy nothing is published, unless --allow-empty says so.

            Accounts, groups, roles and clients are named by their GUIDs. One that the directory does not hold is a
            warning: `postern directory apply` may follow later.
            """,
        operands: Command.Operands(placeholder: "FILE", count: 1...1),
        options: AdministrationSession.options + [AdministrationSession.optionalReason, PublishCommands.allowEmpty]
    ) { arguments, console in
        let document = try read(arguments.operands[0], console)
        guard !document.policies.isEmpty || arguments.has(PublishCommands.allowEmpty) else {
            throw CommandFailure(
                "`\(arguments.operands[0])` holds no policy; nothing was published (--allow-empty ends all app protection)"
            )
        }
        return try await AdministrationSession.run(arguments) { session in
            try await demandApproval(document, arguments.operands[0], session)
            warn(about: document, notIn: try await session.holdings(), console)
            let published = try await session.administration.publishProtection(
                document.policies, exemptions: document.exemptions, devices: document.devices,
                settings: document.settings, to: session.tenant)
            guard let published else {
                throw CommandFailure("somebody else published at the same moment; look and try again")
            }
            for policy in published {
                let weak = policy.rules.acceptsWeakEvidence ? "  accepts self-reported evidence, which is weak" : ""
                console.write("\(policy.id)  revision \(policy.revision)\(weak)\n")
            }
            let count = TextLayout.count(published.count, "app-protection policy", "app-protection policies")
            console.write("Published \(count) to \(session.tenant.alias).\n")
            return .success
        }
    }

    private static func read(_ path: String, _ console: Console) throws -> ProtectionDocument {
        let file = DocumentFile(path)
        let (tree, sources) = try file.parse()
        do {
            return try ProtectionDocument.read(JSONElement(tree))
        } catch {
            for fault in error.faults { console.error(file.line(fault, sources)) }
            throw CommandFailure("nothing was published; correct `\(path)`")
        }
    }

    /// What needs two administrators is not given up by leaving a line out.
    private static func demandApproval(
        _ document: ProtectionDocument, _ path: String, _ session: AdministrationSession
    ) async throws {
        let record = try await session.environment.store.configuration(of: session.tenant.id)
        guard record?.protectionSettings.exemptionsNeedApproval == true, !document.saysWhoApproves else { return }
        throw CommandFailure(
            "exemptions need a second administrator here; say in `\(path)` whether that stays, with `exemptionsNeedApproval`"
        )
    }

    private static func warn(about document: ProtectionDocument, notIn holdings: DirectoryHoldings, _ console: Console)
    {
        for policy in document.policies {
            console.warn(of: policy.references, in: "policy \(policy.displayName)", notIn: holdings)
        }
        for exemption in document.exemptions {
            console.warn(of: exemption.references, in: "exemption \(exemption.id)", notIn: holdings)
        }
    }
}
