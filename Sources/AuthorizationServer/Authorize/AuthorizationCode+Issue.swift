public import AccessModel

extension AuthorizationCode {
    /// Makes the code that answers a request.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - session: the session.
    ///   - tenant: the tenant.
    ///   - grant: a fresh identifier for the grant that redemption makes.
    ///   - platform: the platform that the request's headers name.
    ///   - randomBytes: 32 fresh random bytes.
    ///   - now: the time of the request.
    /// - Returns: the code as the client gets it, and as the store keeps it; nil unless there are 32 bytes.
    public static func issue(
        for request: AuthorizeRequest, session: AuthorizeSession, tenant: TenantID, grant: GrantID,
        platform: DevicePlatform?, randomBytes: [UInt8], now: Timestamp
    ) -> (token: OpaqueToken, code: AuthorizationCode)? {
        guard let token = OpaqueToken(.authorizationCode, randomBytes: randomBytes) else { return nil }
        let code = AuthorizationCode(
            hash: token.hash, tenant: tenant, client: request.client, account: session.account, session: session.id,
            grant: grant, redirectURI: request.redirectURI, codeChallenge: request.codeChallenge,
            scope: request.scope, declaredCapabilities: request.declaredCapabilities, nonce: request.nonce,
            keyThumbprint: request.keyThumbprint, authenticationMethods: session.authenticationMethods,
            authenticatedAt: session.authenticatedAt, platform: platform, expiresAt: now + lifetime)
        return (token, code)
    }
}
