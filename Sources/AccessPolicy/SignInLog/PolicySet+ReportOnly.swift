public import AccessModel

/// What would have come of a report-only policy that applies.
public struct ReportOnlyResult: Sendable, Hashable {
    /// The policy.
    public var policy: PolicyID
    /// What would have come of it.
    public var result: PolicyResult

    /// Makes a result.
    public init(_ policy: PolicyID, _ result: PolicyResult) {
        self.policy = policy
        self.result = result
    }
}

extension PolicySet {
    /// What would have come of each report-only policy that applies, ordered by policy.
    ///
    /// The results are those of ``trace(_:)``, found without looking at the policies that do not apply; a policy that
    /// the engine cannot evaluate is left out.
    public func reportOnlyResults(_ request: AccessRequest) -> [ReportOnlyResult] {
        let index = compiled.index
        guard index.hasReportOnly else { return [] }
        let standing = ControlStanding(request)
        var results: [ReportOnlyResult] = []
        index.forEachMatch(of: request, among: index.reportOnly) { number in
            let traits = compiled.traits[number]
            guard traits.unsupported.isEmpty, !traits.isBroken else { return }
            let result = DemandResults(compiled.demands[traits.demand], standing, compiled.strengths).reportOnly
            results.append(ReportOnlyResult(compiled.policies[number].id, result))
        }
        return results
    }
}
