public import AccessModel

/// What the revocation endpoint does (RFC 7009 section 2.2): it always answers 200, unless the client is not
/// authenticated.
public enum Revocation {
    /// The changes that revoking a refresh token makes: its grant dies, and every access token of it.
    ///
    /// - Parameters:
    ///   - token: what the store has under the hash of the presented token.
    ///   - grant: the token's grant.
    ///   - client: the authenticated client.
    ///   - tenant: the tenant.
    ///   - now: the time of the request.
    /// - Returns: nothing when the token is not this client's; it is not told so.
    public static func changes(
        refreshToken token: RefreshToken?, grant: Grant?, client: AuthenticatedClient, tenant: TenantID, now: Timestamp
    ) -> [GrantChange] {
        guard let token, let grant, token.grant == grant.id, token.tenant == tenant, grant.tenant == tenant,
            grant.client == client.id, grant.state == .active
        else { return [] }
        return [.killGrant(grant.id, .revoked, at: now)]
    }

    /// The changes that revoking an access token makes: its grant dies, since a token can't be revoked alone.
    ///
    /// - Parameters:
    ///   - claims: the claims of the presented token; nil when it is none of ours, or expired.
    ///   - client: the authenticated client.
    ///   - tenant: the tenant.
    ///   - now: the time of the request.
    /// - Returns: nothing when the token is not this client's, or has no grant; it lives a few minutes more then.
    public static func changes(
        accessToken claims: AccessTokenClaims?, client: AuthenticatedClient, tenant: TenantID, now: Timestamp
    ) -> [GrantChange] {
        guard let claims, claims.client == client.id, claims.tenant == tenant, let account = claims.account else {
            return []
        }
        return [.killGrant(account.grant, .revoked, at: now)]
    }
}
