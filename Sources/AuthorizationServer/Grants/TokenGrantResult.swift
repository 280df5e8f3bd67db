public import AccessModel

/// What a token request is granted: everything the tokens and the answer are made of.
public struct TokenGrantResult: Sendable, Hashable {
    /// The tenant.
    public var tenant: TenantID
    /// Whom the token speaks for.
    public var subject: TokenSubject
    /// The client.
    public var client: ClientID
    /// What the token is for.
    public var target: TokenTarget
    /// What is granted of it.
    public var scope: GrantedScope
    /// The capabilities that the token carries.
    public var capabilities: [ClientCapability]
    /// The key that the token is bound to (RFC 9449 section 6); nil for a bearer token.
    public var keyThumbprint: String?
    /// The new refresh token; nil when none is issued.
    public var refreshToken: OpaqueToken?

    /// Makes a result.
    public init(
        tenant: TenantID, subject: TokenSubject, client: ClientID, target: TokenTarget, scope: GrantedScope,
        capabilities: [ClientCapability], keyThumbprint: String?, refreshToken: OpaqueToken?
    ) {
        self.tenant = tenant
        self.subject = subject
        self.client = client
        self.target = target
        self.scope = scope
        self.capabilities = capabilities
        self.keyThumbprint = keyThumbprint
        self.refreshToken = refreshToken
    }
}

/// Whom a token speaks for.
public enum TokenSubject: Sendable, Hashable {
    /// An account, through a client.
    case account(TokenAccount)
    /// The client itself.
    case client
}

/// The account that a token speaks for, and how it got there.
public struct TokenAccount: Sendable, Hashable {
    /// The account.
    public var id: AccountID
    /// The user principal name, for the id_token.
    public var userPrincipalName: String
    /// The name that people see, for the id_token.
    public var displayName: String
    /// The grant.
    public var grant: GrantID
    /// The app instance that the grant is bound to and that took part; nil when it is unknown.
    public var instance: AppInstanceID?
    /// The device that took part; nil when none is known.
    public var device: DeviceID?
    /// How the account authenticated (RFC 8176).
    public var authenticationMethods: [String]
    /// When the account authenticated.
    public var authenticatedAt: Timestamp
    /// The authorize request's `nonce`.
    public var nonce: String?

    /// Makes the account.
    public init(
        id: AccountID, userPrincipalName: String, displayName: String, grant: GrantID, instance: AppInstanceID?,
        device: DeviceID?, authenticationMethods: [String], authenticatedAt: Timestamp, nonce: String?
    ) {
        self.id = id
        self.userPrincipalName = userPrincipalName
        self.displayName = displayName
        self.grant = grant
        self.instance = instance
        self.device = device
        self.authenticationMethods = authenticationMethods
        self.authenticatedAt = authenticatedAt
        self.nonce = nonce
    }
}
