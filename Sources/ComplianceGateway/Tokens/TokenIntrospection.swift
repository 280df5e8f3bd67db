import AccessModel
public import AuthorizationServer
import Directory

/// Introspection (RFC 7662): what a protected resource is told of a token, as things stand at this moment.
public struct TokenIntrospection: Sendable {
    private let environment: GatewayEnvironment
    private let directory: TenantDirectory

    /// Makes the use case.
    public init(_ environment: GatewayEnvironment, directory: TenantDirectory) {
        self.environment = environment
        self.directory = directory
    }

    /// Answers a protected resource.
    ///
    /// - Parameters:
    ///   - token: the token; anything that is no access token of this tenant is inactive.
    ///   - credential: what the caller authenticates with.
    ///   - tenant: the tenant.
    ///   - circumstances: what the edge knows of the request.
    /// - Returns: the answer, or why the caller is refused.
    /// - Throws: ``StoreError``.
    public func introspect(
        _ token: String, as credential: ClientCredential, tenant: TenantHead, circumstances: RequestCircumstances
    ) async throws(StoreError) -> Result<IntrospectionResponse, TokenRequestRefusal> {
        let now = environment.now()
        let configuration = try await directory.configuration(at: tenant)
        let caller: AuthenticatedClient
        switch configuration.authenticate(credential, tokenURL: circumstances.url, now: now) {
        case .refused(let fault): return .failure(.invalidClient(fault))
        case .authenticated(let client, let uses):
            guard client.isConfidential else { return .failure(.invalidClient(.credentialMissing)) }
            guard try await useUp(uses, tenant) else { return .failure(.invalidClient(.assertionReplayed)) }
            caller = client
        }
        let verified = configuration.verify(accessToken: token, for: .any, now: now)
        guard case .success(let claims) = verified, claims.tenant == tenant.id else { return .success(.inactive) }
        let clients = configuration.resources.first { $0.identifier == claims.audience }?.introspectionClients
        let query = FactsQuery(
            tenant: tenant.id,
            revocations: RevocationQuery(scopes: claims.revocationScopes, after: claims.point.sequence))
        guard let clients, let facts = try await environment.store.facts(query) else { return .success(.inactive) }
        return .success(
            .answer(
                claims, to: caller, introspectionClients: clients, pairs: facts.revocations, epoch: facts.head.epoch))
    }

    private func useUp(_ uses: [GrantChange], _ tenant: TenantHead) async throws(StoreError) -> Bool {
        if uses.isEmpty { return true }
        let write = GatewayWrite(tenant: tenant.id, changes: uses.map(StateChange.grant), entries: [])
        guard case .committed = try await environment.store.commit(write) else { return false }
        return true
    }
}
