import AccessModel
import Directory
import SQLDatabase

/// How accounts are read.
///
/// Groups come from their own statement, because they are flattened.
enum AccountRows {
    static let columns: StaticString = """
        id, user_principal_name, display_name, is_enabled, guest_type, guest_tenant, roles, password_hash, \
        is_break_glass, preferred_language
        """

    static let passwordHashColumn = 7

    static func account(_ row: SQLRow) throws -> Account {
        guard let name = UserPrincipalName(try row.text(1)) else { throw DamagedRow(what: "a user principal name") }
        return Account(
            id: try row.identifier(0), userPrincipalName: name, displayName: try row.text(2),
            isEnabled: try row.boolean(3), guest: try guest(row),
            roles: Set(SpacedList.split(try row.text(6)).map(RoleID.init)), isBreakGlass: try row.boolean(8),
            preferredLanguage: try row.optionalText(9))
    }

    private static func guest(_ row: SQLRow) throws -> GuestIdentity? {
        let type = try row.text(4)
        guard !type.isEmpty else { return nil }
        guard let type = GuestType(rawValue: type) else { throw DamagedRow(what: "a kind of guest") }
        let tenant = try row.text(5)
        return GuestIdentity(type, homeTenant: tenant.isEmpty ? nil : TenantID(tenant))
    }
}
