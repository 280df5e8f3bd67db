public import AccessModel

/// An enabled account that the lock-out guard looks at: an administrator's, a break-glass account, or both.
public struct GuardedAccount: Sendable, Hashable {
    /// What policies match on.
    public var membership: AccountMembership
    /// The name that a report calls the account by.
    public var name: String
    /// Whether the account holds a role that administers the tenant.
    public var isAdministrator: Bool
    /// Whether the account is kept for emergencies: no policy may reach it, and it counts for nobody's access.
    public var isBreakGlass: Bool

    /// Makes an account.
    public init(_ membership: AccountMembership, name: String, isAdministrator: Bool, isBreakGlass: Bool) {
        self.membership = membership
        self.name = name
        self.isAdministrator = isAdministrator
        self.isBreakGlass = isBreakGlass
    }
}
