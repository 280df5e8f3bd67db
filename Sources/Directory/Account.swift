public import AccessModel

/// A person's account in a tenant.
public struct Account: Sendable, Hashable {
    /// The object identifier, the token claims `oid` and `sub`; a GUID in canonical form.
    public var id: AccountID
    /// The user principal name, as it is shown; compared by ``UserPrincipalName/normalized``.
    public var userPrincipalName: UserPrincipalName
    /// The name that people see.
    public var displayName: String
    /// Whether the account may sign in and be issued tokens.
    public var isEnabled: Bool
    /// What kind of guest or external user the account is; nil for a member of the organisation.
    public var guest: GuestIdentity?
    /// The template identifiers of the directory roles that are active for the account.
    public var roles: Set<RoleID>
    /// The groups that the account is a direct member of.
    public var groups: Set<GroupID>
    /// Whether the account is kept for emergencies: no policy is to reach it, and nobody uses it from day to day.
    public var isBreakGlass: Bool
    /// The language that the person prefers to be addressed in, as a tag (BCP 47); nil when it is not known.
    public var preferredLanguage: String?

    /// Makes an account.
    public init(
        id: AccountID, userPrincipalName: UserPrincipalName, displayName: String, isEnabled: Bool = true,
        guest: GuestIdentity? = nil, roles: Set<RoleID> = [], groups: Set<GroupID> = [],
        isBreakGlass: Bool = false, preferredLanguage: String? = nil
    ) {
        self.id = id
        self.userPrincipalName = userPrincipalName
        self.displayName = displayName
        self.isEnabled = isEnabled
        self.guest = guest
        self.roles = roles
        self.groups = groups
        self.isBreakGlass = isBreakGlass
        self.preferredLanguage = preferredLanguage
    }

    /// What a policy can target of this account, once its groups were closed over nesting.
    ///
    /// - Parameter closure: every group that the account belongs to, nested ones included.
    /// - Returns: the flattened membership.
    public func membership(closure: Set<GroupID>) -> AccountMembership {
        AccountMembership(account: id, groups: closure, roles: roles, guest: guest)
    }

    /// What a policy can target of this account; its direct groups are closed over nesting, and circles end.
    ///
    /// - Parameter nesting: for each group, the groups that it is a direct member of.
    /// - Returns: the flattened membership.
    public func membership(nesting: [GroupID: Set<GroupID>]) -> AccountMembership {
        var found = groups
        var pending = Array(groups)
        while let next = pending.popLast() {
            for group in nesting[next] ?? [] where found.insert(group).inserted { pending.append(group) }
        }
        return membership(closure: found)
    }
}
