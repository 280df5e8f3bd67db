/// What a directory document declares, every reference resolved to identifiers.
public struct DirectoryContents: Sendable, Hashable {
    /// The groups, in the document's order.
    public var groups: [AccountGroup]
    /// The accounts, in the document's order; each lists its direct groups.
    public var accounts: [Account]
    /// The resources, in the document's order.
    public var resources: [ResourceApp]
    /// The clients, in the document's order.
    public var clients: [ClientApp]
    /// The certificate authorities, in the document's order.
    public var authorities: [CertificateAuthorityRegistration]

    /// Makes contents; by default there are none.
    public init(
        groups: [AccountGroup] = [], accounts: [Account] = [], resources: [ResourceApp] = [],
        clients: [ClientApp] = [], authorities: [CertificateAuthorityRegistration] = []
    ) {
        self.groups = groups
        self.accounts = accounts
        self.resources = resources
        self.clients = clients
        self.authorities = authorities
    }
}
