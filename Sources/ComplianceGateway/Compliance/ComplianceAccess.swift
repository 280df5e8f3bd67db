public import AccessModel
import AuthorizationServer
import Compliance
import Directory
import JOSE

/// What a request to the compliance API presents.
public struct ComplianceCredentials: Sendable {
    /// How the access token was presented.
    public enum Scheme: Sendable, Hashable {
        /// RFC 6750.
        case bearer
        /// RFC 9449 section 7.1.
        case dpop
    }

    /// The scheme.
    public var scheme: Scheme
    /// The access token; a secret.
    public var accessToken: String
    /// The `DPoP` header; nil when there is none.
    public var proof: String?
    /// The request's method, in upper case.
    public var method: String
    /// The app instance that path or body name.
    public var instance: AppInstanceID?

    /// Makes credentials.
    public init(scheme: Scheme, accessToken: String, proof: String?, method: String, instance: AppInstanceID?) {
        self.scheme = scheme
        self.accessToken = accessToken
        self.proof = proof
        self.method = method
        self.instance = instance
    }
}

/// Why a request to the compliance API is not let in.
public enum ComplianceAccessRefusal: Error, Sendable, Hashable {
    /// The access token is not one for the compliance resource, or no longer active.
    case invalidToken
    /// The proof is malformed, not for this request, or not of the key that the token is bound to.
    case invalidProof
    /// The instance is none of this account and client.
    case unknownInstance
}

/// The gate of the compliance API.
public struct ComplianceAccess: Sendable {
    private let environment: GatewayEnvironment
    private let directory: TenantDirectory

    /// Makes the gate.
    public init(_ environment: GatewayEnvironment, directory: TenantDirectory) {
        self.environment = environment
        self.directory = directory
    }

    /// Lets a caller in, with everything that is known of it at this moment.
    ///
    /// - Parameters:
    ///   - credentials: what it presents.
    ///   - tenant: the tenant.
    ///   - circumstances: what the edge knows of the request.
    /// - Returns: the caller, or why it is not let in.
    /// - Throws: ``StoreError``.
    public func admit(
        _ credentials: ComplianceCredentials, tenant: TenantHead, circumstances: RequestCircumstances
    ) async throws(StoreError) -> Result<ComplianceCaller, ComplianceAccessRefusal> {
        let now = environment.now()
        var configuration = try await directory.configuration(at: tenant)
        let verified = configuration.verify(
            accessToken: credentials.accessToken, for: .only(configuration.urls.complianceResource), now: now)
        guard case .success(let claims) = verified, claims.tenant == tenant.id, let account = claims.account else {
            return .failure(.invalidToken)
        }
        let proof: DPoPProof?
        do {
            proof = try Self.proof(credentials, claims, circumstances, now: now)
        } catch {
            return .failure(error)
        }
        let query = FactsQuery(
            tenant: tenant.id, anchor: .grant(account.grant), presented: credentials.instance.map(InstanceKey.id),
            refusals: RefusalQuery(client: claims.client, since: now - .seconds(3600)),
            revocations: RevocationQuery(scopes: Self.scopes(claims), after: claims.point.sequence),
            openRemediations: true)
        guard let facts = try await environment.store.facts(query) else { return .failure(.invalidToken) }
        if facts.head.revisions != configuration.head.revisions {
            configuration = try await directory.configuration(at: facts.head)
        }
        return caller(claims, facts, configuration, credentials, proof, circumstances)
    }

    private func caller(
        _ claims: AccessTokenClaims, _ facts: Facts, _ configuration: TenantConfiguration,
        _ credentials: ComplianceCredentials, _ proof: DPoPProof?, _ circumstances: RequestCircumstances
    ) -> Result<ComplianceCaller, ComplianceAccessRefusal> {
        guard let grant = facts.grant, grant.state == .active, grant.account == claims.account?.id,
            grant.client == claims.client, let account = facts.account, account.account.isEnabled,
            let client = configuration.clients[claims.client],
            !claims.isRevoked(by: facts.revocations, epoch: facts.head.epoch)
        else { return .failure(.invalidToken) }
        func owned(_ stored: VersionedInstance?) -> VersionedInstance? {
            stored.flatMap { $0.instance.account == grant.account && $0.instance.client == grant.client ? $0 : nil }
        }
        let named = owned(facts.presentedInstance)
        guard credentials.instance == nil || Self.mayActAs(named, grant, proof) else {
            return .failure(.unknownInstance)
        }
        return .success(
            ComplianceCaller(
                configuration: configuration, head: facts.head, grant: grant, account: account, client: client,
                boundInstance: owned(facts.boundInstance), namedInstance: named, proof: proof,
                refusals: facts.refusals, openRemediations: facts.openRemediations,
                correlation: circumstances.correlation, decidedAt: claims.point, expiresAt: claims.expiresAt))
    }

    /// Whether the request speaks for the instance that it names.
    ///
    /// An identifier is no secret and no proof: the token's grant is bound to the instance, or the request proves the
    /// instance's key.
    private static func mayActAs(_ named: VersionedInstance?, _ grant: Grant, _ proof: DPoPProof?) -> Bool {
        guard let instance = named?.instance else { return false }
        if grant.instance == instance.id { return true }
        guard let proof, let key = instance.keyThumbprint else { return false }
        return proof.keyThumbprint.encoded == key
    }

    /// What breaks the posture of an instance or a device ends access tokens, and a policy a grant's, but not the way back
    /// to compliance: what reaches these alone is not asked for.
    ///
    /// The grant itself has to live, and an instance that is given up or wiped has no living one.
    static func scopes(_ claims: AccessTokenClaims) -> [RevocationScope] {
        claims.revocationScopes.filter { scope in
            switch scope {
            case .instance, .device, .grant: false
            case .tenant, .account, .client: true
            }
        }
    }

    private static func proof(
        _ credentials: ComplianceCredentials, _ claims: AccessTokenClaims, _ circumstances: RequestCircumstances,
        now: Timestamp
    ) throws(ComplianceAccessRefusal) -> DPoPProof? {
        // A bound token is good only with its scheme and its key (RFC 9449 section 7.2).
        guard (claims.keyThumbprint != nil) == (credentials.scheme == .dpop) else { throw .invalidToken }
        guard let compact = credentials.proof else {
            guard claims.keyThumbprint == nil else { throw .invalidProof }
            return nil
        }
        let request = DPoPProof.Request(
            method: credentials.method, url: circumstances.url, accessToken: credentials.accessToken)
        guard
            case .success(let proof) = DPoPProof.verify(
                compact, for: request, at: now, freshness: .init(past: RequestProof.window, future: RequestProof.window)
            )
        else {
            throw .invalidProof
        }
        if let bound = claims.keyThumbprint, bound != proof.keyThumbprint.encoded { throw .invalidProof }
        return proof
    }
}
