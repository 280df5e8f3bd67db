public import AccessModel

/// A grant that is good: client, code or token, and account were checked, and only policy is left to decide.
///
/// Nothing but the grants' own validation makes one.
public struct ValidatedGrant: Sendable, Hashable {
    /// What was presented, and is used up or exchanged by the outcome.
    enum Presented: Sendable, Hashable {
        case code(SecretHash)
        case deviceCode(SecretHash)
        case refreshToken(RefreshToken)
    }

    /// The grant; for a code and a device code the one that issuing makes.
    public let grant: Grant
    /// The scope that is asked for.
    public let scope: String
    /// The capabilities that the client declares, by this request or by the one that the grant comes from.
    public let declaredCapabilities: Set<ClientCapability>
    /// The account's user principal name.
    public let userPrincipalName: String
    /// The account's name that people see.
    public let displayName: String
    /// The authorize request's `nonce`.
    public let nonce: String?
    /// The thumbprint of the key that the request proved; nil without a proof.
    public let keyThumbprint: String?
    /// Whether the client authenticated; a public client's refresh tokens are bound to the proved key.
    let isConfidential: Bool
    let presented: Presented

    /// What an error may tell the client of the account.
    public var hints: AccountHints {
        AccountHints(account: grant.account, tenant: grant.tenant, userPrincipalName: userPrincipalName)
    }
}

/// What validating a grant comes to, before any policy is asked.
public enum GrantValidation: Sendable, Hashable {
    /// It is good.
    case valid(ValidatedGrant)
    /// It is refused, and these changes are to be made.
    case refused(TokenRequestRefusal, writes: [GrantChange])
}

/// What every grant's validation is given beside the grant itself.
public struct GrantContext: Sendable, Equatable {
    /// The tenant that is asked.
    public var tenant: TenantID
    /// The client.
    public var client: AuthenticatedClient
    /// The thumbprint of the key that the request proved; nil without a proof.
    public var keyThumbprint: String?
    /// The scope parameter.
    public var scope: String?
    /// The capabilities that the request's `claims` declares; nil when it says nothing of them.
    public var declaredCapabilities: Set<ClientCapability>?
    /// The time of the request.
    public var now: Timestamp

    /// Makes a context.
    public init(
        tenant: TenantID, client: AuthenticatedClient, keyThumbprint: String? = nil, scope: String? = nil,
        declaredCapabilities: Set<ClientCapability>? = nil, now: Timestamp
    ) {
        self.tenant = tenant
        self.client = client
        self.keyThumbprint = keyThumbprint
        self.scope = scope
        self.declaredCapabilities = declaredCapabilities
        self.now = now
    }

    /// The context of a parsed request.
    public init(
        request: TokenRequest, tenant: TenantID, client: AuthenticatedClient, keyThumbprint: String?, now: Timestamp
    ) {
        self.init(
            tenant: tenant, client: client, keyThumbprint: keyThumbprint, scope: request.scope,
            declaredCapabilities: request.declaredCapabilities, now: now)
    }
}
