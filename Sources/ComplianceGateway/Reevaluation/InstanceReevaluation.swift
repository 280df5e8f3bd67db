import AccessModel
import AuthorizationServer
import Compliance
import Directory

/// Evaluates one stored app instance anew, and stores what has changed.
struct InstanceReevaluation: Sendable {
    let environment: GatewayEnvironment
    let directory: TenantDirectory

    /// What became of one.
    enum Outcome: Sendable, Hashable {
        /// It is what it was, or there is none any more.
        case unchanged
        /// It is stored anew.
        case changed
        /// Others kept changing it, and evaluated it with that.
        case contended
    }

    /// Evaluates an instance at this moment.
    ///
    /// Nothing is stored of one that is what it was, so that doing it again repeats no effect.
    func evaluate(_ instance: AppInstanceID, of tenant: TenantID) async throws(StoreError) -> Outcome {
        for _ in 0..<5 {
            let query = FactsQuery(tenant: tenant, anchor: .instance(instance), openRemediations: true)
            guard let facts = try await environment.store.facts(query), let stored = facts.boundInstance,
                let account = facts.account
            else { return .unchanged }
            let configuration = try await directory.configuration(at: facts.head)
            // An app that is registered no longer has no permissions, and so nothing that could be demanded of it.
            let client =
                configuration.clients[stored.instance.client]
                ?? ClientApp(id: stored.instance.client, name: "", kind: .native)
            let compliance = configuration.complianceFacts(account: account, client: client, declared: nil)
            let now = environment.now()
            guard case .done(let transition) = stored.instance.reevaluate(facts: compliance, at: now),
                !transition.instance.saysSame(as: stored.instance)
            else { return .unchanged }
            var write = InstanceWrite(
                transition, replacing: stored.version, death: .wiped, environment: environment, correlation: nil,
                at: now)
            write.settleRemediations(
                facts.openRemediations, transition, result: compliance.evaluate(transition.instance, at: now))
            let whole = GatewayWrite(tenant: tenant, changes: write.changes, entries: write.entries)
            if case .committed = try await environment.store.commit(whole) { return .changed }
        }
        return .contended
    }
}

extension AppInstance {
    /// Whether nothing of the other differs but when it was evaluated and in which words.
    fileprivate func saysSame(as other: AppInstance) -> Bool {
        lifecycle == other.lifecycle && failingSince == other.failingSince && result.status == other.result.status
            && result.reasons == other.result.reasons && result.warnings == other.result.warnings
            && result.isManaged == other.result.isManaged && result.evidence == other.result.evidence
            && result.earnsProtapp == other.result.earnsProtapp && result.reevaluateAt == other.result.reevaluateAt
            && result.pendingSteps == other.result.pendingSteps && result.remindAt == other.result.remindAt
    }
}
