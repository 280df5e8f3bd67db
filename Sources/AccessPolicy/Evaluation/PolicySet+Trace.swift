public import AccessModel

extension PolicySet {
    /// Decides a request and says what every policy had to do with it.
    ///
    /// The decision is the one that ``evaluate(_:)`` makes.
    public func trace(_ request: AccessRequest) -> DecisionTrace {
        let place = places.place(of: request.context.ipAddress)
        let tracer = PolicyTracer(
            set: self, request: request, place: places.places[place], standing: ControlStanding(request),
            matches: index.conditionMatches(of: request, at: place))
        return DecisionTrace(decision: evaluate(request), policies: policies.indices.map(tracer.trace))
    }
}

/// Explains the policies' parts in a decision.
private struct PolicyTracer {
    let set: PolicySet
    let request: AccessRequest
    let place: RequestPlace
    let standing: ControlStanding
    let matches: ConditionMatches

    func trace(_ number: Int) -> PolicyTrace {
        guard set.policies[number].state != .disabled else { return trace(number, .notEvaluated, [], .notEnabled) }
        let unsupported = set.demands[number].unsupported
        let applicability: PolicyTrace.Applicability =
            firstFailure(number, unsupported).map { .doesNotApply($0) }
            ?? (unsupported.isEmpty ? .applies : .cannotBeKnown)
        let unknown = unsupported.union(missingSignals(number)).naming(request.resource.condition)
        return trace(number, applicability, unknown.conditions, result(number, applicability))
    }

    private func trace(
        _ number: Int, _ applicability: PolicyTrace.Applicability, _ unknown: [PolicyCondition], _ result: PolicyResult
    ) -> PolicyTrace {
        let policy = set.policies[number]
        let isInPlay = applicability == .applies || applicability == .cannotBeKnown
        return PolicyTrace(
            policy: policy.id, displayName: policy.displayName, state: policy.state,
            effectiveState: policy.effectiveState, unenforceable: policy.unenforceable, applicability: applicability,
            unknownConditions: unknown, controls: isInPlay ? controls(of: policy.grant) : [], result: result)
    }

    /// The first condition, in the order of ``PolicyCondition``, that does not match; what cannot be evaluated fails
    /// nothing.
    private func firstFailure(_ number: Int, _ unsupported: ConditionSet) -> PolicyCondition? {
        if !matches.users(number), !unsupported.contains(.users) { return .users }
        if !matches.resource(number), !unsupported.overlaps(.resource) { return request.resource.condition }
        if !matches.platform(number), !unsupported.contains(.devicePlatform) { return .devicePlatform }
        if !matches.client(number), !unsupported.contains(.clientApps) { return .clientApps }
        if !matches.place(number), !unsupported.contains(.location) { return .location }
        return nil
    }

    private func missingSignals(_ number: Int) -> ConditionSet {
        var missing = ConditionSet()
        let context = request.context
        if context.platform == nil, set.policies[number].conditions.matchesPlatform(nil).isUnknown {
            missing.insert(.devicePlatform)
        }
        if context.clientAppType == nil, set.policies[number].conditions.matchesClientApp(nil).isUnknown {
            missing.insert(.clientApps)
        }
        if !place.isKnown, set.policies[number].conditions.matchesLocation(place).isUnknown {
            missing.insert(.location)
        }
        return missing
    }

    private func controls(of grant: GrantRequirement?) -> [PolicyTrace.Control] {
        (grant?.controls ?? []).sorted().map { control in
            guard !standing.waived.contains(ControlSet(control)) else { return PolicyTrace.Control(control, .waived) }
            switch request.controls.state(of: control) {
            case .met: return PolicyTrace.Control(control, .met)
            case .undetermined(let reason): return PolicyTrace.Control(control, .undetermined(reason))
            case .unmet(let reason, _): return PolicyTrace.Control(control, .open(reason))
            case nil: return PolicyTrace.Control(control, .open(.blockedByPolicy))
            }
        }
    }

    private func result(_ number: Int, _ applicability: PolicyTrace.Applicability) -> PolicyResult {
        let demand = set.demands[number]
        let isEnforced = demand.isEnforced
        switch applicability {
        case .notEvaluated: return .notEnabled
        case .doesNotApply: return isEnforced ? .notApplied : .reportOnlyNotApplied
        case .cannotBeKnown: return .unknown
        case .applies: return isEnforced ? enforcedResult(demand) : reportOnlyResult(demand)
        }
    }

    private func verdict(_ demand: PolicyDemand) -> GrantVerdict {
        standing.verdict(on: demand.controls, any: demand.any)
    }

    private func enforcedResult(_ demand: PolicyDemand) -> PolicyResult {
        verdict(demand) == .satisfied ? .success : .failure
    }

    private func reportOnlyResult(_ demand: PolicyDemand) -> PolicyResult {
        let verdict = verdict(demand)
        guard !demand.hasUnsupportedGrant else { return result(beside: verdict, demand) }
        switch verdict {
        case .satisfied: return .reportOnlySuccess
        case .blocked, .impossible: return .reportOnlyFailure
        case .undetermined: return .unknown
        case .open(let control): return isPrompted(control, demand) ? .reportOnlyInterrupted : .reportOnlyFailure
        }
    }

    /// A policy with further controls that the engine does not know: only what those cannot change is known.
    private func result(beside verdict: GrantVerdict, _ demand: PolicyDemand) -> PolicyResult {
        if demand.any {
            let isSatisfied = verdict == .satisfied && demand.controls.overlaps(standing.met)
            return isSatisfied ? .reportOnlySuccess : .unknown
        }
        switch verdict {
        case .blocked, .impossible: return .reportOnlyFailure
        case .open(let control): return isPrompted(control, demand) ? .unknown : .reportOnlyFailure
        case .satisfied, .undetermined: return .unknown
        }
    }

    /// Only multifactor authentication is solved by a prompt; under `AND`, only if nothing else is open.
    private func isPrompted(_ control: GrantControl, _ demand: PolicyDemand) -> Bool {
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
