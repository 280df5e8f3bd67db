import AccessModel
import AuthorizationServer
import Compliance
import Directory

/// One app of one account, with everything that its compliance is decided on: the same for the app itself, which shows a
/// token, and for the person who looks at a page about it.
struct ComplianceCase: Sendable {
    /// The tenant's configuration.
    let configuration: TenantConfiguration
    /// The account.
    let account: AccountFacts
    /// The client.
    let client: ClientApp
    /// The installation; nil while there is none.
    var instance: VersionedInstance?
    /// Whether the client declared the capability `protapp`; nil when nobody asked it.
    let declared: Bool?
    /// Recent refusals of this account and client, for the loop guard.
    var refusals: [RefusalRecord]
    /// The account's remediation sessions that nobody has closed.
    var openRemediations: [RemediationSession]
    /// Who acts, for the journal; nil when it is the app or its user.
    var actor: String?
    /// The correlation identifier.
    let correlation: CorrelationID

    /// What compliance is evaluated with.
    var facts: ComplianceFacts {
        configuration.complianceFacts(account: account, client: client, declared: declared)
    }

    /// The subject of journal entries.
    var subject: JournalSubject {
        JournalSubject(account: account.account.id, client: client.id, instance: instance?.instance.id, actor: actor)
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

    /// What a report says of this installation.
    func report(_ result: ComplianceResult) -> ComplianceReport {
        ComplianceReport(
            instance: instance?.instance.id, result: result, isWipePending: instance?.instance.pendingWipe ?? false)
    }
}
