import AccessModel

/// Gathers what the matching enabled policies demand into one decision.
struct DecisionBuilder {
    private let standing: ControlStanding
    private var unmet: [UnmetRequirement] = []
    private var applied: [PolicyID] = []
    private var demandsAppProtection = false
    private var session = SessionDirectives()
    private var isBlocked = false
    private var isBroken = false
    private var undetermined: ControlSet = []
    private var open: ControlSet = []

    init(_ standing: ControlStanding) {
        self.standing = standing
    }

    /// Adds an enabled policy that cannot be evaluated and may match.
    mutating func addBroken(_ policy: PolicyID) {
        isBroken = true
        unmet.append(UnmetRequirement(policy: policy, control: .block, reason: .evaluationFailed))
    }

    /// Adds an enabled policy whose conditions match; policies come ordered by identifier.
    mutating func add(_ demand: PolicyDemand, of policy: PolicyID, _ strengths: [CompiledStrength]) {
        applied.append(policy)
        demandsAppProtection = demandsAppProtection || demand.controls.contains(ControlSet(.compliantApplication))
        session.formUnion(demand.session)
        let control: PolicyControl
        switch standing.verdict(on: demand, strengths) {
        case .satisfied: return
        case .blocked:
            isBlocked = true
            control = .block
        case .impossible(let impossible):
            isBlocked = true
            control = impossible
        case .undetermined(let unknown):
            undetermined.insert(ControlSet(unknown))
            control = unknown
        case .open(let first, _):
            open.insert(ControlSet(first))
            control = first
        }
        unmet.append(
            UnmetRequirement(
                policy: policy, control: control, reason: standing.reason(for: control),
                strength: control == .authenticationStrength ? demand.strength.map { strengths[$0].id } : nil))
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
