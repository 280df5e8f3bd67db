import AccessModel
import AccessPolicy
import Directory
import JSONCoding

/// A directory document as the tools use it: what policies can target of it, and what its entries are called.
struct ToolDirectory {
    /// What policies can target, and the names that people see.
    let extract: DirectoryExtract
    private let memberships: [AccountID: AccountMembership]
    private let accountNames: NameTable<Named.Account>
    private let groupNames: NameTable<Named.Group>
    private let applicationNames: NameTable<Named.Application>
    private let clientNames: NameTable<Named.Client>

    init(_ contents: DirectoryContents) {
        extract = DirectoryExtract(contents)
        memberships = Dictionary(extract.accounts.map { ($0.membership.account, $0.membership) }) { first, _ in first }
        accountNames = NameTable(
            contents.accounts.map { ($0.id, $0.userPrincipalName.normalized, $0.displayName) })
        groupNames = NameTable(contents.groups.map { ($0.id, nil, $0.name) })
        applicationNames = NameTable(contents.resources.map { ($0.id, $0.identifier, $0.name) })
        clientNames = NameTable(contents.clients.map { ($0.id, nil, $0.name) })
    }
}

// MARK: Memberships

extension ToolDirectory {
    /// Where an account's groups and roles are from.
    enum MembershipOrigin {
        /// The account came with some of its own.
        case given
        /// It came with none, and the directory holds it.
        case directory
        /// It came with none, and the directory does not hold it.
        case unknown
    }

    /// An account with what the directory knows of it, if it came without groups and roles.
    func filled(_ membership: AccountMembership) -> (AccountMembership, MembershipOrigin) {
        guard membership.groups.isEmpty, membership.roles.isEmpty else { return (membership, .given) }
        guard var known = memberships[membership.account] else { return (membership, .unknown) }
        known.guest = membership.guest ?? known.guest
        return (known, .directory)
    }

    /// A request with what the directory knows of its account, if it came without groups and roles.
    func filled(_ request: AccessRequest) -> AccessRequest {
        guard case .account(let membership) = request.subject else { return request }
        var request = request
        request.subject = .account(filled(membership).0)
        return request
    }
}

// MARK: Names

extension ToolDirectory {
    /// The request with identifiers in the place of names, and with what the directory knows of the account besides.
    ///
    /// - Throws: ``CommandFailure`` when a name may mean several, or when the directory does not hold the account.
    func resolved(_ request: AccessRequest) throws(CommandFailure) -> AccessRequest {
        var request = request
        switch request.subject {
        case .account(let membership): request.subject = .account(try resolved(membership))
        case .servicePrincipal(var principal):
            principal.client = try clientNames.identifier(principal.client, "clients") ?? principal.client
            request.subject = .servicePrincipal(principal)
        }
        if case .application(let id) = request.resource {
            request.resource = .application(try applicationNames.identifier(id, "applications") ?? id)
        }
        return request
    }

    private func resolved(_ given: AccountMembership) throws(CommandFailure) -> AccountMembership {
        guard let id = try accountNames.identifier(given.account, "accounts"), var known = memberships[id] else {
            let name = given.account.rawValue.printable(atMost: 254)
            throw CommandFailure(
                "the directory has no account with the identifier, user principal name or name `\(name)`")
        }
        var groups: [GroupID] = []
        for group in given.groups { groups.append(try groupNames.identifier(group, "groups") ?? group) }
        known.groups.formUnion(groups)
        known.roles.formUnion(given.roles)
        known.guest = given.guest ?? known.guest
        return known
    }

    /// The identifier of the one entry that has a name; nil when none has it, or several have.
    func identifier(of name: String, _ kind: UnknownIdentifiers.Kind) -> String? {
        switch kind {
        case .user: accountNames.only(name)
        case .group: groupNames.only(name)
        case .application: applicationNames.only(name)
        case .client: clientNames.only(name)
        case .role, .organisation: nil
        }
    }
}

/// The entries of one kind, by identifier, by unique name and by the name that people see; in any case.
private struct NameTable<Subject> {
    private var unique: [String: Identifier<Subject>] = [:]
    private var shown: [String: [Identifier<Subject>]] = [:]

    init(_ entries: [(id: Identifier<Subject>, unique: String?, shown: String)]) {
        for entry in entries {
            if let name = entry.unique { unique[name.lowercased()] = entry.id }
            shown[entry.shown.lowercased(), default: []].append(entry.id)
        }
        // An identifier goes before a name that looks like one.
        for entry in entries { unique[entry.id.rawValue] = entry.id }
    }

    /// The identifiers that a text may mean.
    private func identifiers(_ text: String) -> [Identifier<Subject>] {
        let text = text.lowercased()
        return unique[text].map { [$0] } ?? shown[text] ?? []
    }

    /// The identifier that a text means; nil when it means none.
    func identifier(_ id: Identifier<Subject>, _ plural: String) throws(CommandFailure) -> Identifier<Subject>? {
        let found = identifiers(id.rawValue)
        guard found.count > 1 else { return found.first }
        throw CommandFailure(
            "the directory has several \(plural) called `\(id.rawValue.printable(atMost: 254))`: "
                + "\(found.map(\.rawValue).sorted().quoted); give the identifier of one")
    }

    func only(_ text: String) -> String? {
        let found = identifiers(text)
        return found.count == 1 ? found.first?.rawValue : nil
    }
}
