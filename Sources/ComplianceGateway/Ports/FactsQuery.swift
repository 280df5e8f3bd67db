public import AccessModel
public import AuthorizationServer
public import Directory

/// What one request is decided on, as a question to the store.
public struct FactsQuery: Sendable, Hashable {
    /// The tenant.
    public var tenant: TenantID
    /// What the account, the grant and the bound instance follow from.
    public var anchor: FactsAnchor
    /// The app instance that the request shows, if any.
    public var presented: InstanceKey?
    /// Refusals of this client and account since then, for the loop guard.
    public var refusals: RefusalQuery?
    /// Revocations that reach a token of these scopes and are newer than it.
    public var revocations: RevocationQuery?
    /// Whether the account's open remediation sessions are wanted.
    public var openRemediations: Bool

    /// Makes a query.
    public init(
        tenant: TenantID, anchor: FactsAnchor = .none, presented: InstanceKey? = nil, refusals: RefusalQuery? = nil,
        revocations: RevocationQuery? = nil, openRemediations: Bool = false
    ) {
        self.tenant = tenant
        self.anchor = anchor
        self.presented = presented
        self.refusals = refusals
        self.revocations = revocations
        self.openRemediations = openRemediations
    }
}

/// The one thing that a request names and everything else of its facts follows from.
public enum FactsAnchor: Sendable, Hashable {
    /// Nothing: only the tenant's head is read.
    case none
    /// An authorization code, and its grant if it was redeemed.
    case code(SecretHash)
    /// A refresh token and its grant.
    case refreshToken(SecretHash)
    /// A device code, and its grant if it was redeemed.
    case deviceCode(SecretHash)
    /// A user code in its normal form.
    case userCode(String)
    /// A sign-in session, by the hash of the cookie's secret.
    case session(SecretHash)
    /// A grant.
    case grant(GrantID)
    /// An account.
    case account(AccountID)
    /// An account by the name that it signs in with.
    case userPrincipalName(UserPrincipalName)
    /// An app instance, its account and client, for an administrator.
    case instance(AppInstanceID)
    /// A remediation session and its app instance, by the hash of its address's secret.
    case remediation(SecretHash)
}

/// How a request shows which app instance it comes from.
public enum InstanceKey: Sendable, Hashable {
    /// By its identifier.
    case id(AppInstanceID)
    /// By the RFC 7638 thumbprint of its key.
    case keyThumbprint(String)
    /// By the hash of its current enrolment identifier.
    case enrollmentID(SecretHash)
    /// By the SHA-256 of the public key of the managed identity that backs it.
    case managedIdentity(SecretHash)
}

/// Which refusals are wanted; those of the anchor's account.
public struct RefusalQuery: Sendable, Hashable {
    /// The client; nil for the one that the anchor's remediation session is about.
    public var client: ClientID?
    /// The earliest instant.
    public var since: Timestamp

    /// Makes a query.
    public init(client: ClientID?, since: Timestamp) {
        self.client = client
        self.since = since
    }
}

/// Which revocations are wanted.
public struct RevocationQuery: Sendable, Hashable {
    /// The scopes that a token falls under.
    public var scopes: [RevocationScope]
    /// The sequence that the token was decided on; only newer revocations are read.
    public var after: Int64

    /// Makes a query.
    public init(scopes: [RevocationScope], after: Int64) {
        self.scopes = scopes
        self.after = after
    }
}
