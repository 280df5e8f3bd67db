public import AccessModel

/// What a tenant's directory holds, by the names and identifiers that documents refer to it with.
public struct DirectoryHoldings: Sendable, Hashable {
    /// The accounts' user principal names.
    public var accounts: [AccountID: UserPrincipalName]
    /// The groups' names.
    public var groups: [GroupID: String]
    /// The registered resources, without the compliance and the administration resource, which every tenant has.
    public var resources: [ResourceApp]
    /// The registered clients.
    public var clients: Set<ClientID>

    /// Makes holdings; by default there is nothing.
    public init(
        accounts: [AccountID: UserPrincipalName] = [:], groups: [GroupID: String] = [:],
        resources: [ResourceApp] = [], clients: Set<ClientID> = []
    ) {
        self.accounts = accounts
        self.groups = groups
        self.resources = resources
        self.clients = clients
    }

    /// Whether the directory holds what is referred to.
    public func holds(_ reference: DirectoryReference) -> Bool {
        switch reference {
        case .account(let id): accounts[id] != nil
        case .group(let id): groups[id] != nil
        case .application(let id):
            id == .complianceResource || id == .administrationResource || resources.contains { $0.id == id }
        case .client(let id): clients.contains(id)
        }
    }
}
