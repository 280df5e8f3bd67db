public import AccessModel

extension AppProtectionPolicy {
    /// What the policy names of a tenant's directory: groups, accounts and clients.
    public var references: [DirectoryReference] {
        guard case .clients(let clients) = apps else { return target.references }
        return target.references + clients.sorted().map(DirectoryReference.client)
    }
}

extension Exemption {
    /// What the exemption names of a tenant's directory; devices and app instances are not part of it.
    public var references: [DirectoryReference] {
        guard case .account(let account) = scope else { return [] }
        return [.account(account)]
    }
}
