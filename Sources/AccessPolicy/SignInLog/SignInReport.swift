public import AccessModel

/// What the policies had to do with one sign-in, as the sign-in log shows it.
public struct SignInReport: Sendable, Hashable {
    /// What the policies came to together (`conditionalAccessStatus`).
    public enum Status: String, Sendable, Hashable, CaseIterable {
        /// Policies applied and are satisfied.
        case success
        /// A policy stopped the sign-in.
        case failure
        /// No enforced policy applied.
        case notApplied
    }

    /// What the policies came to together.
    public var status: Status
    /// Each policy's part, ordered by policy.
    public var policies: [AppliedPolicy]
    /// What happened, in words.
    public var summary: String
}

extension SignInReport {
    /// Reports a decision that was just made.
    ///
    /// - Parameters:
    ///   - trace: the decision with every policy's part in it.
    ///   - request: the request.
    ///   - set: the policies.
    public init(_ trace: DecisionTrace, of request: AccessRequest, under set: PolicySet) {
        let parts = zip(set.policies, trace.policies).map { policy, part in
            AppliedPolicy(policy, part.result, failed: part.applicability.failed, request)
        }
        self.init(trace.decision, parts, set)
    }

    /// Reports a decision of earlier, of which the policies that applied were kept.
    ///
    /// - Parameters:
    ///   - decision: the decision.
    ///   - reportOnly: what would have come of report-only policies that applied.
    ///   - request: the request, as far as it was kept.
    ///   - set: the policies that it was decided by.
    public init(
        _ decision: Decision, reportOnly: [ReportOnlyResult], of request: AccessRequest, under set: PolicySet
    ) {
        let open = Set(decision.unmet.map(\.policy))
        var results = Dictionary(reportOnly.map { ($0.policy, $0.result) }, uniquingKeysWith: { first, _ in first })
        for policy in decision.appliedPolicies { results[policy] = open.contains(policy) ? .failure : .success }
        let parts = set.policies.compactMap { policy in
            results[policy.id].map { AppliedPolicy(policy, $0, failed: nil, request) }
        }
        self.init(decision, parts, set)
    }

    private init(_ decision: Decision, _ policies: [AppliedPolicy], _ set: PolicySet) {
        self.policies = policies
        status = decision.outcome.isAllowed ? (decision.appliedPolicies.isEmpty ? .notApplied : .success) : .failure
        let names = Dictionary(set.policies.map { ($0.id, $0.displayName) }, uniquingKeysWith: { first, _ in first })
        summary = SignInWording(names: names).summary(decision, policies)
    }
}

extension PolicyTrace.Applicability {
    fileprivate var failed: PolicyCondition? {
        if case .doesNotApply(let condition) = self { condition } else { nil }
    }
}
