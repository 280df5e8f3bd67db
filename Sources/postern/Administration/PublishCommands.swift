import AccessPolicy
import ComplianceGateway
import Directory
import JSONCoding

/// The commands that publish documents to a tenant.
enum PublishCommands {
    static let all: [Command] = [ProtectionCommand.publishing, directory]

    static let allowEmpty = CommandOption(
        "allow-empty", help: "publish although there is no policy at all")

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
            switch try await session.administration.apply(contents, to: session.tenant.id) {
            case .done(let reached):
                for reach in reached {
                    console.error("warning: \(LockOutReport.line(reach)); the next set of policies has to exclude it\n")
                }
            case .refused(let verdict):
                LockOutReport(verdict: verdict).write(to: console, refusal: .nobodyCanAdminister)
                throw CommandFailure("nothing was changed; nobody could administer the tenant afterwards")
            case .notDone: throw CommandFailure("the directory changes all the time; try again")
            }
            try await session.warnOfPasswords(console)
            let counts = [
                TextLayout.count(contents.accounts.count, "account"), TextLayout.count(contents.groups.count, "group"),
                TextLayout.count(contents.clients.count, "client"),
                TextLayout.count(contents.resources.count, "resource"),
            ].joined(separator: ", ")
            let authorities = TextLayout.count(contents.authorities.count, "authority", "authorities")
            console.write("Applied \(counts) and \(authorities) to \(session.tenant.alias).\n")
            return .success
        }
    }
}
