import AccessModel
public import AuthorizationServer
import JSONCoding

/// Revocation (RFC 7009): a client gives a token up.
public struct TokenRevocation: Sendable {
    private let environment: GatewayEnvironment
    private let directory: TenantDirectory

    /// Makes the use case.
    public init(_ environment: GatewayEnvironment, directory: TenantDirectory) {
        self.environment = environment
        self.directory = directory
    }

    /// Revokes a token of the caller's, and with it the whole grant: refresh tokens and access tokens.
    ///
    /// A token that is none of the caller's, or no token at all, is answered like one that was revoked (RFC 7009
    /// section 2.2). An app-only access token belongs to no grant and ends by itself.
    ///
    /// - Returns: nil when it is done; the refusal when the client did not authenticate.
    /// - Throws: ``StoreError``.
    public func revoke(
        _ token: String, as credential: ClientCredential, tenant: TenantHead, circumstances: RequestCircumstances
    ) async throws(StoreError) -> TokenRequestRefusal? {
        let now = environment.now()
        let configuration = try await directory.configuration(at: tenant)
        let authentication = configuration.authenticate(credential, tokenURL: circumstances.url, now: now)
        guard case .authenticated(let client, let uses) = authentication else {
            guard case .refused(let fault) = authentication else { return .invalidClient(.unknownClient) }
            return .invalidClient(fault)
        }
        let changes = try await changes(for: token, client, configuration, now: now)
        let entries = changes.compactMap { change -> JournalEntry? in
            guard case .killGrant(let grant, let death, _) = change else { return nil }
            return JournalEntry(
                .grantRevoked, at: now, subject: JournalSubject(client: client.id),
                correlation: circumstances.correlation,
                details: [("grant", .string(grant.rawValue)), ("reason", .string(death.rawValue))])
        }
        if uses.isEmpty, changes.isEmpty { return nil }
        let write = GatewayWrite(
            tenant: tenant.id, changes: (uses + changes).map(StateChange.grant), entries: entries)
        guard case .committed = try await environment.store.commit(write) else {
            return .invalidClient(.assertionReplayed)
        }
        return nil
    }

    private func changes(
        for token: String, _ client: AuthenticatedClient, _ configuration: TenantConfiguration, now: Timestamp
    ) async throws(StoreError) -> [GrantChange] {
        let tenant = configuration.head.id
        if let refresh = OpaqueToken(.refreshToken, presented: token) {
            let facts = try await environment.store.facts(
                FactsQuery(tenant: tenant, anchor: .refreshToken(refresh.hash)))
            return Revocation.changes(
                refreshToken: facts?.refreshToken, grant: facts?.grant, client: client, tenant: tenant, now: now)
        }
        let verified = configuration.verify(accessToken: token, for: .any, now: now)
        guard case .success(let claims) = verified else { return [] }
        return Revocation.changes(accessToken: claims, client: client, tenant: tenant, now: now)
    }
}
