import AccessModel
import JSONCoding

/// Turns the names by which rows refer to each other, and to what the directory holds already, into identifiers, and
/// finds what is declared twice.
struct DirectoryResolver {
    private let rows: DirectoryRows
    private let holdings: DirectoryHoldings
    private(set) var faults: [JSONError] = []
    private var groupsByName: [String: GroupID] = [:]
    private var accountsByName: [String: AccountID] = [:]
    private var resourcesByName: [String: (id: ApplicationID, scopes: Set<String>)] = [:]
    private var accountIDs: Set<AccountID> = []
    private var groupIDs: Set<GroupID> = []
    private var declaredGroups: Set<GroupID> = []
    private var clients: Set<ClientID> = []
    private var groupsOf: [AccountID: Set<GroupID>] = [:]
    private var accountsOf: [GroupID: Set<AccountID>] = [:]
    private var nestedIn: [GroupID: Set<GroupID>] = [:]

    init(rows: DirectoryRows, holdings: DirectoryHoldings) {
        self.rows = rows
        self.holdings = holdings
    }

    mutating func resolve() -> DirectoryContents {
        indexHoldings()
        indexNames()
        checkIdentifiers()
        checkHeldIdentifiers()
        for group in rows.groups { readMembers(of: group) }
        for account in rows.accounts { readGroups(of: account) }
        return DirectoryContents(
            groups: rows.groups.map { group($0.row) }, accounts: rows.accounts.map { account($0.row) },
            resources: rows.resources.map { resource($0) }, clients: rows.clients.map { client($0) },
            authorities: rows.authorities.map { authority($0) })
    }

    // MARK: What is there already

    /// What is held goes by its stored name unless the document declares it anew.
    private mutating func indexHoldings() {
        declaredGroups = Set(rows.groups.map(\.row.id))
        groupIDs = declaredGroups
        accountIDs = Set(rows.accounts.map(\.row.id))
        for (id, name) in holdings.groups where groupIDs.insert(id).inserted { groupsByName[name] = id }
        for (id, name) in holdings.accounts where accountIDs.insert(id).inserted {
            accountsByName[name.normalized] = id
        }
        let declared = Set(rows.resources.map(\.row.id))
        for resource in holdings.resources where !declared.contains(resource.id) {
            resourcesByName[resource.identifier] = (resource.id, resource.scopes)
        }
        clients = holdings.clients.union(rows.clients.map(\.row.id))
    }

    /// An identifier keeps its kind over documents too, for the same reason as within one.
    private mutating func checkHeldIdentifiers() {
        let accounts = Set(holdings.accounts.keys.map(\.rawValue))
        let groups = Set(holdings.groups.keys.map(\.rawValue))
        let apps = Set(holdings.resources.map(\.id.rawValue)).union(holdings.clients.map(\.rawValue))
        let entries =
            rows.groups.map { ($0.row.id.rawValue, $0.path, [accounts, apps]) }
            + rows.accounts.map { ($0.row.id.rawValue, $0.path, [groups, apps]) }
            + rows.resources.map { ($0.row.id.rawValue, $0.path, [accounts, groups]) }
            + rows.clients.map { ($0.row.id.rawValue, $0.path, [accounts, groups]) }
        for (id, path, others) in entries where others.contains(where: { $0.contains(id) }) {
            fault(path.appending("id"), "something of another kind has this identifier already")
        }
    }

    // MARK: What is declared

    private mutating func indexNames() {
        for placed in rows.groups where groupsByName.updateValue(placed.row.id, forKey: placed.row.name) != nil {
            fault(placed.path.appending("name"), "another group has this name")
        }
        for placed in rows.accounts {
            let name = placed.row.userPrincipalName.normalized
            if accountsByName.updateValue(placed.row.id, forKey: name) != nil {
                fault(placed.path.appending("upn"), "another account has this name")
            }
        }
        for placed in rows.resources
        where resourcesByName.updateValue((placed.row.id, Set(placed.row.scopes)), forKey: placed.row.identifier) != nil
        {
            fault(placed.path.appending("identifier"), "another resource has this identifier")
        }
        var authorities: Set<String> = []
        for placed in rows.authorities where !authorities.insert(placed.row.name).inserted {
            fault(placed.path.appending("name"), "another authority has this name")
        }
    }

    /// Identifiers are unique over every kind: a token's `sub` is an account's or a client's, and must say which
    /// (RFC 9700 section 4.15).
    private mutating func checkIdentifiers() {
        var seen: Set<String> = []
        let all =
            rows.groups.map { ($0.row.id.rawValue, $0.path) } + rows.accounts.map { ($0.row.id.rawValue, $0.path) }
            + rows.resources.map { ($0.row.id.rawValue, $0.path) }
        for (id, path) in all where !seen.insert(id).inserted {
            fault(path.appending("id"), "another entry has this identifier")
        }
        // An application that is both client and resource has one identifier for both.
        let others = seen.subtracting(rows.resources.map(\.row.id.rawValue))
        var own: Set<ClientID> = []
        for placed in rows.clients where others.contains(placed.row.id.rawValue) || !own.insert(placed.row.id).inserted
        {
            fault(placed.path.appending("id"), "another entry has this identifier")
        }
    }

    // MARK: What refers to it

    private mutating func readMembers(of placed: Placed<GroupRow>) {
        let group = placed.row.id
        for (index, member) in placed.row.members.enumerated() {
            switch (account(namedBy: member), self.group(namedBy: member)) {
            case (let account?, nil): join(account, group)
            case (nil, let nested?): nestedIn[group, default: []].insert(nested)
            case (.some, .some):
                fault(placed.path.appending("members").appending(index), "names an account and a group")
            case (nil, nil): fault(placed.path.appending("members").appending(index), "names no account and no group")
            }
        }
    }

    private mutating func readGroups(of placed: Placed<AccountRow>) {
        for (index, name) in placed.row.groups.enumerated() {
            let path = placed.path.appending("groups").appending(index)
            guard let group = group(namedBy: name) else {
                fault(path, "names no group")
                continue
            }
            // A group's members are replaced as a whole, so that a held group can't be given one more from here.
            if declaredGroups.contains(group) {
                join(placed.row.id, group)
            } else {
                fault(path, "names a group that is not in this document; declare it here with all of its members")
            }
        }
    }

    private func account(namedBy text: String) -> AccountID? {
        if let name = UserPrincipalName(text), let account = accountsByName[name.normalized] { return account }
        return GUID(text).map { AccountID($0.description) }.flatMap { accountIDs.contains($0) ? $0 : nil }
    }

    private func group(namedBy text: String) -> GroupID? {
        if let group = groupsByName[text] { return group }
        return GUID(text).map { GroupID($0.description) }.flatMap { groupIDs.contains($0) ? $0 : nil }
    }

    private mutating func join(_ account: AccountID, _ group: GroupID) {
        accountsOf[group, default: []].insert(account)
        groupsOf[account, default: []].insert(group)
    }

    private func group(_ row: GroupRow) -> AccountGroup {
        AccountGroup(
            id: row.id, name: row.name, accounts: accountsOf[row.id] ?? [], groups: nestedIn[row.id] ?? [])
    }

    private func account(_ row: AccountRow) -> Account {
        Account(
            id: row.id, userPrincipalName: row.userPrincipalName, displayName: row.name, isEnabled: row.isEnabled,
            guest: row.guest, roles: row.roles, groups: groupsOf[row.id] ?? [],
            isBreakGlass: row.isBreakGlass, preferredLanguage: row.preferredLanguage)
    }

    private mutating func resource(_ placed: Placed<ResourceRow>) -> ResourceApp {
        let row = placed.row
        let callers = clients(row.introspectionClients, at: placed.path.appending("introspectionClients"))
        return ResourceApp(
            id: row.id, identifier: row.identifier, name: row.name, scopes: Set(row.scopes),
            wantsClientCapabilities: row.wantsClientCapabilities, tokenLifetime: row.tokenLifetime,
            introspectionClients: callers)
    }

    private mutating func client(_ placed: Placed<ClientRow>) -> ClientApp {
        let row = placed.row
        let path = placed.path.appending("permissions")
        var permissions: [ClientPermission] = []
        for (index, permission) in row.permissions.enumerated() {
            if let granted = self.permission(permission, at: path.appending(index)) { permissions.append(granted) }
        }
        if Set(permissions.map(\.resource)).count != permissions.count { fault(path, "name a resource twice") }
        return ClientApp(
            id: row.id, name: row.name, kind: row.kind, redirectURIs: row.redirectURIs,
            instanceProof: row.instanceProof, authentication: row.authentication, permissions: permissions,
            readsEvents: row.readsEvents)
    }

    private mutating func permission(_ row: PermissionRow, at path: JSONPath) -> ClientPermission? {
        guard let resource = resourcesByName[row.resource] else {
            fault(path.appending("resource"), "names no resource")
            return nil
        }
        for (index, scope) in row.scopes.enumerated() where !resource.scopes.contains(scope) {
            fault(path.appending("scopes").appending(index), "names no scope of the resource")
        }
        return ClientPermission(resource: resource.id, scopes: Set(row.scopes))
    }

    private mutating func authority(_ placed: Placed<AuthorityRow>) -> CertificateAuthorityRegistration {
        CertificateAuthorityRegistration(
            name: placed.row.name, certificate: placed.row.certificate,
            clients: clients(placed.row.clients, at: placed.path.appending("clients")),
            deviceNaming: placed.row.device?.naming)
    }

    private mutating func clients(_ texts: [String], at path: JSONPath) -> Set<ClientID> {
        var found: Set<ClientID> = []
        for (index, text) in texts.enumerated() {
            let id = GUID(text).map { ClientID($0.description) }
            if let id, clients.contains(id) {
                found.insert(id)
            } else {
                fault(path.appending(index), "names no client")
            }
        }
        return found
    }

    private mutating func fault(_ path: JSONPath, _ reason: String) {
        faults.append(JSONError(.invalidValue(reason), at: path))
    }
}
