public import AccessModel

/// An organisation: the boundary that no account, client, key or token crosses.
public struct Tenant: Sendable, Hashable {
    /// The tenant's GUID, the token claim `tid`.
    public var id: TenantID
    /// The other name by which URLs may address the tenant; lower case.
    public var alias: String
    /// The name that people see.
    public var name: String

    /// Makes a tenant.
    public init(id: TenantID, alias: String, name: String) {
        self.id = id
        self.alias = alias
        self.name = name
    }
}
