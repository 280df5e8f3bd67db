public import AccessModel

/// A device authorization as the store keeps it (RFC 8628).
///
/// | state | event | next |
/// |---|---|---|
/// | pending | poll | pending |
/// | pending | user approves | approved |
/// | pending | user declines | denied |
/// | approved | redeemed or refused | consumed |
/// | denied, consumed | anything | the same |
/// | any | 15 minutes pass | expired, which is seen at use |
public struct DeviceAuthorization: Sendable, Hashable {
    /// How long the codes live.
    public static let lifetime: Duration = .seconds(900)
    /// The first polling interval.
    public static let initialInterval: Duration = .seconds(5)
    /// By how much the interval grows at each poll that comes too soon (RFC 8628 section 3.5).
    public static let slowDownIncrement: Duration = .seconds(5)

    /// The hash of the device code.
    public var hash: SecretHash
    /// The user code, in the form ``UserCode/canonical``.
    public var userCode: String
    /// The tenant that issued it.
    public var tenant: TenantID
    /// The client that asked for it.
    public var client: ClientID
    /// The grant that redemption makes; chosen now, so that reuse can revoke it at any time.
    public var grant: GrantID
    /// The scope that was asked for.
    public var scope: String
    /// The capabilities that the request declared.
    public var declaredCapabilities: Set<ClientCapability>
    /// When the codes were issued.
    public var issuedAt: Timestamp
    /// When they can no longer be used.
    public var expiresAt: Timestamp
    /// The interval that polls must keep.
    public var interval: Duration
    /// When the client polled last; nil before the first poll.
    public var polledAt: Timestamp?
    /// How far the user got.
    public var state: DeviceAuthorizationState

    /// Makes a pending authorization.
    public init(
        hash: SecretHash, userCode: String, tenant: TenantID, client: ClientID, grant: GrantID, scope: String,
        declaredCapabilities: Set<ClientCapability>, issuedAt: Timestamp, expiresAt: Timestamp,
        interval: Duration = Self.initialInterval, polledAt: Timestamp? = nil,
        state: DeviceAuthorizationState = .pending
    ) {
        self.hash = hash
        self.userCode = userCode
        self.tenant = tenant
        self.client = client
        self.grant = grant
        self.scope = scope
        self.declaredCapabilities = declaredCapabilities
        self.issuedAt = issuedAt
        self.expiresAt = expiresAt
        self.interval = interval
        self.polledAt = polledAt
        self.state = state
    }
}

/// How far the user got with a device authorization.
public enum DeviceAuthorizationState: Sendable, Hashable {
    /// The user has not decided.
    case pending
    /// The user signed in and confirmed.
    case approved(DeviceApproval)
    /// The user declined.
    case denied
    /// The device code was redeemed or refused.
    case consumed
}

/// Who confirmed a device authorization, and how they signed in.
public struct DeviceApproval: Sendable, Hashable {
    /// The account.
    public var account: AccountID
    /// The sign-in session.
    public var session: SessionID
    /// How the account authenticated (RFC 8176).
    public var authenticationMethods: [String]
    /// When the account authenticated.
    public var authenticatedAt: Timestamp

    /// Makes an approval.
    public init(
        account: AccountID, session: SessionID, authenticationMethods: [String], authenticatedAt: Timestamp
    ) {
        self.account = account
        self.session = session
        self.authenticationMethods = authenticationMethods
        self.authenticatedAt = authenticatedAt
    }
}
