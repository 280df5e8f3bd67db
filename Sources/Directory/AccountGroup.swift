public import AccessModel

/// A group of accounts and of other groups.
public struct AccountGroup: Sendable, Hashable {
    /// The object identifier; a GUID in canonical form.
    public var id: GroupID
    /// The name, unique in the tenant.
    public var name: String
    /// The accounts that are direct members.
    public var accounts: Set<AccountID>
    /// The groups that are direct members.
    public var groups: Set<GroupID>

    /// Makes a group.
    public init(id: GroupID, name: String, accounts: Set<AccountID> = [], groups: Set<GroupID> = []) {
        self.id = id
        self.name = name
        self.accounts = accounts
        self.groups = groups
    }
}
