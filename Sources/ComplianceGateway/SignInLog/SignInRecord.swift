public import AccessModel
public import AccessPolicy

/// What is kept of a decision about a token, so that it can be shown and decided again.
///
/// Groups and roles are not kept: they would make up most of it, and what new policies would meet is what an account
/// belongs to by then.
public struct SignInRecord: Sendable, Hashable {
    /// The request, its account without groups and roles.
    public var request: AccessRequest
    /// The revision of the policies that it was decided by.
    public var policyRevision: Int64
    /// What was decided.
    public var outcome: AccessOutcome
    /// The enforced policies that applied.
    public var appliedPolicies: [PolicyID]
    /// Those of them that were not satisfied.
    public var unmet: [UnmetRequirement]
    /// What would have come of report-only policies that applied.
    public var reportOnly: [ReportOnlyResult]

    /// Makes a record.
    public init(
        request: AccessRequest, policyRevision: Int64, outcome: AccessOutcome, appliedPolicies: [PolicyID] = [],
        unmet: [UnmetRequirement] = [], reportOnly: [ReportOnlyResult] = []
    ) {
        self.request = request
        self.policyRevision = policyRevision
        self.outcome = outcome
        self.appliedPolicies = appliedPolicies
        self.unmet = unmet
        self.reportOnly = reportOnly
    }

    /// What was decided, as far as it is kept.
    public var decision: Decision {
        Decision(outcome: outcome, unmet: unmet, appliedPolicies: appliedPolicies)
    }
}

/// A request with what the policies decided about it.
struct DecidedRequest: Sendable {
    let request: AccessRequest
    let decision: Decision

    /// What is kept of it.
    func record(_ configuration: TenantConfiguration) -> SignInRecord {
        var kept = request
        if case .account(let membership) = request.subject {
            kept.subject = .account(AccountMembership(account: membership.account, guest: membership.guest))
        }
        return SignInRecord(
            request: kept, policyRevision: configuration.head.revisions.policies, outcome: decision.outcome,
            appliedPolicies: decision.appliedPolicies, unmet: decision.unmet,
            reportOnly: configuration.policies.reportOnlyResults(request))
    }
}
