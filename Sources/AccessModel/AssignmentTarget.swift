/// Whom something is assigned to: accounts, groups, roles and guests, included and excluded.
///
/// Exclude always wins.
public struct AssignmentTarget: Sendable, Hashable {
    /// One side of an assignment; its lists are alternatives.
    public struct Members: Sendable, Hashable {
        /// Every account, guests included.
        public var all: Bool
        /// Every guest.
        public var guests: Bool
        /// Accounts by object identifier.
        public var accounts: Set<AccountID>
        /// Groups by object identifier.
        public var groups: Set<GroupID>
        /// Roles by template identifier.
        public var roles: Set<RoleID>

        /// Makes one side; by default it names nobody.
        public init(
            all: Bool = false, guests: Bool = false, accounts: Set<AccountID> = [], groups: Set<GroupID> = [],
            roles: Set<RoleID> = []
        ) {
            self.all = all
            self.guests = guests
            self.accounts = accounts
            self.groups = groups
            self.roles = roles
        }

        /// Whether this side names nobody.
        public var isEmpty: Bool { self == Members() }

        /// Whether this side names the account.
        public func contains(_ membership: AccountMembership) -> Bool {
            all || (guests && membership.isGuest) || accounts.contains(membership.account)
                || !groups.isDisjoint(with: membership.groups) || !roles.isDisjoint(with: membership.roles)
        }
    }

    /// Who is included.
    public var include: Members
    /// Who is excluded, whoever includes them.
    public var exclude: Members

    /// Makes an assignment; by default it reaches nobody.
    public init(include: Members = Members(), exclude: Members = Members()) {
        self.include = include
        self.exclude = exclude
    }

    /// Whether the assignment reaches the account: included and not excluded.
    public func matches(_ membership: AccountMembership) -> Bool {
        include.contains(membership) && !exclude.contains(membership)
    }
}
