public import AccessModel

/// A refresh token as the store keeps it: one link of its grant's chain.
public struct RefreshToken: Sendable, Hashable {
    /// How long a token lives when it is not used.
    public static let idleLifetime: Duration = .seconds(90 * 86_400)

    /// The hash of the token.
    public var hash: SecretHash
    /// The tenant that issued it.
    public var tenant: TenantID
    /// The grant that it belongs to.
    public var grant: GrantID
    /// The key that must be proved at each use (RFC 9449 section 5); nil when it was issued without a proof.
    public var keyThumbprint: String?
    /// When it was issued.
    public var issuedAt: Timestamp
    /// When it can no longer be used.
    public var expiresAt: Timestamp
    /// When it was exchanged for the next one; nil while it is the current one.
    public var rotatedAt: Timestamp?

    /// Makes a current token.
    public init(
        hash: SecretHash, tenant: TenantID, grant: GrantID, keyThumbprint: String?, issuedAt: Timestamp,
        expiresAt: Timestamp, rotatedAt: Timestamp? = nil
    ) {
        self.hash = hash
        self.tenant = tenant
        self.grant = grant
        self.keyThumbprint = keyThumbprint
        self.issuedAt = issuedAt
        self.expiresAt = expiresAt
        self.rotatedAt = rotatedAt
    }
}
