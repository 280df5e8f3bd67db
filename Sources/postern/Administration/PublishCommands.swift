import AccessModel
import AccessPolicy
import ComplianceGateway
import Directory
import JSONCoding
import PolicyFormat
import ServiceRuntime

/// The commands that publish documents to a tenant.
enum PublishCommands {
    static let all: [Command] = [policies, ProtectionCommand.publishing, directory]

    private static let allowHeld = CommandOption(
        "allow-held", help: "publish although an enabled policy cannot be enforced and is held at report-only")
    static let allowEmpty = CommandOption(
        "allow-empty", help: "publish although there is no policy at all")

    private static let policies = Command(
        "policy", "publish", summary: "Publish a directory of policies: from then on requests are decided by them.",
        discussion: """
            Reads every policy and named location in the directory, as `postern policy import` wrote them, and publishes
            them together. One that cannot be read keeps everything as it was, and so do an empty directory and an enabled
            policy that cannot be enforced, unless the options below say otherwise.

            A group, user or application that an enabled policy names and that the directory does not hold is a warning:
            the policy does not reach it, and excluded it is not spared. `postern directory apply` may follow later.
            """,
        operands: Command.Operands(placeholder: "DIR", count: 1...1),
        options: AdministrationSession.options
            + [AdministrationSession.optionalReason, allowHeld, allowEmpty]
    ) { arguments, console in
        var collection = PolicyCollection(try PolicyDirectory(arguments.operands[0]).read())
        guard collection.refusedCount == 0 else {
            for diagnostic in collection.diagnostics { console.error("\(diagnostic)\n") }
            throw CommandFailure("nothing was published; correct what cannot be read")
        }
        collection.holdUnresolvedReferences()
        let published = collection
        for diagnostic in published.diagnostics { console.error("\(diagnostic)\n") }
        guard !published.policies.isEmpty || arguments.has(allowEmpty) else {
            throw CommandFailure(
                "`\(arguments.operands[0])` holds no policy; nothing was published (--allow-empty ends all enforcement)"
            )
        }
        let held = published.policies.filter { $0.policy.state == .enabled && $0.policy.effectiveState != .enabled }
        for document in held {
            let reasons = document.policy.unenforceable.map { "\($0.path): \($0.detail)" }.joined(separator: "; ")
            console.error(
                "\(document.file): `\(document.policy.displayName)` is enabled but cannot be enforced: \(reasons)\n")
        }
        let unresolved = held.filter { document in
            document.policy.conditions.locations?.references.contains { published.namedLocation($0) == nil } ?? false
        }
        // In force they could not be decided, and nobody would get a token.
        guard unresolved.isEmpty else {
            throw CommandFailure(
                "nothing was published; \(unresolved.count) enabled policies name locations that are not in the directory"
            )
        }
        guard held.isEmpty || arguments.has(allowHeld) else {
            throw CommandFailure(
                "nothing was published; correct \(held.count) enabled policies, set them to report-only, or give --allow-held"
            )
        }
        return try await AdministrationSession.run(arguments) { session in
            let holdings = try await session.holdings()
            for policy in published.policies.map(\.policy) where policy.state == .enabled {
                console.warn(of: policy.references, in: "policy \(policy.displayName)", notIn: holdings)
            }
            guard
                try await session.administration.publishPolicies(
                    PolicyPublication.bytes(of: published), to: session.tenant)
            else { throw CommandFailure("somebody else published at the same moment; look and try again") }
            let enforced = published.policies.filter { $0.policy.effectiveState == .enabled }.count
            console.write(
                "Published \(published.policies.count) policies (\(enforced) enforced) and \(published.namedLocations.count) named locations to \(session.tenant.alias).\n"
            )
            return .success
        }
    }

    private static let directory = Command(
        "directory", "apply", summary: "Add or change accounts, groups, clients, resources and authorities.",
        discussion: """
            The file (YAML or JSON) names what is to be there: `groups`, `accounts`, `resources`, `clients` and
            `authorities`. What it does not name stays as it is, and it may refer to it: a group's members are accounts
            (by user principal name or identifier) and groups (by name or identifier) of the file or of the directory. A
            group's members are replaced as a whole. It disables accounts but enables none.
            """,
        operands: Command.Operands(placeholder: "FILE", count: 1...1),
        options: AdministrationSession.options + [AdministrationSession.optionalReason]
    ) { arguments, console in
        let path = arguments.operands[0]
        let file = DocumentFile(path)
        let (tree, sources) = try file.parse()
        return try await AdministrationSession.run(arguments) { session in
            let contents: DirectoryContents
            do {
                contents = try DirectoryDocument.read(JSONElement(tree), beside: await session.holdings())
            } catch let error as DirectoryDocumentError {
                for fault in error.faults { console.error(file.line(fault, sources)) }
                throw CommandFailure("nothing was changed; correct `\(path)`")
            }
            guard try await session.administration.apply(contents, to: session.tenant.id) else {
                throw CommandFailure("the tenant is gone")
            }
            console.write(
                "Applied \(contents.accounts.count) accounts, \(contents.groups.count) groups, \(contents.clients.count) clients, \(contents.resources.count) resources and \(contents.authorities.count) authorities to \(session.tenant.alias).\n"
            )
            return .success
        }
    }
}
