public import AccessModel

/// A revocation: tokens of the scope that were decided on before the sequence are no longer active.
public struct RevocationPair: Sendable, Hashable {
    /// What is revoked.
    public var scope: RevocationScope
    /// The journal sequence of the revocation.
    public var sequence: Int64
    /// When it was made; it is kept for the longest token life.
    public var at: Timestamp

    /// Makes a pair.
    public init(scope: RevocationScope, sequence: Int64, at: Timestamp) {
        self.scope = scope
        self.sequence = sequence
        self.at = at
    }
}

/// What a revocation reaches, within one tenant.
public enum RevocationScope: Sendable, Hashable {
    /// Every token of the tenant.
    case tenant
    /// Every token of the account.
    case account(AccountID)
    /// Every token of the client.
    case client(ClientID)
    /// Every token that is bound to the app instance.
    case instance(AppInstanceID)
    /// Every token that names the device.
    case device(DeviceID)
    /// Every token of the grant.
    case grant(GrantID)
}
