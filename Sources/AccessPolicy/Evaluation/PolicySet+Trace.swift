public import AccessModel

extension PolicySet {
    /// Decides a request and says what every policy had to do with it.
    ///
    /// The decision is the one that ``evaluate(_:)`` makes.
    public func trace(_ request: AccessRequest) -> DecisionTrace {
        let standing = ControlStanding(request)
        let findings = PolicyFindings(compiled, request, standing)
        return DecisionTrace(
            decision: evaluate(request, standing),
            policies: PolicyTraces(compiled: compiled, request: request, findings: findings))
    }

    /// What comes of each policy, ordered as the policies are.
    func results(of request: AccessRequest, _ standing: ControlStanding) -> [PolicyResult] {
        let findings = PolicyFindings(compiled, request, standing)
        return policies.indices.map { findings.verdict(on: $0).result }
    }
}
