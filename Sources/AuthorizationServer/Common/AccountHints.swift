public import AccessModel

/// What an error may tell a client of the account: `client_info` and `adi`.
///
/// There are none before client and grant are validated; only a ``ValidatedGrant`` makes them.
public struct AccountHints: Sendable, Hashable {
    /// The account.
    public let account: AccountID
    /// The account's home tenant.
    public let tenant: TenantID
    /// The account's user principal name, which `adi` carries.
    public let userPrincipalName: String

    init(account: AccountID, tenant: TenantID, userPrincipalName: String) {
        self.account = account
        self.tenant = tenant
        self.userPrincipalName = userPrincipalName
    }
}
