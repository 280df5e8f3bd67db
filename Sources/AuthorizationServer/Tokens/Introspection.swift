public import AccessModel
public import JSONCoding

/// The answer of the introspection endpoint (RFC 7662 section 2.2).
public enum IntrospectionResponse: Sendable, Hashable, JSONWritable {
    /// The token is active, and the caller may know it.
    case active(AccessTokenClaims)
    /// Everything else, without a reason: the caller learns nothing of tokens that are not its own.
    case inactive

    /// Decides what a caller is told.
    ///
    /// - Parameters:
    ///   - claims: the claims of the presented token; nil when it is none of ours, expired, or not readable.
    ///   - caller: the authenticated caller.
    ///   - introspectionClients: the clients that the resource with the token's audience lets introspect.
    ///   - pairs: the tenant's revocations.
    ///   - epoch: the store's current epoch.
    /// - Returns: the answer.
    public static func answer(
        _ claims: AccessTokenClaims?, to caller: AuthenticatedClient, introspectionClients: Set<ClientID>,
        pairs: some Sequence<RevocationPair>, epoch: Int64
    ) -> IntrospectionResponse {
        guard let claims, caller.isConfidential, introspectionClients.contains(caller.id),
            !claims.isRevoked(by: pairs, epoch: epoch)
        else { return .inactive }
        return .active(claims)
    }

    /// Writes the body.
    public func write(to writer: inout JSONWriter) {
        writer.object { object in
            guard case .active(let claims) = self else {
                object.member("active", false)
                return
            }
            object.member("active", true)
            object.member("iss", claims.issuer)
            object.member("aud", claims.audience)
            object.member("client_id", claims.client.rawValue)
            object.member("tid", claims.tenant.rawValue)
            object.member("token_type", claims.keyThumbprint == nil ? "Bearer" : "DPoP")
            object.member("iat", claims.issuedAt.seconds)
            object.member("nbf", claims.issuedAt.seconds)
            object.member("exp", claims.expiresAt.seconds)
            object.member("jti", claims.tokenID)
            object.member("xms_cc", ifNotEmpty: claims.capabilities.map(\.rawValue))
            object.member("acrs", ifNotEmpty: claims.authenticationContexts)
            if let thumbprint = claims.keyThumbprint { object.object("cnf") { $0.member("jkt", thumbprint) } }
            Self.write(claims, to: &object)
        }
    }

    private static func write(_ claims: AccessTokenClaims, to object: inout JSONObjectWriter) {
        guard let account = claims.account else {
            object.member("sub", claims.client.rawValue)
            object.member("idtyp", "app")
            return
        }
        object.member("sub", account.id.rawValue)
        object.member("oid", account.id.rawValue)
        object.member("scope", claims.scopes.joined(separator: " "))
        object.member("amr", ifNotEmpty: account.authenticationMethods)
        object.member("auth_time", account.authenticatedAt.seconds)
        object.member("deviceid", ifPresent: account.device?.rawValue)
    }
}
