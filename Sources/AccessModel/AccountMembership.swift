/// What the directory knows of an account that a policy or an app-protection policy can target: flattened, so that
/// matching needs no look-up.
public struct AccountMembership: Sendable, Hashable {
    /// The account's object identifier.
    public var account: AccountID
    /// Every group that the account belongs to, nested ones included.
    public var groups: IdentifierSet<Named.Group>
    /// The template identifiers of the directory roles that are active for the account; eligible ones do not count.
    public var roles: IdentifierSet<Named.Role>
    /// What kind of guest or external user the account is; nil for a member of the organisation.
    public var guest: GuestIdentity?

    /// Makes a membership.
    public init(
        account: AccountID, groups: some Sequence<GroupID> = [], roles: some Sequence<RoleID> = [],
        guest: GuestIdentity? = nil
    ) {
        self.account = account
        self.groups = IdentifierSet(groups)
        self.roles = IdentifierSet(roles)
        self.guest = guest
    }
}
