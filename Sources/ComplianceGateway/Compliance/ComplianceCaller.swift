public import AccessModel
public import AuthorizationServer
public import Compliance
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
    /// The account's remediation sessions that nobody has closed.
    public let openRemediations: [RemediationSession]
    /// The correlation identifier.
    public let correlation: CorrelationID
    /// The snapshot that the access token was decided on.
    let decidedAt: DecisionPoint
    /// When the access token ends.
    let expiresAt: Timestamp

    /// The instance that the request is about.
    var instance: VersionedInstance? { namedInstance ?? boundInstance }

    /// What compliance is decided on.
    var standing: ComplianceCase {
        ComplianceCase(
            configuration: configuration, account: account, client: client, instance: instance,
            declared: grant.declaredCapabilities.contains(.protapp), refusals: refusals,
            openRemediations: openRemediations, correlation: correlation)
    }

    /// What compliance is evaluated with.
    var facts: ComplianceFacts { standing.facts }

    /// The subject of journal entries.
    var subject: JournalSubject { standing.subject }

    /// The change that uses the request's proof up; nil when there is none.
    var proofUse: StateChange? {
        guard let proof else { return nil }
        let use = OneTimeUse(.proof, tenant: head.id, owner: proof.keyThumbprint.encoded, identifier: proof.tokenID)
        return .grant(.useOnce(use, until: proof.issuedAt + RequestProof.memory))
    }
}
