public import AccessModel

/// An authorization code as the store keeps it (RFC 6749 section 4.1.2): for one use, for 60 seconds.
public struct AuthorizationCode: Sendable, Hashable {
    /// How long a code lives.
    public static let lifetime: Duration = .seconds(60)

    /// The hash of the code.
    public var hash: SecretHash
    /// The tenant that issued it.
    public var tenant: TenantID
    /// The client that asked for it.
    public var client: ClientID
    /// The account that signed in.
    public var account: AccountID
    /// The sign-in session.
    public var session: SessionID
    /// The grant that redemption makes; chosen now, so that reuse can revoke it at any time.
    public var grant: GrantID
    /// The redirect URI of the authorize request, exactly.
    public var redirectURI: String
    /// The S256 code challenge (RFC 7636 section 4.2); nil only for a client kind that has no PKCE.
    public var codeChallenge: String?
    /// The scope that was asked for.
    public var scope: String
    /// The capabilities that the authorize request declared.
    public var declaredCapabilities: Set<ClientCapability>
    /// The authorize request's `nonce`, for the id_token.
    public var nonce: String?
    /// The key that must be proved at redemption (RFC 9449 section 10); nil when none was named.
    public var keyThumbprint: String?
    /// How the account authenticated (RFC 8176).
    public var authenticationMethods: [String]
    /// When the account authenticated.
    public var authenticatedAt: Timestamp
    /// The platform that the authorize request's headers named; nil when they named none.
    public var platform: DevicePlatform?
    /// When the code can no longer be redeemed.
    public var expiresAt: Timestamp
    /// When it was redeemed or refused; nil while it is unused.
    public var consumedAt: Timestamp?

    /// Makes an unused code.
    public init(
        hash: SecretHash, tenant: TenantID, client: ClientID, account: AccountID, session: SessionID, grant: GrantID,
        redirectURI: String, codeChallenge: String?, scope: String, declaredCapabilities: Set<ClientCapability>,
        nonce: String?, keyThumbprint: String?, authenticationMethods: [String], authenticatedAt: Timestamp,
        platform: DevicePlatform? = nil, expiresAt: Timestamp, consumedAt: Timestamp? = nil
    ) {
        self.hash = hash
        self.tenant = tenant
        self.client = client
        self.account = account
        self.session = session
        self.grant = grant
        self.redirectURI = redirectURI
        self.codeChallenge = codeChallenge
        self.scope = scope
        self.declaredCapabilities = declaredCapabilities
        self.nonce = nonce
        self.keyThumbprint = keyThumbprint
        self.authenticationMethods = authenticationMethods
        self.authenticatedAt = authenticatedAt
        self.platform = platform
        self.expiresAt = expiresAt
        self.consumedAt = consumedAt
    }
}
