import AccessModel

/// Gathers what the matching enabled policies demand into one decision.
struct DecisionBuilder {
    private let standing: ControlStanding
    private let compiled: CompiledPolicies
    /// What the demands that were met so far come to.
    private var verdicts: [GrantVerdict?]
    private var unmet: [UnmetRequirement] = []
    private var applied: [PolicyID] = []
    private var demandsAppProtection = false
    private var session = SessionDirectives()
    private var isBlocked = false
    private var isBroken = false
    private var undetermined: ControlSet = []
    private var open: ControlSet = []

    init(_ standing: ControlStanding, _ compiled: CompiledPolicies) {
        self.standing = standing
        self.compiled = compiled
        verdicts = Array(repeating: nil, count: compiled.demands.count)
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
        let verdict = verdicts[traits.demand] ?? weigh(traits.demand)
        guard let control = verdict.control else { return }
        let demand = compiled.demands[traits.demand]
        unmet.append(
            UnmetRequirement(
                policy: policy, control: control, reason: standing.reason(for: control),
                strength: control == .authenticationStrength
                    ? demand.strength.map { compiled.strengths[$0].id } : nil))
    }

    /// Takes in a demand that was not met before.
    private mutating func weigh(_ number: Int) -> GrantVerdict {
        let demand = compiled.demands[number]
        demandsAppProtection = demandsAppProtection || demand.controls.contains(ControlSet(.compliantApplication))
        session.formUnion(demand.session)
        let verdict = standing.verdict(on: demand, compiled.strengths)
        verdicts[number] = verdict
        switch verdict {
        case .satisfied: break
        case .blocked, .impossible: isBlocked = true
        case .undetermined(let control): undetermined.insert(ControlSet(control))
        case .open(let control, _): open.insert(ControlSet(control))
        }
        return verdict
    }

    /// The decision.
    func decision(whenNothingMatches: UnmatchedAccess) -> Decision {
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
