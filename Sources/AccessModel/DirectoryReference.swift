/// One thing of a tenant's directory that a policy names by its identifier.
public enum DirectoryReference: Sendable, Hashable {
    /// An account.
    case account(AccountID)
    /// A group.
    case group(GroupID)
    /// An application that access is asked for.
    case application(ApplicationID)
    /// A client.
    case client(ClientID)
}

extension DirectoryReference: CustomStringConvertible {
    /// What is named, in words; a policy's users are accounts.
    public var description: String {
        switch self {
        case .account(let id): "the user \(id)"
        case .group(let id): "the group \(id)"
        case .application(let id): "the application \(id)"
        case .client(let id): "the client \(id)"
        }
    }
}

extension AssignmentTarget {
    /// The accounts and groups that either side names, groups first, each kind ordered by identifier.
    ///
    /// Roles are not among them: they are named by templates that every tenant knows.
    public var references: [DirectoryReference] {
        include.groups.union(exclude.groups).sorted().map(DirectoryReference.group)
            + include.accounts.union(exclude.accounts).sorted().map(DirectoryReference.account)
    }
}
