import AccessModel
import AccessPolicy
import Compliance
import ComplianceGateway
import Directory
import JSONCoding
import PolicyFormat

/// Documents that the tools over policies look at besides; what is wrong with one is written with its place.
struct ToolDocuments {
    let console: Console

    init(_ console: Console) {
        self.console = console
    }

    /// What a directory document says of accounts, groups, applications and clients.
    func directory(_ path: String) throws -> DirectoryContents {
        try read(path, "directory") { tree throws(DirectoryDocumentError) in
            try DirectoryDocument.read(tree)
        } faults: {
            $0.faults
        }
    }

    /// Whom and what the app-protection policies of a document are for.
    func protection(_ path: String) throws -> [LintInput.Protection] {
        let document = try read(path, "app-protection policies") { tree throws(ProtectionDocumentError) in
            try ProtectionDocument.read(tree)
        } faults: {
            $0.faults
        }
        return document.policies.map { policy in
            switch policy.apps {
            case .all: LintInput.Protection(policy.target)
            case .clients(let clients): LintInput.Protection(policy.target, clients: clients)
            }
        }
    }

    /// The sign-ins of a document.
    func signIns(_ path: String) throws -> [LintInput.ClientUse] {
        try read(path, "sign-ins") { tree throws(JSONError) in
            try tree.read(as: [SignInRow].self).map(\.use)
        } faults: {
            [$0]
        }
    }

    /// The population of a document.
    func population(_ path: String) throws -> Population {
        try read(path, "population") { tree throws(JSONError) in
            try tree.read(as: Population.self)
        } faults: {
            [$0]
        }
    }

    private func read<Contents, Failure: Error>(
        _ path: String, _ kind: String, _ read: (JSONElement) throws(Failure) -> Contents,
        faults: (Failure) -> [JSONError]
    ) throws -> Contents {
        let file = DocumentFile(path)
        let (tree, sources) = try file.parse()
        do {
            return try read(JSONElement(tree))
        } catch {
            for fault in faults(error) { console.error(file.line(fault, sources)) }
            throw CommandFailure("the \(kind) in `\(path)` cannot be used; correct the errors above")
        }
    }
}

/// A sign-in: `account`, `client`, and whether the client declared `protapp`.
private struct SignInRow: JSONObjectReadable {
    static let unknownMembers = UnknownMembers.refuse
    let use: LintInput.ClientUse

    init(json: inout JSONObject) throws(JSONError) {
        use = LintInput.ClientUse(
            AccountID(try Self.guid("account", &json)), ClientID(try Self.guid("client", &json)),
            declaresProtection: try json.required("protapp", as: Bool.self))
    }

    private static func guid(_ name: String, _ json: inout JSONObject) throws(JSONError) -> String {
        guard let guid = GUID(try json.required(name, as: String.self)) else {
            throw json.invalid(name, "must be a GUID")
        }
        return guid.description
    }
}

extension DirectoryExtract {
    /// What the tools need of a directory's contents, memberships flattened.
    init(_ contents: DirectoryContents) {
        let nesting = contents.groups.reduce(into: [GroupID: Set<GroupID>]()) { nesting, group in
            for member in group.groups { nesting[member, default: []].insert(group.id) }
        }
        self.init(
            accounts: contents.accounts.map { account in
                Account(
                    account.membership(nesting: nesting), name: account.displayName, isEnabled: account.isEnabled)
            },
            groups: Dictionary(contents.groups.map { ($0.id, $0.name) }) { first, _ in first },
            applications: Dictionary(contents.resources.map { ($0.id, $0.name) }) { first, _ in first },
            clients: Dictionary(contents.clients.map { ($0.id, $0.name) }) { first, _ in first })
    }
}
