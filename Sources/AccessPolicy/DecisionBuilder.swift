import AccessModel

/// Gathers what the matching enabled policies demand into one decision.
struct DecisionBuilder {
    private let facts: ControlFacts
    private let standing: ControlStanding
    private var unmet: [UnmetRequirement] = []
    private var applied: [PolicyID] = []
    private var demandsAppProtection = false
    private var isBlocked = false
    private var failure: ReasonCode?
    private var open: ControlSet = []

    init(_ request: AccessRequest) {
        facts = request.controls
        standing = ControlStanding(request)
    }

    /// Adds an enabled policy whose conditions match; policies come ordered by identifier.
    mutating func add(_ demand: PolicyDemand, of policy: PolicyID) {
        guard !demand.isBroken else {
            failure = failure ?? .evaluationFailed
            unmet.append(UnmetRequirement(policy: policy, control: .block, reason: .evaluationFailed))
            return
        }
        applied.append(policy)
        demandsAppProtection = demandsAppProtection || demand.controls.contains(.compliantApplication)
        switch standing.verdict(on: demand.controls, any: demand.any) {
        case .satisfied:
            break
        case .blocked:
            isBlocked = true
            note(.block, openIn: policy)
        case .impossible(let control):
            isBlocked = true
            note(control, openIn: policy)
        case .undetermined(let control):
            failure = failure ?? facts.reason(for: control)
            note(control, openIn: policy)
        case .open(let control):
            open.insert(ControlSet(control))
            note(control, openIn: policy)
        }
    }

    /// The decision.
    func decision(whenNothingMatches: UnmatchedAccess) -> Decision {
        Decision(
            outcome: outcome(whenNothingMatches), unmet: unmet, appliedPolicies: applied,
            demandsAppProtection: demandsAppProtection)
    }

    private func outcome(_ whenNothingMatches: UnmatchedAccess) -> AccessOutcome {
        if isBlocked { return .blocked(.blockedByPolicy) }
        if let failure { return .failed(failure) }
        if let control = open.first { return .requires(control, facts.reason(for: control)) }
        if !applied.isEmpty { return .allowed }
        switch whenNothingMatches {
        case .allow: return .allowedNoPolicyApplied
        case .deny: return .blocked(.noPolicyApplied)
        }
    }

    private mutating func note(_ control: GrantControl, openIn policy: PolicyID) {
        unmet.append(UnmetRequirement(policy: policy, control: control, reason: facts.reason(for: control)))
    }
}
