import AccessModel
import AccessPolicy
import JSONCoding

/// Identifiers that no policy can name.
///
/// A policy names users, groups, roles, organisations, clients and applications by GUIDs and is held while it names
/// one by anything else. So an identifier that is no GUID, a name or a typo, matches none of them, and nothing says so.
struct UnknownIdentifiers {
    /// What an identifier is of.
    enum Kind: String {
        case user
        case group
        case role
        case organisation
        case client
        case application
    }

    private struct Entry: Hashable {
        let kind: Kind
        let id: String
    }

    private var entries: [Entry] = []
    private var seen: Set<Entry> = []

    /// How many are kept.
    private static let maximum = 1000
    /// How many are told to people.
    private static let maximumWarnings = 20

    init() {}

    /// Whether there is none.
    var isEmpty: Bool { entries.isEmpty }

    /// Takes note of those in a request.
    mutating func note(_ request: AccessRequest) {
        switch request.subject {
        case .account(let membership): note(membership)
        case .servicePrincipal(let principal): note(.client, principal.client.rawValue)
        }
        if case .application(let id) = request.resource { note(.application, id.rawValue) }
    }

    /// Takes note of those in a population.
    mutating func note(_ population: Population) {
        for account in population.accounts { note(account) }
        for application in population.applications { note(.application, application.id.rawValue) }
    }

    private mutating func note(_ membership: AccountMembership) {
        note(.user, membership.account.rawValue)
        for group in membership.groups.sorted() { note(.group, group.rawValue) }
        for role in membership.roles.sorted() { note(.role, role.rawValue) }
        if let tenant = membership.guest?.homeTenant { note(.organisation, tenant.rawValue) }
    }

    private mutating func note(_ kind: Kind, _ id: String) {
        guard GUID(id) == nil, entries.count < Self.maximum else { return }
        let entry = Entry(kind: kind, id: id)
        if seen.insert(entry).inserted { entries.append(entry) }
    }
}

// MARK: What is said

extension UnknownIdentifiers {
    /// Warns of each, with the identifier that the directory has of that name.
    func warn(_ console: Console, _ directory: ToolDirectory?) {
        for entry in entries.prefix(Self.maximumWarnings) {
            let known = directory?.identifier(of: entry.id, entry.kind).map { ", `\($0)`" }
            let advice = known ?? (directory == nil ? ", or --directory" : "")
            console.error(
                "warning: the \(entry.kind.rawValue) `\(entry.id.printable(atMost: 254))` is no GUID, which is how policies name everything: none that is meant for it matches; give its identifier\(advice)\n"
            )
        }
        let rest = entries.count - Self.maximumWarnings
        if rest > 0 { console.error("warning: so is the case with \(rest) more\n") }
    }

    /// A report's document with the member `unknownIdentifiers`, if there is any.
    func added(to document: JSONValue) -> JSONValue {
        guard !isEmpty, var members = document.objectValue else { return document }
        members.append(
            "unknownIdentifiers",
            .array(entries.map { ["id": .string($0.id), "kind": .string($0.kind.rawValue)] }))
        return .object(members)
    }
}
