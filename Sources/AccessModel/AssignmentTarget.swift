/// Whom something is assigned to: accounts, groups, roles and guests, included and excluded.
///
/// Exclude always wins.
public struct AssignmentTarget: Sendable, Hashable {
    /// One side of an assignment; its lists are alternatives.
    public struct Members: Sendable, Hashable {
        /// Every account, guests included.
        public var all: Bool
        /// Guests and external users, by kind and by where they come from.
        public var guests: Set<GuestSelector>
        /// Accounts by object identifier.
        public var accounts: Set<AccountID>
        /// Groups by object identifier.
        public var groups: Set<GroupID>
        /// Roles by template identifier.
        public var roles: Set<RoleID>

        /// Makes one side; by default it names nobody.
        public init(
            all: Bool = false, guests: Set<GuestSelector> = [], accounts: Set<AccountID> = [],
            groups: Set<GroupID> = [], roles: Set<RoleID> = []
        ) {
            self.all = all
            self.guests = guests
            self.accounts = accounts
            self.groups = groups
            self.roles = roles
        }

        /// Whether this side names nobody.
        public var isEmpty: Bool { self == Members() }

        /// Whether this side names the account; a guest of whom it is not known where he comes from is none of those
        /// from named organisations.
        public func contains(_ membership: AccountMembership) -> Bool {
            all || containsGuest(membership) == true || accounts.contains(membership.account)
                || !groups.isDisjoint(with: membership.groups) || !roles.isDisjoint(with: membership.roles)
        }

        /// Whether this side names the account as a guest; nil when that depends on what is not known.
        public func containsGuest(_ membership: AccountMembership) -> Bool? {
            guard let guest = membership.guest else { return false }
            let answers = guests.map { $0.contains(guest) }
            return answers.contains(true) ? true : answers.contains(nil) ? nil : false
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
