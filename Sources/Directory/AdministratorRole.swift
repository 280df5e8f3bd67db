public import AccessModel

extension RoleID {
    /// The template identifier of the role Global Administrator, which the first administrator of a tenant gets.
    public static let globalAdministrator = RoleID("62e90394-69f5-4237-9190-012177145e10")
}

extension Account {
    /// The roles whose holders administer a tenant.
    public static let administratorRoles: Set<RoleID> = [.globalAdministrator]

    /// Whether the account holds a role that administers the tenant.
    public var isAdministrator: Bool { !roles.isDisjoint(with: Self.administratorRoles) }
}
