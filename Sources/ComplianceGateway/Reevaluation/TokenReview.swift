import AccessModel
import AccessPolicy
import AuthorizationServer
import Compliance
import Directory
import JSONCoding

/// Decides a token that was issued again, on the circumstances of then and everything else as it is now.
struct TokenReview: Sendable {
    /// No token lives longer than this; an entry that does not say when its token ends is taken to be of such a one.
    static let longestLife = Duration.seconds(28 * 3600)

    let environment: GatewayEnvironment
    let directory: TenantDirectory

    /// What became of one.
    enum Outcome: Sendable, Hashable {
        /// It has ended, or was cut before.
        case dead
        /// It would be issued today.
        case stands
        /// It would not, and is cut together with its grant's or its client's other ones.
        case suspended
    }

    /// Whether the token that the entry tells of may still be good.
    static func isLive(_ issuance: JournaledSignIn, at now: Timestamp) -> Bool {
        guard issuance.kind == .tokenIssued else { return false }
        let end = issuance.details["expiresAt"]?.integerValue.map { Timestamp(seconds: $0) }
        return now < end ?? issuance.at + longestLife
    }

    /// Decides a token again and cuts it when it would not be issued.
    ///
    /// A token that is cut already is left alone, so that doing it again repeats no effect. A failure of ours or of a
    /// source cuts nothing.
    func review(_ issuance: JournaledSignIn, of tenant: TenantID) async throws(StoreError) -> Outcome {
        guard let record = try issuance.record(), Self.isLive(issuance, at: environment.now()) else { return .dead }
        let grant = issuance.details["grant"]?.stringValue.map { GrantID($0) }
        guard let client = issuance.client, let facts = try await facts(issuance, grant, client, tenant),
            facts.revocations.isEmpty
        else { return .dead }
        let configuration = try await directory.configuration(at: facts.head)
        var request = record.request
        if let grant {
            guard facts.grant?.id == grant, facts.grant?.state == .active, let account = facts.account,
                account.account.isEnabled
            else { return .dead }
            request = request.now(facts, account, configuration, at: environment.now())
        }
        let decision = configuration.policies.evaluate(request)
        switch decision.outcome {
        case .allowed, .allowedNoPolicyApplied, .failed: return .stands
        case .blocked(let reason), .requires(_, let reason):
            let scope = scope(of: issuance, grant, client, configuration)
            return try await suspend(scope, issuance, facts, decision, reason, tenant) ? .suspended : .dead
        }
    }

    /// A grant's tokens are cut together, but for the one that is the way back to compliance, which stays open unless it is
    /// what would no longer be issued; then everything of the account is cut.
    private func scope(
        of issuance: JournaledSignIn, _ grant: GrantID?, _ client: ClientID, _ configuration: TenantConfiguration
    ) -> RevocationScope {
        guard let grant else { return .client(client) }
        let resource = configuration.resources.first { $0.id.rawValue == issuance.details["resource"]?.stringValue }
        guard resource?.isComplianceResource == true, let account = issuance.account else { return .grant(grant) }
        return .account(account)
    }

    private func facts(
        _ issuance: JournaledSignIn, _ grant: GrantID?, _ client: ClientID, _ tenant: TenantID
    ) async throws(StoreError) -> Facts? {
        var scopes: [RevocationScope] = [.tenant, .client(client)]
        if let account = issuance.account { scopes.append(.account(account)) }
        if let grant { scopes.append(.grant(grant)) }
        return try await environment.store.facts(
            FactsQuery(
                tenant: tenant, anchor: grant.map(FactsAnchor.grant) ?? .none,
                revocations: RevocationQuery(scopes: scopes, after: issuance.sequence)))
    }

    private func suspend(
        _ scope: RevocationScope, _ issuance: JournaledSignIn, _ facts: Facts, _ decision: Decision,
        _ reason: ReasonCode, _ tenant: TenantID
    ) async throws(StoreError) -> Bool {
        let now = environment.now()
        var details: [(name: String, value: JSONValue)] = [
            ("cause", .string("policies")), ("reason", .string(reason.rawValue)),
            ("policies", .array(decision.unmet.map { .string($0.policy.rawValue) })),
        ]
        if case .grant(let grant) = scope { details.append(("grant", .string(grant.rawValue))) }
        let entry = JournalEntry(
            .tokensSuspended, at: now,
            subject: JournalSubject(
                account: issuance.account, client: issuance.client, instance: facts.boundInstance?.instance.id),
            correlation: issuance.correlation, details: details)
        let write = GatewayWrite(tenant: tenant, changes: [.instance(.revoke(scope, at: now))], entries: [entry])
        guard case .committed = try await environment.store.commit(write) else { return false }
        return true
    }
}

extension AccessRequest {
    /// The request as it would be made now: its account's groups and roles and its app's compliance are today's, what the
    /// sign-in alone knew stays as it was.
    fileprivate func now(
        _ facts: Facts, _ account: AccountFacts, _ configuration: TenantConfiguration, at now: Timestamp
    ) -> AccessRequest {
        var request = self
        request.subject = .account(account.membership)
        guard let grant = facts.grant, let client = configuration.clients[grant.client] else { return request }
        let compliance = configuration.complianceFacts(
            account: account, client: client, declared: grant.declaredCapabilities.contains(.protapp)
        ).evaluate(facts.boundInstance?.instance, at: now)
        let device = configuration.devices.evaluate(facts.boundInstance?.device, at: now)
        request.controls.compliantDevice = AccessEvaluation.compliantDevice(device)
        request.context.device = facts.boundInstance?.device.map { configuration.devices.info(of: $0, device) }
        request.controls.compliantApplication = AccessEvaluation.appProtection(
            compliance, declared: grant.declaredCapabilities)
        return request
    }
}
