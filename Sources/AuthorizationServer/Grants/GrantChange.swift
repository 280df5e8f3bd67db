public import AccessModel

/// A change of state that a grant's rules ask for.
///
/// The changes of one outcome are one write: all of them, or none when one's precondition does not hold. A precondition
/// is checked by the statement that makes the change, never by a read before it.
public enum GrantChange: Sendable, Hashable {
    /// Keeps a new code.
    ///
    /// Precondition: none; the hash is of fresh random bytes.
    case insertCode(AuthorizationCode)
    /// Marks a code used.
    ///
    /// Precondition: it is unused. When it does not hold, two redemptions raced.
    case consumeCode(SecretHash, grant: GrantID, at: Timestamp)
    /// Keeps a new grant.
    ///
    /// Precondition: there is none of that identifier, and no revocation pair of it either.
    case createGrant(Grant)
    /// Binds a grant to an app instance.
    ///
    /// Precondition: the grant is active and bound to `expecting`, or unbound where that is nil.
    case bindGrant(GrantID, to: AppInstanceID, expecting: AppInstanceID?)
    /// Ends a grant: its refresh tokens are refused from now on, and a revocation pair cuts its access tokens.
    ///
    /// Precondition: none. A grant that is dead keeps its first reason; one that was never made leaves only the pair.
    case killGrant(GrantID, GrantDeath, at: Timestamp)
    /// Keeps a grant's first refresh token.
    ///
    /// Precondition: none; the grant is made in the same write.
    case insertRefreshToken(RefreshToken)
    /// Exchanges a refresh token for the next one of its grant.
    ///
    /// Precondition: it is the current one and its grant is active. When it does not hold, it was used twice.
    case rotateRefreshToken(SecretHash, grant: GrantID, at: Timestamp, replacement: RefreshToken)
    /// Keeps a new device authorization.
    ///
    /// Precondition: no live authorization of the tenant has its user code.
    case insertDeviceAuthorization(DeviceAuthorization)
    /// Notes a poll and the interval that holds from now on.
    ///
    /// Precondition: none.
    case recordPoll(SecretHash, at: Timestamp, interval: Duration)
    /// Keeps what the user decided; never ``DeviceAuthorizationState/pending``.
    ///
    /// Precondition: it is pending and not expired.
    case decideDeviceAuthorization(SecretHash, DeviceAuthorizationState, at: Timestamp)
    /// Marks a device code used.
    ///
    /// Precondition: it is approved. When it does not hold, two redemptions raced.
    case consumeDeviceCode(SecretHash, grant: GrantID, at: Timestamp)
    /// Uses up something that may be used once, such as an assertion's `jti`.
    ///
    /// Precondition: it was not used before; it need be remembered until `until` and no longer.
    case useOnce(OneTimeUse, until: Timestamp)
    /// Notes a refusal, for the loop guard.
    ///
    /// Precondition: none.
    case recordRefusal(RefusalRecord)
}

/// Something that may be used once, by what it is and a hash that can't collide across clients or keys.
public struct OneTimeUse: Sendable, Hashable {
    /// What may be used once.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The `jti` of a client assertion (RFC 7523 section 3).
        case clientAssertion = "client_assertion"
        /// The `jti` of a DPoP proof (RFC 9449 section 11.1).
        case proof = "dpop_proof"
        /// The identifier of a signal about a device.
        case signal
    }

    /// What it is.
    public let kind: Kind
    /// The tenant within which it is used.
    public let tenant: TenantID
    /// The hash of who uses it and its identifier.
    public let hash: SecretHash

    /// Makes it; the parts are joined with their lengths, so that no two pairs give one hash.
    public init(_ kind: Kind, tenant: TenantID, owner: String, identifier: String) {
        self.kind = kind
        self.tenant = tenant
        hash = SecretHash(of: "\(owner.utf8.count):\(owner)\(identifier)")
    }
}

/// One refusal by policy, as the loop guard counts them.
public struct RefusalRecord: Sendable, Hashable {
    /// The tenant.
    public var tenant: TenantID
    /// The account.
    public var account: AccountID
    /// The client.
    public var client: ClientID
    /// The app instance; nil when it is unknown.
    public var instance: AppInstanceID?
    /// Why it was refused.
    public var reason: ReasonCode
    /// When.
    public var at: Timestamp

    /// Makes a record.
    public init(
        tenant: TenantID, account: AccountID, client: ClientID, instance: AppInstanceID?, reason: ReasonCode,
        at: Timestamp
    ) {
        self.tenant = tenant
        self.account = account
        self.client = client
        self.instance = instance
        self.reason = reason
        self.at = at
    }
}
