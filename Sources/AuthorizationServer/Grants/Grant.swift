public import AccessModel

/// What an account has allowed a client: what refresh tokens belong to, and what an app instance is bound to.
public struct Grant: Sendable, Hashable {
    /// The identifier, chosen with the code or device code that leads to it.
    public var id: GrantID
    /// The tenant.
    public var tenant: TenantID
    /// The account.
    public var account: AccountID
    /// The client; no other can use the grant.
    public var client: ClientID
    /// The sign-in session that it comes from; nil when that has no session.
    public var session: SessionID?
    /// How it came to be.
    public var origin: GrantOrigin
    /// The scope that was asked for when it was made; what a refresh without a scope asks for.
    public var scope: String
    /// The capabilities that the client declared when it was made; what a refresh without claims declares.
    public var declaredCapabilities: Set<ClientCapability>
    /// How the account authenticated (RFC 8176).
    public var authenticationMethods: [String]
    /// When the account authenticated; a refresh never moves it.
    public var authenticatedAt: Timestamp
    /// The platform that the sign-in's headers named; counts for requests whose own headers name none.
    public var platform: DevicePlatform?
    /// When the grant was made.
    public var createdAt: Timestamp
    /// The app instance that the grant is bound to; nil while it is unbound.
    public var instance: AppInstanceID?
    /// Whether it can still be used.
    public var state: GrantState

    /// Makes a grant; a new one is unbound and active.
    public init(
        id: GrantID, tenant: TenantID, account: AccountID, client: ClientID, session: SessionID?, origin: GrantOrigin,
        scope: String, declaredCapabilities: Set<ClientCapability>, authenticationMethods: [String],
        authenticatedAt: Timestamp, platform: DevicePlatform? = nil, createdAt: Timestamp,
        instance: AppInstanceID? = nil, state: GrantState = .active
    ) {
        self.id = id
        self.tenant = tenant
        self.account = account
        self.client = client
        self.session = session
        self.origin = origin
        self.scope = scope
        self.declaredCapabilities = declaredCapabilities
        self.authenticationMethods = authenticationMethods
        self.authenticatedAt = authenticatedAt
        self.platform = platform
        self.createdAt = createdAt
        self.instance = instance
        self.state = state
    }
}

/// How a grant came to be.
public enum GrantOrigin: String, Sendable, Hashable, CaseIterable {
    /// With an authorization code.
    case authorizationCode = "authorization_code"
    /// With a device code: whoever signed in did so on another device, so a device control can't be met.
    case deviceCode = "device_code"
}

/// Whether a grant can still be used.
///
/// | state | event | next |
/// |---|---|---|
/// | active | posture breaks | active: every refresh is evaluated, tokens are cut by a revocation pair |
/// | active | any ``GrantDeath`` | dead, for the first reason |
/// | dead | anything | dead |
public enum GrantState: Sendable, Hashable {
    /// It can be used, if policy lets it.
    case active
    /// It can never be used again.
    case dead(GrantDeath)
}

/// Why a grant can never be used again.
public enum GrantDeath: String, Sendable, Hashable, CaseIterable {
    /// The instance's managed data was wiped.
    case wiped
    /// The instance was unenrolled.
    case unenrolled
    /// A rotated refresh token was presented again.
    case refreshTokenReused = "refresh_token_reused"
    /// A redeemed code was presented again.
    case codeReused = "code_reused"
    /// The client or an administrator revoked it.
    case revoked
    /// The account was disabled or removed.
    case accountDisabled = "account_disabled"
}
