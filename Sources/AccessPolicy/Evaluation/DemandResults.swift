import AccessModel

/// What comes of a demand, for a policy that is enforced and for one that is report-only.
struct DemandResults: Sendable {
    let enforced: PolicyResult
    let reportOnly: PolicyResult

    init(_ demand: PolicyDemand, _ standing: ControlStanding, _ strengths: [CompiledStrength]) {
        let verdict = standing.verdict(on: demand, strengths)
        enforced = verdict == .satisfied ? .success : .failure
        reportOnly = Self.reportOnly(demand, verdict, standing, strengths)
    }

    private static func reportOnly(
        _ demand: PolicyDemand, _ verdict: GrantVerdict, _ standing: ControlStanding, _ strengths: [CompiledStrength]
    ) -> PolicyResult {
        if demand.hasUnsupportedGrant { return besideGrant(demand, verdict, standing, strengths) }
        let result = result(of: verdict)
        // What the engine does not know of the session may stand in the way as well.
        return demand.hasUnsupportedSession && result != .reportOnlyFailure ? .unknown : result
    }

    private static func result(of verdict: GrantVerdict) -> PolicyResult {
        switch verdict {
        case .satisfied: .reportOnlySuccess
        case .blocked, .impossible: .reportOnlyFailure
        case .undetermined: .unknown
        case .open(_, let isPrompted): isPrompted ? .reportOnlyInterrupted : .reportOnlyFailure
        }
    }

    /// A policy with further grant controls that the engine does not know: only what those cannot change is known.
    private static func besideGrant(
        _ demand: PolicyDemand, _ verdict: GrantVerdict, _ standing: ControlStanding, _ strengths: [CompiledStrength]
    ) -> PolicyResult {
        if demand.any {
            let met = standing.met(with: demand.strength.map { strengths[$0] })
            let isSatisfied = verdict == .satisfied && demand.controls.subtracting(standing.waived).overlaps(met)
            return isSatisfied && !demand.hasUnsupportedSession ? .reportOnlySuccess : .unknown
        }
        return result(of: verdict) == .reportOnlyFailure ? .reportOnlyFailure : .unknown
    }
}
