public import AccessModel
public import Authentication
public import AuthorizationServer
public import Compliance
public import Directory

/// What the store knows at one instant of what a ``FactsQuery`` asked for.
public struct Facts: Sendable {
    /// The tenant's head in the same snapshot.
    public var head: TenantHead
    /// The authorization code.
    public var code: AuthorizationCode?
    /// The refresh token.
    public var refreshToken: RefreshToken?
    /// The device authorization, by its device code or user code.
    public var deviceAuthorization: DeviceAuthorization?
    /// The sign-in session.
    public var session: SignInSession?
    /// The remediation session.
    public var remediation: RemediationSession?
    /// The account's remediation sessions that nobody has closed, whatever their age; at most 64, newest first.
    public var openRemediations: [RemediationSession]
    /// The grant.
    public var grant: Grant?
    /// The account.
    public var account: AccountFacts?
    /// The instance that the grant is bound to, or that the anchor names.
    public var boundInstance: VersionedInstance?
    /// The instance that the request shows: one of this account and client, or of another.
    public var presentedInstance: VersionedInstance?
    /// Recent refusals, oldest first.
    public var refusals: [RefusalRecord]
    /// Revocations that reach the token.
    public var revocations: [RevocationPair]

    /// Makes facts of a tenant of which nothing else is known.
    public init(head: TenantHead) {
        self.head = head
        openRemediations = []
        refusals = []
        revocations = []
    }
}

/// An account with what policies target it by.
public struct AccountFacts: Sendable {
    /// The account.
    public var account: Account
    /// Every group it belongs to, nested ones included.
    public var groups: Set<GroupID>
    /// The Argon2id hash of its password (PHC string); nil when it has none.
    public var passwordHash: String?

    /// Makes account facts.
    public init(account: Account, groups: Set<GroupID>, passwordHash: String?) {
        self.account = account
        self.groups = groups
        self.passwordHash = passwordHash
    }

    /// What policies match on.
    public var membership: AccountMembership { account.membership(closure: groups) }
}

/// An app instance and the version that a change of it must still find.
public struct VersionedInstance: Sendable {
    /// The instance.
    public var instance: AppInstance
    /// Grows by one with each change.
    public var version: Int64
    /// The device that it runs on, as it is known in the same snapshot; nil when none is known.
    public var device: Device?

    /// Makes a versioned instance.
    public init(instance: AppInstance, version: Int64, device: Device? = nil) {
        self.instance = instance
        self.version = version
        self.device = device
    }
}
