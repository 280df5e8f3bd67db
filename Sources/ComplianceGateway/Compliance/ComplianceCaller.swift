public import AccessModel
public import AuthorizationServer
import Compliance
public import Directory
public import JOSE

/// Who calls the compliance API: an access token for the compliance resource that was verified, and what is known of its
/// grant, account and app instance at that moment.
public struct ComplianceCaller: Sendable {
    /// The tenant's configuration.
    public let configuration: TenantConfiguration
    /// The snapshot that everything below comes from.
    public let head: TenantHead
    /// The grant that the token was issued for.
    public let grant: Grant
    /// The account.
    public let account: AccountFacts
    /// The client.
    public let client: ClientApp
    /// The instance that the grant is bound to.
    public let boundInstance: VersionedInstance?
    /// The instance that the request names, when it is one of this account and client.
    public let namedInstance: VersionedInstance?
    /// The proof that came with the request, verified for it.
    public let proof: DPoPProof?
    /// Recent refusals of this account and client, for the loop guard.
    public let refusals: [RefusalRecord]
    /// The correlation identifier.
    public let correlation: CorrelationID
    /// The snapshot that the access token was decided on.
    let decidedAt: DecisionPoint
    /// When the access token ends.
    let expiresAt: Timestamp

    /// The instance that the request is about.
    var instance: VersionedInstance? { namedInstance ?? boundInstance }

    /// What compliance is evaluated with.
    var facts: ComplianceFacts {
        configuration.complianceFacts(
            account: account, client: client, declared: grant.declaredCapabilities.contains(.protapp))
    }

    /// The subject of journal entries.
    var subject: JournalSubject {
        JournalSubject(account: account.account.id, client: client.id, instance: instance?.instance.id)
    }

    /// The change that uses the request's proof up; nil when there is none.
    var proofUse: StateChange? {
        guard let proof else { return nil }
        let use = OneTimeUse(.proof, tenant: head.id, owner: proof.keyThumbprint.encoded, identifier: proof.tokenID)
        return .grant(.useOnce(use, until: proof.issuedAt + RequestProof.memory))
    }

    /// The result, or the end of a loop: the same refusal came again and again although the app is compliant.
    func guarded(_ result: ComplianceResult, at now: Timestamp) -> ComplianceResult {
        guard result.status == .compliant, let instance = instance?.instance else { return result }
        // A request that could not show its instance may be this one's; what another one was refused is none of its loops.
        let own = refusals.filter { $0.instance == nil || $0.instance == instance.id }
        let ends = Dictionary(grouping: own, by: \.reason).values.compactMap { same -> Timestamp? in
            let verdict = LoopGuard.verdict(refusals: same.map(\.at), clearedAt: instance.enrolledAt, at: now)
            guard case .closed(let until) = verdict else { return nil }
            return until
        }
        guard let until = ends.max() else { return result }
        return result.closingLoop(supportID: correlation.rawValue, until: until)
    }
}
