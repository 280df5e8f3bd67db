public import AccessModel
import AccessPolicy
public import Directory

/// What the store knows at one instant of those who administer a tenant, and of its break-glass accounts.
public struct AdministratorSnapshot: Sendable {
    /// The tenant's head in the same snapshot.
    public var head: TenantHead
    /// The accounts that hold a role or are break-glass, and those that were asked for, each with its direct groups.
    public var accounts: [AccountID: Account]
    /// For each group, the groups that it is a direct member of.
    public var nesting: [GroupID: Set<GroupID>]

    /// Makes a snapshot.
    public init(head: TenantHead, accounts: [AccountID: Account], nesting: [GroupID: Set<GroupID>]) {
        self.head = head
        self.accounts = accounts
        self.nesting = nesting
    }

    /// The enabled administrators and break-glass accounts, as the lock-out guard sees them.
    var guarded: [GuardedAccount] {
        accounts.values.filter { $0.isEnabled && ($0.isAdministrator || $0.isBreakGlass) }.map { account in
            GuardedAccount(
                account.membership(nesting: nesting),
                name: account.userPrincipalName.description, isAdministrator: account.isAdministrator,
                isBreakGlass: account.isBreakGlass)
        }
    }

    /// What policies match on of an account that the snapshot holds.
    func membership(of account: AccountID) -> AccountMembership? {
        accounts[account]?.membership(nesting: nesting)
    }
}

// MARK: What would be

extension AdministratorSnapshot {
    /// The accounts of a directory document that a snapshot must hold to tell what applying it would come to.
    static func accounts(of contents: DirectoryContents) -> Set<AccountID> {
        Set(contents.accounts.filter { !$0.roles.isEmpty || $0.isBreakGlass }.map(\.id))
    }

    /// The snapshot as it would be once a directory document was applied.
    func applying(_ contents: DirectoryContents) -> AdministratorSnapshot {
        var result = self
        for account in contents.accounts { result.put(account) }
        for group in contents.groups { result.replaceMembers(of: group) }
        return result
    }

    /// The snapshot as it would be once an account was disabled.
    func disabling(_ account: AccountID) -> AdministratorSnapshot {
        var result = self
        result.accounts[account]?.isEnabled = false
        return result
    }

    /// A document enables no account that an administrator disabled, and leaves memberships that it does not name.
    private mutating func put(_ account: Account) {
        let old = accounts[account.id]
        guard old != nil || !account.roles.isEmpty || account.isBreakGlass else { return }
        var account = account
        account.isEnabled = account.isEnabled && (old?.isEnabled ?? true)
        account.groups = old?.groups ?? []
        accounts[account.id] = account
    }

    private mutating func replaceMembers(of group: AccountGroup) {
        for id in accounts.keys {
            if group.accounts.contains(id) {
                accounts[id]?.groups.insert(group.id)
            } else {
                accounts[id]?.groups.remove(group.id)
            }
        }
        for id in nesting.keys { nesting[id]?.remove(group.id) }
        for id in group.groups { nesting[id, default: []].insert(group.id) }
    }
}
