public import AccessModel

/// What an access token says (RFC 9068 section 2.2), with what Postern needs to know of it again.
public struct AccessTokenClaims: Sendable, Hashable {
    /// `iss`.
    public var issuer: String
    /// `aud`: the resource's identifier.
    public var audience: String
    /// `sub`: the account, or the client of an app-only token.
    public var subject: TokenClaimSubject
    /// `tid`.
    public var tenant: TenantID
    /// `client_id` and `azp`.
    public var client: ClientID
    /// `scp`; empty for an app-only token.
    public var scopes: [String]
    /// `iat` and `nbf`.
    public var issuedAt: Timestamp
    /// `exp`.
    public var expiresAt: Timestamp
    /// `jti` and `uti`.
    public var tokenID: String
    /// `xms_cc`.
    public var capabilities: [ClientCapability]
    /// `acrs`: the authentication contexts that are satisfied.
    public var authenticationContexts: [String]
    /// `cnf.jkt`: the key that must be proved with the token; nil for a bearer token.
    public var keyThumbprint: String?
    /// `postern.e` and `postern.s`: the snapshot that the token was decided on.
    public var point: DecisionPoint

    /// Makes claims.
    public init(
        issuer: String, audience: String, subject: TokenClaimSubject, tenant: TenantID, client: ClientID,
        scopes: [String], issuedAt: Timestamp, expiresAt: Timestamp, tokenID: String,
        capabilities: [ClientCapability] = [], authenticationContexts: [String] = [], keyThumbprint: String? = nil,
        point: DecisionPoint
    ) {
        self.issuer = issuer
        self.audience = audience
        self.subject = subject
        self.tenant = tenant
        self.client = client
        self.scopes = scopes
        self.issuedAt = issuedAt
        self.expiresAt = expiresAt
        self.tokenID = tokenID
        self.capabilities = capabilities
        self.authenticationContexts = authenticationContexts
        self.keyThumbprint = keyThumbprint
        self.point = point
    }

    /// The claims of what was granted.
    ///
    /// - Parameters:
    ///   - result: what was granted.
    ///   - issuer: the tenant's issuer.
    ///   - point: the snapshot that it was decided on.
    ///   - tokenID: a fresh unpredictable identifier.
    ///   - now: the time of issue.
    public init(_ result: TokenGrantResult, issuer: String, point: DecisionPoint, tokenID: String, now: Timestamp) {
        let subject: TokenClaimSubject =
            switch result.subject {
            case .client: .client
            case .account(let account):
                .account(
                    TokenClaimAccount(
                        id: account.id, grant: account.grant, instance: account.instance, device: account.device,
                        authenticationMethods: account.authenticationMethods,
                        authenticatedAt: account.authenticatedAt))
            }
        self.init(
            issuer: issuer, audience: result.target.audience, subject: subject, tenant: result.tenant,
            client: result.client, scopes: result.subject == .client ? [] : result.scope.scopes, issuedAt: now,
            expiresAt: now + result.target.lifetime, tokenID: tokenID, capabilities: result.capabilities,
            keyThumbprint: result.keyThumbprint, point: point)
    }

    /// Whether the token has begun and not ended.
    ///
    /// - Parameter now: the time of the request; our own clock made the token, so there is no skew.
    /// - Returns: false before `iat` and from `exp` on.
    public func isCurrent(at now: Timestamp) -> Bool { issuedAt <= now && now < expiresAt }

    /// The account, unless the token is app-only.
    public var account: TokenClaimAccount? {
        switch subject {
        case .account(let account): account
        case .client: nil
        }
    }
}

/// Whom an access token speaks for.
public enum TokenClaimSubject: Sendable, Hashable {
    /// An account: `sub` and `oid` are its identifier.
    case account(TokenClaimAccount)
    /// The client itself: `sub` is the `client_id`, `idtyp` is `app`.
    case client
}

/// The account that an access token speaks for.
public struct TokenClaimAccount: Sendable, Hashable {
    /// `oid` and `sub`.
    public var id: AccountID
    /// `postern.g`.
    public var grant: GrantID
    /// `postern.i`; nil when no app instance is known.
    public var instance: AppInstanceID?
    /// `deviceid`.
    public var device: DeviceID?
    /// `amr`.
    public var authenticationMethods: [String]
    /// `auth_time`.
    public var authenticatedAt: Timestamp

    /// Makes the account.
    public init(
        id: AccountID, grant: GrantID, instance: AppInstanceID?, device: DeviceID?, authenticationMethods: [String],
        authenticatedAt: Timestamp
    ) {
        self.id = id
        self.grant = grant
        self.instance = instance
        self.device = device
        self.authenticationMethods = authenticationMethods
        self.authenticatedAt = authenticatedAt
    }
}
