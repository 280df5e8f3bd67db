import AccessModel

/// What stands between a request and one policy.
enum GrantVerdict: Sendable, Hashable {
    /// Nothing.
    case satisfied
    /// The policy blocks.
    case blocked
    /// The client has no way to satisfy the control.
    case impossible(PolicyControl)
    /// The control could not be determined.
    case undetermined(PolicyControl)
    /// The control is to be satisfied; whether prompts solve everything that is open.
    case open(PolicyControl, isPrompted: Bool)

    /// The control that stands in the way; nil when none does.
    var control: PolicyControl? {
        switch self {
        case .satisfied: nil
        case .blocked: .block
        case .impossible(let control), .undetermined(let control), .open(let control, _): control
        }
    }
}

extension ControlStanding {
    /// What stands between the request and what a policy demands.
    func verdict(on demand: PolicyDemand, _ strengths: [CompiledStrength]) -> GrantVerdict {
        let grant = grantVerdict(on: demand, strengths)
        guard demand.isOfSession else { return grant }
        let session = open(of: demand.session)
        guard let first = session.first else { return grant }
        switch grant {
        case .blocked, .impossible, .undetermined: return grant
        case .satisfied: return .open(first, isPrompted: ControlSet.prompted.isSuperset(of: session))
        case .open(let control, let isPrompted):
            return .open(min(first, control), isPrompted: isPrompted && ControlSet.prompted.isSuperset(of: session))
        }
    }

    private func grantVerdict(on demand: PolicyDemand, _ strengths: [CompiledStrength]) -> GrantVerdict {
        guard !demand.controls.contains(.block) else { return .blocked }
        let controls = demand.controls.subtracting(waived)
        guard !controls.isEmpty else { return .satisfied }
        let met = met(with: demand.strength.map { strengths[$0] })
        return demand.any ? verdict(onAnyOf: controls, met) : verdict(onAllOf: controls, met)
    }

    private func verdict(onAllOf controls: ControlSet, _ met: ControlSet) -> GrantVerdict {
        let open = controls.subtracting(met)
        guard let first = open.first else { return .satisfied }
        if let control = open.subtracting(undetermined).intersection(impossible).first { return .impossible(control) }
        if let control = open.intersection(undetermined).first { return .undetermined(control) }
        return .open(first, isPrompted: ControlSet.prompted.isSuperset(of: open))
    }

    private func verdict(onAnyOf controls: ControlSet, _ met: ControlSet) -> GrantVerdict {
        guard let first = controls.first, !controls.overlaps(met) else { return .satisfied }
        if let control = controls.intersection(satisfiable).first { return open(control) }
        if let control = controls.intersection(undetermined).first { return .undetermined(control) }
        guard let control = controls.subtracting(impossible).first else { return .impossible(first) }
        return open(control)
    }

    private func open(_ control: PolicyControl) -> GrantVerdict {
        .open(control, isPrompted: ControlSet.prompted.contains(ControlSet(control)))
    }
}
