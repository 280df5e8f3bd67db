public import AccessModel

/// What the tools over policies need of a tenant's directory.
public struct DirectoryExtract: Sendable, Hashable {
    /// An account.
    public struct Account: Sendable, Hashable {
        /// What policies can target of it, groups flattened.
        public var membership: AccountMembership
        /// The name that people see.
        public var name: String
        /// Whether it may sign in.
        public var isEnabled: Bool

        /// Makes an account.
        public init(_ membership: AccountMembership, name: String, isEnabled: Bool = true) {
            self.membership = membership
            self.name = name
            self.isEnabled = isEnabled
        }
    }

    /// The accounts.
    public var accounts: [Account]
    /// The groups' names.
    public var groups: [GroupID: String]
    /// The names of the applications that access is asked for.
    public var applications: [ApplicationID: String]
    /// The clients' names.
    public var clients: [ClientID: String]

    /// Makes an extract; by default the directory is empty.
    public init(
        accounts: [Account] = [], groups: [GroupID: String] = [:], applications: [ApplicationID: String] = [:],
        clients: [ClientID: String] = [:]
    ) {
        self.accounts = accounts
        self.groups = groups
        self.applications = applications
        self.clients = clients
    }
}
