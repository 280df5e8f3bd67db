import AccessModel
import AccessPolicy

/// The decision written down as its rules are told, one policy after the other: slow, and independent of the index.
struct PlainEvaluator {
    let policies: [ConditionalAccessPolicy]
    let locations: [NamedLocation]
    let whenNothingMatches: UnmatchedAccess

    func outcome(of request: AccessRequest) -> AccessOutcome {
        let enabled = policies.filter { $0.effectiveState == .enabled }.sorted { $0.id < $1.id }
        let matching = enabled.filter { matchesApartFromLocation($0, request) }
        let broken = matching.filter { refersToMissingLocation($0) }
        let sound = matching.filter { !refersToMissingLocation($0) && matchesLocation($0, request) }
        var findings = sound.map { (id: $0.id, finding: finding($0, request)) }
        findings += broken.map { ($0.id, .failure(.evaluationFailed)) }
        findings.sort { $0.id < $1.id }
        if findings.contains(where: { $0.finding == .block }) { return .blocked(.blockedByPolicy) }
        for case .failure(let reason) in findings.map(\.finding) { return .failed(reason) }
        for control in [GrantControl.mfa, .compliantDevice, .compliantApplication] {
            for case .open(control, let reason) in findings.map(\.finding) { return .requires(control, reason) }
        }
        if !findings.isEmpty { return .allowed }
        return whenNothingMatches == .allow ? .allowedNoPolicyApplied : .blocked(.noPolicyApplied)
    }

    func applied(to request: AccessRequest) -> [PolicyID] {
        policies.filter {
            $0.effectiveState == .enabled && matchesApartFromLocation($0, request) && !refersToMissingLocation($0)
                && matchesLocation($0, request)
        }.map(\.id).sorted()
    }

    private enum Finding: Equatable {
        case satisfied
        case block
        case failure(ReasonCode)
        case open(GrantControl, ReasonCode)
    }

    private func matchesApartFromLocation(_ policy: ConditionalAccessPolicy, _ request: AccessRequest) -> Bool {
        let conditions = policy.conditions
        guard case .account(let account) = request.subject, conditions.users.matches(account) else { return false }
        let type = request.context.clientAppType ?? .other
        if let clients = conditions.clientApps, !clients.contains(type),
            !(type == .easSupported && clients.contains(.exchangeActiveSync))
        {
            return false
        }
        if let platforms = conditions.platforms {
            let platform = request.context.platform
            let isIncluded = platforms.includesAll || platform.map(platforms.include.contains) ?? false
            let isExcluded = platforms.excludesAll || platform.map(platforms.exclude.contains) ?? false
            if !isIncluded || isExcluded { return false }
        }
        switch (conditions.resources, request.resource) {
        case (.applications(let target), .application(let id)):
            return (target.includesAll || target.include.contains(id)) && !target.exclude.contains(id)
        case (.userActions(let actions), .userAction(let action)): return actions.contains(action)
        case (.authenticationContexts(let contexts), .authenticationContext(let context)):
            return contexts.contains(context)
        default: return false
        }
    }

    private func refersToMissingLocation(_ policy: ConditionalAccessPolicy) -> Bool {
        guard let condition = policy.conditions.locations else { return false }
        return !condition.references.isSubset(of: locations.map(\.id))
    }

    private func matchesLocation(_ policy: ConditionalAccessPolicy, _ request: AccessRequest) -> Bool {
        guard let condition = policy.conditions.locations else { return true }
        return contains(condition.include, request) && !contains(condition.exclude, request)
    }

    private func contains(_ places: LocationCondition.Places, _ request: AccessRequest) -> Bool {
        if places.all { return true }
        guard let address = request.context.ipAddress else { return false }
        return locations.contains { location in
            guard case .addresses(let ranges, let isTrusted) = location.extent else { return false }
            guard ranges.contains(where: { $0.contains(address) }) else { return false }
            return places.named.contains(location.id) || (places.allTrusted && isTrusted)
        }
    }

    private func finding(_ policy: ConditionalAccessPolicy, _ request: AccessRequest) -> Finding {
        guard let grant = policy.grant else { return .satisfied }
        if grant.controls.contains(.block) { return .block }
        var controls = grant.controls.sorted()
        if request.purpose == .becomeCompliant {
            controls.removeAll { $0 == .compliantDevice || $0 == .compliantApplication }
        }
        let isLegacy = ![.browser, .mobileAppsAndDesktopClients].contains(request.context.clientAppType ?? .other)
        func isBeyond(_ control: GrantControl) -> Bool { isLegacy && control != .compliantApplication }
        func isMet(_ control: GrantControl) -> Bool { state(control, request) == .met }
        let open = controls.filter { !isMet($0) }
        if open.isEmpty || (grant.combination == .any && open.count < controls.count) { return .satisfied }
        if grant.combination == .any {
            for control in open where !isBeyond(control) {
                if case .unmet(let reason, satisfiable: true) = state(control, request) {
                    return .open(control, reason)
                }
            }
            for control in open {
                if case .undetermined(let reason) = state(control, request) { return .failure(reason) }
            }
            guard let control = open.first(where: { !isBeyond($0) }) else { return .block }
            return .open(control, reason(control, request))
        }
        for control in open where isBeyond(control) {
            if case .unmet = state(control, request) { return .block }
        }
        for control in open {
            if case .undetermined(let reason) = state(control, request) { return .failure(reason) }
        }
        return open.first.map { .open($0, reason($0, request)) } ?? .satisfied
    }

    private func state(_ control: GrantControl, _ request: AccessRequest) -> ControlState {
        switch control {
        case .mfa: request.controls.mfa
        case .compliantDevice: request.controls.compliantDevice
        case .compliantApplication, .block: request.controls.compliantApplication
        }
    }

    private func reason(_ control: GrantControl, _ request: AccessRequest) -> ReasonCode {
        switch state(control, request) {
        case .unmet(let reason, _), .undetermined(let reason): reason
        case .met: .evaluationFailed
        }
    }
}
