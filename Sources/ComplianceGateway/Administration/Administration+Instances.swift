public import AccessModel
import AuthorizationServer
public import Compliance
import Directory
import JSONCoding

/// What an administrator does to one app instance.
public enum InstanceAct: Sendable, Hashable {
    /// Takes this very instance as managed, whatever evidence it has.
    case approve
    /// Takes the approval back.
    case revokeApproval
    /// Keeps the instance from becoming compliant.
    case block
    /// Ends a block.
    case unblock
    /// Has the app's managed data wiped and ends its grants.
    case wipe
    /// Gives the instance up and ends its grants.
    case unenrol
}

/// What became of an administrator's act on an instance.
public enum InstanceActOutcome: Sendable {
    /// It was done; the instance's state now.
    case done(VersionedInstance)
    /// There is no such instance.
    case unknownInstance
    /// Its state does not allow the act.
    case refused(TransitionRefusal)
    /// Something else changed it at the same moment, several times over.
    case concurrentChange
}

extension Administration {
    /// Acts on an app instance.
    ///
    /// - Parameters:
    ///   - act: the act.
    ///   - instance: the instance.
    ///   - tenant: its tenant.
    ///   - reason: why, for the journal.
    ///   - directory: where the tenant's configuration is found.
    /// - Returns: what became of it.
    /// - Throws: ``StoreError``.
    public func act(
        _ act: InstanceAct, on instance: AppInstanceID, in tenant: TenantID, reason: String,
        directory: TenantDirectory
    ) async throws(StoreError) -> InstanceActOutcome {
        for _ in 0..<5 {
            guard
                let facts = try await environment.store.facts(
                    FactsQuery(tenant: tenant, anchor: .instance(instance), openRemediations: true)),
                let stored = facts.boundInstance, let account = facts.account
            else { return .unknownInstance }
            let configuration = try await directory.configuration(at: facts.head)
            guard let client = configuration.clients[stored.instance.client] else { return .unknownInstance }
            let compliance = configuration.complianceFacts(account: account, client: client, declared: nil)
            switch transition(act, of: stored.instance, compliance) {
            case .refused(let refusal): return .refused(refusal)
            case .done(let transition):
                let result = compliance.evaluate(transition.instance, at: environment.now())
                if let done = try await commit(
                    transition, of: stored, act, reason, tenant, facts.openRemediations, result)
                {
                    return .done(done)
                }
            }
        }
        return .concurrentChange
    }

    private func transition(
        _ act: InstanceAct, of instance: AppInstance, _ facts: ComplianceFacts
    ) -> TransitionOutcome {
        let now = environment.now()
        return switch act {
        case .approve: instance.approve(facts: facts, at: now)
        case .revokeApproval: instance.revokeApproval(facts: facts, at: now)
        case .block: instance.block(facts: facts, at: now)
        case .unblock: instance.unblock(facts: facts, at: now)
        case .wipe: instance.wipe(at: now)
        case .unenrol: instance.unenrol(at: now)
        }
    }

    private func commit(
        _ transition: ComplianceTransition, of stored: VersionedInstance, _ act: InstanceAct, _ reason: String,
        _ tenant: TenantID, _ remediations: [RemediationSession], _ result: ComplianceResult
    ) async throws(StoreError) -> VersionedInstance? {
        var write = InstanceWrite(
            transition, replacing: stored.version, death: act == .unenrol ? .unenrolled : .wiped,
            environment: environment, actor: actor, correlation: nil, at: environment.now())
        write.journal(act.journalKind, [("reason", .string(reason))])
        write.settleRemediations(remediations, transition, result: result)
        let whole = GatewayWrite(tenant: tenant, changes: write.changes, entries: write.entries)
        guard case .committed = try await environment.store.commit(whole) else { return nil }
        return VersionedInstance(instance: transition.instance, version: stored.version + 1)
    }
}

extension InstanceAct {
    fileprivate var journalKind: JournalKind {
        switch self {
        case .approve: .instanceApproved
        case .revokeApproval: .instanceApprovalRevoked
        case .block: .instanceBlocked
        case .unblock: .instanceUnblocked
        case .wipe: .instanceWiped
        case .unenrol: .instanceUnenrolled
        }
    }
}
