import AccessModel

/// What every policy had to do with a decision, each worked out when it is looked at.
public struct PolicyTraces: Sendable, RandomAccessCollection {
    let compiled: CompiledPolicies
    let request: AccessRequest
    let findings: PolicyFindings

    /// The first position.
    public var startIndex: Int { 0 }
    /// The position behind the last.
    public var endIndex: Int { compiled.policies.count }

    /// One policy's part.
    public subscript(number: Int) -> PolicyTrace {
        let policy = compiled.policies[number]
        let finding = findings.verdict(on: number)
        let applicability = finding.applicability
        let isInPlay = applicability == .applies || applicability == .cannotBeKnown
        return PolicyTrace(
            policy: policy.id, displayName: policy.displayName, state: policy.state,
            effectiveState: policy.effectiveState, unenforceable: policy.unenforceable, applicability: applicability,
            unknownConditions: findings.unknownConditions(of: number).conditions,
            controls: isInPlay ? controls(of: compiled.demands[compiled.traits[number].demand], policy.grant) : [],
            session: applicability == .applies ? policy.session : SessionDirectives(), result: finding.result)
    }

    private func controls(of demand: PolicyDemand, _ grant: GrantRequirement?) -> [PolicyTrace.Control] {
        let standing = ControlStanding(request)
        let open = standing.open(of: demand.session)
        let session = demand.session.controls.map { control in
            let isOpen = open.contains(ControlSet(control))
            return PolicyTrace.Control(control, isOpen ? .open(standing.reason(for: control)) : .met)
        }
        let met = standing.met(with: demand.strength.map { compiled.strengths[$0] })
        let others = (grant?.controls ?? []).map { control in
            let strength = control == .authenticationStrength ? grant?.strength : nil
            let isMissing = strength != nil && demand.strength == nil
            let status = isMissing ? .undetermined(.evaluationFailed) : status(of: control, standing, met)
            return PolicyTrace.Control(control, status, strength: strength)
        }
        return (session + others).sorted { $0.control < $1.control }
    }

    private func status(
        of control: PolicyControl, _ standing: ControlStanding, _ met: ControlSet
    ) -> PolicyTrace.ControlStatus {
        let set = ControlSet(control)
        if standing.waived.contains(set) { return .waived }
        if met.contains(set) { return .met }
        let reason = standing.reason(for: control)
        return standing.undetermined.contains(set) ? .undetermined(reason) : .open(reason)
    }
}

extension PolicyTraces: Hashable {
    /// Whether every policy has the same part in both.
    public static func == (left: Self, right: Self) -> Bool { left.elementsEqual(right) }

    /// Hashes every policy's part.
    public func hash(into hasher: inout Hasher) {
        for trace in self { hasher.combine(trace) }
    }
}

extension SessionDirectives {
    /// The demands that can be open, in the order in which they are asked for.
    var controls: [PolicyControl] {
        var controls: [PolicyControl] = []
        if requiresTokenProtection { controls.append(.tokenProtection) }
        if primaryFreshness != nil || secondaryFreshness != nil { controls.append(.signInFrequency) }
        return controls
    }
}
