import AccessModel
import Directory
import SQLDatabase

/// How accounts are read.
///
/// Groups come from their own statement, because they are flattened.
enum AccountRows {
    static let columns: StaticString =
        "id, user_principal_name, display_name, is_enabled, is_guest, roles, password_hash"

    static let passwordHashColumn = 6

    static func account(_ row: SQLRow) throws -> Account {
        guard let name = UserPrincipalName(try row.text(1)) else { throw DamagedRow(what: "a user principal name") }
        return Account(
            id: try row.identifier(0), userPrincipalName: name, displayName: try row.text(2),
            isEnabled: try row.boolean(3), isGuest: try row.boolean(4),
            roles: Set(SpacedList.split(try row.text(5)).map(RoleID.init)))
    }
}
