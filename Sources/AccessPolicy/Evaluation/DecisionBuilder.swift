import AccessModel

/// Gathers what the matching enabled policies demand into one decision.
struct DecisionBuilder {
    private let standing: ControlStanding
    private let compiled: CompiledPolicies
    private var unmet: [UnmetRequirement] = []
    private var applied: [PolicyID] = []
    private var demandsAppProtection = false
    private var session = SessionDirectives()
    private var isBlocked = false
    private var isBroken = false
    private var undetermined: ControlSet = []
    private var open: ControlSet = []

    init(_ standing: consuming ControlStanding, _ compiled: CompiledPolicies) {
        self.standing = standing
        self.compiled = compiled
        applied.reserveCapacity(8)
    }

    /// Adds an enabled policy whose conditions match; policies come ordered by identifier.
    mutating func add(_ number: Int) {
        let traits = compiled.traits[number]
        let policy = compiled.identifiers[number]
        guard !traits.isBroken else {
            isBroken = true
            unmet.append(UnmetRequirement(policy: policy, control: .block, reason: .evaluationFailed))
            return
        }
        applied.append(policy)
        let demand = compiled.demands[traits.demand]
        guard let control = weigh(demand).control else { return }
        if unmet.isEmpty { unmet.reserveCapacity(8) }
        unmet.append(
            UnmetRequirement(
                policy: policy, control: control, reason: standing.reason(for: control),
                strength: control == .authenticationStrength
                    ? demand.strength.map { compiled.strengths[$0].id } : nil))
    }

    /// Takes in what a policy demands.
    private mutating func weigh(_ demand: PolicyDemand) -> GrantVerdict {
        demandsAppProtection = demandsAppProtection || demand.controls.contains(ControlSet(.compliantApplication))
        if demand.isOfSession { session.formUnion(demand.session) }
        let verdict = standing.verdict(on: demand, compiled.strengths)
        switch verdict {
        case .satisfied: break
        case .blocked, .impossible: isBlocked = true
        case .undetermined(let control): undetermined.insert(ControlSet(control))
        case .open(let control, _): open.insert(ControlSet(control))
        }
        return verdict
    }

    /// The decision.
    consuming func decision(whenNothingMatches: UnmatchedAccess) -> Decision {
        Decision(
            outcome: outcome(whenNothingMatches), unmet: unmet, appliedPolicies: applied,
            demandsAppProtection: demandsAppProtection, session: session)
    }

    private func outcome(_ whenNothingMatches: UnmatchedAccess) -> AccessOutcome {
        if isBlocked { return .blocked(.blockedByPolicy) }
        if isBroken { return .failed(.evaluationFailed) }
        if let control = undetermined.first { return .failed(standing.reason(for: control)) }
        if let control = open.first { return .requires(control, standing.reason(for: control)) }
        if !applied.isEmpty { return .allowed }
        switch whenNothingMatches {
        case .allow: return .allowedNoPolicyApplied
        case .deny: return .blocked(.noPolicyApplied)
        }
    }
}
