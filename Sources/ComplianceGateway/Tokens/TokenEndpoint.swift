import AccessModel
public import AuthorizationServer
import Compliance
import Directory
import JSONCoding

/// The token endpoint's use case: a grant is validated, policy and compliance are decided, and what comes of it is
/// durable before it is answered.
public struct TokenEndpoint: Sendable {
    let environment: GatewayEnvironment
    let directory: TenantDirectory

    /// Makes the use case.
    public init(_ environment: GatewayEnvironment, directory: TenantDirectory) {
        self.environment = environment
        self.directory = directory
    }

    /// Answers a token request.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - tenant: the tenant, as found for it.
    ///   - circumstances: what the edge knows of it.
    /// - Returns: the tokens or the refusal.
    /// - Throws: ``StoreError``, or the library's error when signing fails; both are failures of ours.
    public func redeem(
        _ request: TokenRequest, tenant: TenantHead, circumstances: RequestCircumstances
    ) async throws -> TokenReply {
        // A write that found the grant changed meanwhile is decided again on what is true now: of two that use one code,
        // one is issued and the other sees it consumed.
        for _ in 0..<4 {
            if let answer = try await attempt(request, tenant, circumstances) { return answer }
        }
        return .refused(.temporarilyUnavailable(.sourceFailed, retryAfter: .seconds(1)))
    }

    private func attempt(
        _ request: TokenRequest, _ tenant: TenantHead, _ circumstances: RequestCircumstances
    ) async throws -> TokenReply? {
        let now = environment.now()
        var configuration = try await directory.configuration(at: tenant)
        let client: AuthenticatedClient
        let uses: [GrantChange]
        switch configuration.authenticate(request.credential, tokenURL: circumstances.url, now: now) {
        case .authenticated(let authenticated, let used): (client, uses) = (authenticated, used)
        case .refused(let fault): return .refused(.invalidClient(fault))
        }
        guard let registered = configuration.clients[client.id], client.registration.mayUse(request.grant.type) else {
            return try await refuse(.unauthorizedGrantType, request, of: client, configuration, circumstances)
        }
        let proof = RequestProof.verify(
            request.proof, method: "POST", url: circumstances.url, tenant: tenant.id, now: now)
        if case .refused(let fault) = proof {
            return try await refuse(.invalidProof(fault), request, of: client, configuration, circumstances)
        }
        let query = Self.query(request, client: registered, proof: proof, tenant: tenant.id)
        guard let facts = try await environment.store.facts(query) else { return .refused(.invalidGrant(.unknown)) }
        if facts.head.revisions != configuration.head.revisions {
            configuration = try await directory.configuration(at: facts.head)
        }
        let run = TokenRun(
            request: request, configuration: configuration, client: client, registered: registered, proof: proof,
            facts: facts, uses: uses, circumstances: environment.located(circumstances), now: now)
        return try await finish(run.settle(refreshTokenBytes: environment.randomBytes(32)), run)
    }

    // MARK: Writing and answering

    /// Refuses a request before its grant is looked at.
    ///
    /// It is journalled for a client that has authenticated itself; whoever has shown nothing is only logged at the
    /// edge, or strangers could fill the journal.
    private func refuse(
        _ refusal: TokenRequestRefusal, _ request: TokenRequest, of client: AuthenticatedClient,
        _ configuration: TenantConfiguration, _ circumstances: RequestCircumstances
    ) async throws -> TokenReply {
        guard client.isConfidential else { return .refused(refusal) }
        var details: [(name: String, value: JSONValue)] = [
            ("grantType", .string(request.grant.type.rawValue)), ("error", .string(TokenErrorBody(refusal).error)),
        ]
        if case .invalidProof(let fault) = refusal { details.append(("fault", .string(fault.rawValue))) }
        let entry = JournalEntry(
            .tokenRefused, at: environment.now(), subject: JournalSubject(client: client.id),
            correlation: circumstances.correlation, details: details)
        _ = try await environment.store.commit(
            GatewayWrite(tenant: configuration.head.id, changes: [], entries: [entry]))
        return .refused(refusal)
    }

    private func finish(_ settlement: TokenSettlement, _ run: TokenRun) async throws -> TokenReply? {
        let write = run.write(for: settlement, issuanceEntries: environment.issuanceEntries)
        if !write.changes.isEmpty || !write.entries.isEmpty {
            switch try await environment.store.commit(write) {
            case .committed: break
            case .refused(let index):
                guard let refusal = run.refusal(ofUse: index) else { return nil }
                return .refused(refusal)
            }
        }
        switch settlement.outcome {
        case .refused(let refusal, _): return .refused(refusal)
        case .issued(let result, _): return .issued(try mint(result, run))
        }
    }

    private func mint(_ result: TokenGrantResult, _ run: TokenRun) throws -> TokenAnswer {
        let issuer = run.configuration.urls.issuer
        let point = DecisionPoint(epoch: run.facts.head.epoch, sequence: run.facts.head.sequence)
        let id: CorrelationID = environment.newIdentifier()
        let claims = AccessTokenClaims(
            result, issuer: issuer, point: point, tokenID: id.rawValue, now: run.now)
        let keys = run.configuration.keys
        let idToken = try IDTokenClaims(result, issuer: issuer, now: run.now).map { try keys.sign($0) }
        return TokenAnswer(
            result, accessToken: try keys.sign(claims), idToken: idToken,
            showsClientInfo: run.request.wantsClientInfo)
    }

    private static func query(
        _ request: TokenRequest, client: ClientApp, proof: RequestProof, tenant: TenantID
    ) -> FactsQuery {
        let presented: InstanceKey? =
            switch client.instanceProof {
            case .key: proof.keyThumbprint.map(InstanceKey.keyThumbprint)
            case .enrollmentId:
                request.enrollmentID.flatMap { EnrollmentIdentifier(presented: $0.text) }.map { .enrollmentID($0.hash) }
            }
        return FactsQuery(tenant: tenant, anchor: request.grant.anchor, presented: presented)
    }
}

/// What the token endpoint replies.
public enum TokenReply: Sendable {
    /// Tokens.
    case issued(TokenAnswer)
    /// A refusal.
    case refused(TokenRequestRefusal)
}

extension TokenGrantRequest {
    /// What the facts follow from; a secret that is none of ours is anchored nowhere and found unknown.
    fileprivate var anchor: FactsAnchor {
        switch self {
        case .authorizationCode(let code, _, _):
            OpaqueToken(.authorizationCode, presented: code.text).map { .code($0.hash) } ?? .none
        case .refreshToken(let token):
            OpaqueToken(.refreshToken, presented: token.text).map { .refreshToken($0.hash) } ?? .none
        case .deviceCode(let code):
            OpaqueToken(.deviceCode, presented: code.text).map { .deviceCode($0.hash) } ?? .none
        case .clientCredentials: .none
        }
    }
}
