public import AccessModel

extension PolicySet {
    /// Decides a request and says what every policy had to do with it.
    ///
    /// The decision is the one that ``evaluate(_:)`` makes.
    public func trace(_ request: AccessRequest) -> DecisionTrace {
        let place = places.places[places.place(of: request.context.ipAddress)]
        let standing = ControlStanding(request)
        let traces = policies.indices.map { number in
            PolicyTracer(policy: policies[number], demand: demands[number], request: request, standing: standing)
                .trace(at: place)
        }
        return DecisionTrace(decision: evaluate(request), policies: traces)
    }
}

/// Explains one policy's part in a decision.
private struct PolicyTracer {
    let policy: ConditionalAccessPolicy
    let demand: PolicyDemand
    let request: AccessRequest
    let standing: ControlStanding

    func trace(at place: RequestPlace) -> PolicyTrace {
        guard policy.state != .disabled else { return trace(.notEvaluated, [], .notEnabled) }
        let conditions = matches(at: place)
        let unsupported = unsupportedConditions
        let unknown = Set(conditions.filter(\.match.isUnknown).map(\.condition)).union(unsupported)
        let applicability = applicability(conditions, unsupported)
        return trace(applicability, PolicyCondition.allCases.filter(unknown.contains), result(applicability))
    }

    private func trace(
        _ applicability: PolicyTrace.Applicability, _ unknown: [PolicyCondition], _ result: PolicyResult
    ) -> PolicyTrace {
        let isInPlay = applicability == .applies || applicability == .cannotBeKnown
        return PolicyTrace(
            policy: policy.id, displayName: policy.displayName, state: policy.state,
            effectiveState: policy.effectiveState, unenforceable: policy.unenforceable, applicability: applicability,
            unknownConditions: unknown, controls: isInPlay ? controls : [], result: result)
    }

    private func matches(at place: RequestPlace) -> [(condition: PolicyCondition, match: ConditionMatch)] {
        let conditions = policy.conditions
        return [
            (.users, conditions.matchesUsers(request.subject)),
            (request.resource.condition, conditions.resources.evaluate(request.resource)),
            (.devicePlatform, conditions.matchesPlatform(request.context.platform)),
            (.clientApps, conditions.matchesClientApp(request.context.clientAppType)),
            (.location, demand.isBroken ? .match : conditions.matchesLocation(place)),
        ]
    }

    /// The conditions that the engine cannot evaluate; what it does know of them does not count.
    private var unsupportedConditions: Set<PolicyCondition> {
        var conditions: Set<PolicyCondition> = demand.isBroken ? [.location] : []
        for reason in policy.unenforceable {
            if case .condition(let condition) = reason.part { conditions.insert(condition) }
        }
        let resourceConditions: Set<PolicyCondition> = [.application, .userActions, .authenticationContext]
        // The three name one condition, whichever kind of resource is asked for.
        if !conditions.isDisjoint(with: resourceConditions) { conditions.insert(request.resource.condition) }
        return conditions
    }

    private func applicability(
        _ conditions: [(condition: PolicyCondition, match: ConditionMatch)], _ unsupported: Set<PolicyCondition>
    ) -> PolicyTrace.Applicability {
        let failed = conditions.first { !unsupported.contains($0.condition) && !$0.match.applies }
        if let failed { return .doesNotApply(failed.condition) }
        return unsupported.isEmpty ? .applies : .cannotBeKnown
    }

    private var controls: [PolicyTrace.Control] {
        (policy.grant?.controls ?? []).sorted().map { control in
            guard !standing.waived.contains(ControlSet(control)) else { return PolicyTrace.Control(control, .waived) }
            switch request.controls.state(of: control) {
            case .met: return PolicyTrace.Control(control, .met)
            case .undetermined(let reason): return PolicyTrace.Control(control, .undetermined(reason))
            case .unmet(let reason, _): return PolicyTrace.Control(control, .open(reason))
            case nil: return PolicyTrace.Control(control, .open(.blockedByPolicy))
            }
        }
    }

    private func result(_ applicability: PolicyTrace.Applicability) -> PolicyResult {
        let isEnforced = policy.effectiveState == .enabled
        switch applicability {
        case .notEvaluated: return .notEnabled
        case .doesNotApply: return isEnforced ? .notApplied : .reportOnlyNotApplied
        case .cannotBeKnown: return .unknown
        case .applies: return isEnforced ? enforcedResult : reportOnlyResult
        }
    }

    private var verdict: GrantVerdict { standing.verdict(on: demand.controls, any: demand.any) }

    private var enforcedResult: PolicyResult {
        verdict == .satisfied ? .success : .failure
    }

    private var reportOnlyResult: PolicyResult {
        let verdict = verdict
        guard !hasUnsupportedGrant else { return resultBesideUnsupportedControls(verdict) }
        switch verdict {
        case .satisfied: return .reportOnlySuccess
        case .blocked, .impossible: return .reportOnlyFailure
        case .undetermined: return .unknown
        case .open(let control): return isSolvedByPrompt(control) ? .reportOnlyInterrupted : .reportOnlyFailure
        }
    }

    private var hasUnsupportedGrant: Bool { policy.unenforceable.contains { $0.part == .grant } }

    /// A policy with further controls that the engine does not know: only what those cannot change is known.
    private func resultBesideUnsupportedControls(_ verdict: GrantVerdict) -> PolicyResult {
        if demand.any {
            let isSatisfied = verdict == .satisfied && demand.controls.overlaps(standing.met)
            return isSatisfied ? .reportOnlySuccess : .unknown
        }
        switch verdict {
        case .blocked, .impossible: return .reportOnlyFailure
        case .open(let control): return isSolvedByPrompt(control) ? .unknown : .reportOnlyFailure
        case .satisfied, .undetermined: return .unknown
        }
    }

    /// Only multifactor authentication is solved by a prompt; under `all`, only if nothing else is open.
    private func isSolvedByPrompt(_ control: GrantControl) -> Bool {
        guard control == .mfa else { return false }
        return demand.any || demand.controls.subtracting(standing.waived).subtracting(standing.met) == .mfa
    }
}

extension AccessResource {
    /// The condition that this kind of resource is matched by.
    fileprivate var condition: PolicyCondition {
        switch self {
        case .application: .application
        case .userAction: .userActions
        case .authenticationContext: .authenticationContext
        }
    }
}
