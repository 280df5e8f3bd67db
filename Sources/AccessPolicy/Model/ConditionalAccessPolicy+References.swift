public import AccessModel

extension ConditionalAccessPolicy {
    /// What the policy names of a tenant's directory: groups, accounts, applications and clients, included and excluded.
    ///
    /// One that the directory does not hold reaches nobody and, excluded, spares nobody.
    public var references: [DirectoryReference] {
        var references = conditions.users.references
        if case .applications(let target) = conditions.resources {
            references += target.include.union(target.exclude).sorted().map(DirectoryReference.application)
        }
        if let principals = conditions.servicePrincipals {
            references += principals.include.clients.union(principals.exclude.clients).sorted()
                .map(DirectoryReference.client)
        }
        return references
    }
}
