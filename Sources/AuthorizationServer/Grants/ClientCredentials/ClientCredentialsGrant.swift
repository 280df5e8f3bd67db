public import AccessModel

/// A client's access for itself (RFC 6749 section 4.4): no account, no scopes, no refresh token, never `protapp`.
public enum ClientCredentialsGrant {
    /// Settles a request.
    ///
    /// - Parameters:
    ///   - client: the client; only one that acts for itself and authenticated is served.
    ///   - tenant: the tenant.
    ///   - decision: what the policies decide of the client as a service principal.
    ///   - target: the resource.
    ///   - scope: what is granted of it; it has no scopes of its own.
    ///   - declaredCapabilities: what the client declares.
    ///   - keyThumbprint: the key that the request proved.
    /// - Returns: the outcome.
    public static func settle(
        client: AuthenticatedClient, tenant: TenantID, decision: Decision, target: TokenTarget, scope: GrantedScope,
        declaredCapabilities: Set<ClientCapability>, keyThumbprint: String?
    ) -> GrantOutcome {
        guard client.registration.mayUse(.clientCredentials) else {
            return .refused(.unauthorizedGrantType, writes: [])
        }
        if let refusal = PolicyRefusal.ofClient(decision) { return .refused(refusal, writes: []) }
        let own = GrantedScope(scopes: [], text: scope.text)
        let result = TokenGrantResult(
            tenant: tenant, subject: .client, client: client.id, target: target, scope: own,
            capabilities: EarnedCapabilities.of(declared: declaredCapabilities, earnsProtapp: false, target: target),
            keyThumbprint: keyThumbprint, refreshToken: nil)
        return .issued(result, writes: [])
    }
}
