import AccessModel
import AccessPolicy

/// The decision written down as its rules are told, one policy after the other: slow, and independent of the index.
///
/// A condition is true, false or, where a signal is missing, nil. Device filters and address ranges are asked as they
/// are: they have tests of their own.
struct PlainEvaluator {
    let policies: [ConditionalAccessPolicy]
    let world: PolicyWorld
    let whenNothingMatches: UnmatchedAccess

    func outcome(of request: AccessRequest) -> AccessOutcome {
        let findings = reached(by: request).map {
            isBroken($0) ? .failure(nil, .evaluationFailed) : finding($0, request)
        }
        if findings.contains(.block) { return .blocked(.blockedByPolicy) }
        if findings.contains(.failure(nil, .evaluationFailed)) { return .failed(.evaluationFailed) }
        for control in PolicyControl.allCases.sorted() {
            for case .failure(control, let reason) in findings { return .failed(reason) }
        }
        for control in PolicyControl.allCases.sorted() {
            for case .open(control, let reason) in findings { return .requires(control, reason) }
        }
        if !findings.isEmpty { return .allowed }
        return whenNothingMatches == .allow ? .allowedNoPolicyApplied : .blocked(.noPolicyApplied)
    }

    func applied(to request: AccessRequest) -> [PolicyID] { reached(by: request).filter { !isBroken($0) }.map(\.id) }

    func session(of request: AccessRequest) -> SessionDirectives {
        let demands = reached(by: request).filter { !isBroken($0) }.map(\.session)
        let watch: [SessionDirectives.ContinuousAccessEvaluation] = [.strictLocation, .strictEnforcement, .disabled]
        return SessionDirectives(
            primaryFreshness: demands.compactMap(\.primaryFreshness).min(),
            secondaryFreshness: demands.compactMap(\.secondaryFreshness).min(),
            persistentBrowser: [.never, .always].first { demands.map(\.persistentBrowser).contains($0) },
            requiresTokenProtection: demands.contains(where: \.requiresTokenProtection),
            continuousAccessEvaluation: watch.first { demands.map(\.continuousAccessEvaluation).contains($0) },
            disablesResilienceDefaults: demands.contains(where: \.disablesResilienceDefaults))
    }

    private func reached(by request: AccessRequest) -> [ConditionalAccessPolicy] {
        policies.filter { $0.effectiveState == .enabled && matches($0, request) }.sorted { $0.id < $1.id }
    }

    private func isBroken(_ policy: ConditionalAccessPolicy) -> Bool {
        lacksLocation(policy) || lacksGroup(policy) || lacksStrength(policy)
    }

    private func lacksLocation(_ policy: ConditionalAccessPolicy) -> Bool {
        !(policy.conditions.locations?.references ?? []).isSubset(of: world.locations.map(\.id))
    }

    private func lacksGroup(_ policy: ConditionalAccessPolicy) -> Bool {
        guard case .applications(let target) = policy.conditions.resources else { return false }
        return !target.includeGroups.union(target.excludeGroups).isSubset(of: world.groups.map(\.id))
    }

    private func lacksStrength(_ policy: ConditionalAccessPolicy) -> Bool {
        guard let strength = policy.grant?.strength else { return false }
        return !(AuthenticationStrength.builtIn + world.strengths).map(\.id).contains(strength)
    }
}

// MARK: Conditions

extension PlainEvaluator {
    private func matches(_ policy: ConditionalAccessPolicy, _ request: AccessRequest) -> Bool {
        let conditions = policy.conditions
        let context = request.context
        let holds: [Held] = [
            lacksGroup(policy) && isApplication(request.resource) ? .yes : matches(conditions.resources, request),
            clients(conditions.clientApps, context.clientAppType), platforms(conditions.platforms, context.platform),
            lacksLocation(policy) ? .yes : places(conditions.locations, context),
            devices(conditions.devices, context.device),
            levels(conditions.signInRisks, context.signInRisk, RiskLevel.none),
            levels(conditions.userRisks, context.userRisk, RiskLevel.none),
            levels(conditions.servicePrincipalRisks, context.servicePrincipalRisk, RiskLevel.none),
            levels(conditions.insiderRisks, context.insiderRisk, InsiderRiskLevel.none),
            .known(conditions.transferMethods.map { $0.contains { $0 == context.transferMethod } } ?? true),
            subject(conditions, request.subject),
        ]
        return holds.allSatisfy { $0.holds(conditions.onMissingSignal) }
    }

    /// What a condition comes to: known, or usually so.
    enum Held: Equatable {
        case known(Bool)
        case usually(Bool)
        static let yes = Held.known(true)

        func holds(_ missing: MissingSignal) -> Bool {
            switch self {
            case .known(let value): value
            case .usually(let value): value || missing == .match
            }
        }

        /// Included and not excluded, where each side is a list of alternatives of which nil is not known.
        static func sides(_ include: [Bool?], _ exclude: [Bool?]) -> Held {
            let included = include.contains(true) ? true : include.contains(nil) ? nil : false
            let excluded = exclude.contains(true) ? true : exclude.contains(nil) ? nil : false
            if included == false || excluded == true { return .known(false) }
            if included == true, excluded == false { return .known(true) }
            return .usually(included == true)
        }
    }

    private func subject(_ conditions: PolicyConditions, _ subject: AccessSubject) -> Held {
        switch (subject, conditions.servicePrincipals) {
        case (.account(let account), nil):
            return .sides(named(conditions.users.include, account), named(conditions.users.exclude, account))
        case (.servicePrincipal(let principal), let target?):
            func isNamed(_ side: ServicePrincipalTarget.Members) -> Bool {
                side.clients.contains(principal.client) || (side.allOfThisTenant && principal.isOfThisTenant)
            }
            return .known(isNamed(target.include) && !isNamed(target.exclude))
        default: return .known(false)
        }
    }

    private func named(_ members: AssignmentTarget.Members, _ account: AccountMembership) -> [Bool?] {
        var terms: [Bool?] = [
            members.all, members.accounts.contains(account.account),
            account.groups.contains(where: members.groups.contains),
            account.roles.contains(where: members.roles.contains),
        ]
        guard let guest = account.guest else { return terms }
        for selector in members.guests where selector.types.contains(guest.type) {
            switch selector.tenants {
            case .all: terms.append(true)
            case .enumerated(let tenants): terms.append(guest.homeTenant.map(tenants.contains))
            }
        }
        return terms
    }

    private func isApplication(_ resource: AccessResource) -> Bool {
        if case .application = resource { true } else { false }
    }

    private func matches(_ condition: ResourceCondition, _ request: AccessRequest) -> Held {
        switch (condition, request.resource) {
        case (.applications(let target), .application(let id)):
            let groups = world.groups.filter { $0.applications.contains(id) }.map(\.id)
            let included =
                target.includesAll || target.include.contains(id)
                || groups.contains(where: target.includeGroups.contains)
            let excluded = target.exclude.contains(id) || groups.contains(where: target.excludeGroups.contains)
            return .known(included && !excluded)
        case (.userActions(let actions), .userAction(let action)): return .known(actions.contains(action))
        case (.authenticationContexts(let contexts), .authenticationContext(let context)):
            return .known(contexts.contains(context))
        default: return .known(false)
        }
    }

    private func clients(_ clients: Set<ClientAppType>?, _ type: ClientAppType?) -> Held {
        guard let clients else { return .yes }
        guard let type else { return .usually(clients.contains(.other)) }
        return .known(clients.contains(type) || (type == .easSupported && clients.contains(.exchangeActiveSync)))
    }

    private func platforms(_ condition: PlatformCondition?, _ platform: DevicePlatform?) -> Held {
        guard let condition else { return .yes }
        func isNamed(_ platforms: Set<DevicePlatform>) -> Bool? {
            platforms.isEmpty ? false : platform.map(platforms.contains)
        }
        return .sides(
            [condition.includesAll, isNamed(condition.include)], [condition.excludesAll, isNamed(condition.exclude)])
    }

    private func places(_ condition: LocationCondition?, _ context: AccessContext) -> Held {
        guard let condition else { return .yes }
        return .sides(places(condition.include, context), places(condition.exclude, context))
    }

    private func places(_ side: LocationCondition.Places, _ context: AccessContext) -> [Bool?] {
        var terms: [Bool?] = [side.all]
        if side.allTrusted, context.ipAddress == nil { terms.append(nil) }
        for location in world.locations {
            let isNamed = side.named.contains(location.id)
            switch location.extent {
            case .addresses(let ranges, let isTrusted):
                guard isNamed || (side.allTrusted && isTrusted) else { continue }
                terms.append(context.ipAddress.map { address in ranges.contains { $0.contains(address) } })
            case .countries(let countries, let includesUnknown):
                guard isNamed else { continue }
                terms.append(context.country.map(countries.contains) ?? (includesUnknown ? true : nil))
            case .unsupported: continue
            }
        }
        return terms
    }

    private func devices(_ condition: DeviceFilterCondition?, _ device: DeviceInfo?) -> Held {
        guard let condition else { return .yes }
        let applies = condition.filter.matches(device) == (condition.mode == .include)
        let answers = [true, false].map { isCompliant in
            guard var device, device.isCompliant == nil else { return condition.filter.matches(device) }
            device.isCompliant = isCompliant
            return condition.filter.matches(device)
        }
        return device == nil || answers[0] != answers[1] ? .usually(applies) : .known(applies)
    }

    private func levels<Level: Hashable>(_ levels: Set<Level>?, _ level: Level?, _ none: Level) -> Held {
        guard let levels else { return .yes }
        guard let level else { return .usually(levels.contains(none)) }
        return .known(levels.contains(level))
    }
}

// MARK: Controls

extension PlainEvaluator {
    private enum Finding: Equatable {
        case satisfied
        case block
        case failure(PolicyControl?, ReasonCode)
        case open(PolicyControl, ReasonCode)
    }

    private func finding(_ policy: ConditionalAccessPolicy, _ request: AccessRequest) -> Finding {
        let grant = grantFinding(policy, request)
        let session = sessionFinding(policy.session, request)
        switch (grant, session) {
        case (.satisfied, _): return session
        case (.open(let control, _), .open(let other, _)): return other < control ? session : grant
        default: return grant
        }
    }

    private func sessionFinding(_ session: SessionDirectives, _ request: AccessRequest) -> Finding {
        let shown = request.context.authentication
        if session.requiresTokenProtection, !shown.isTokenBound {
            return .open(.tokenProtection, .tokenProtectionRequired)
        }
        func isOld(_ age: Int?, _ freshness: SessionDirectives.Freshness?) -> Bool {
            switch freshness {
            case nil: false
            case .everyTime: age ?? .max > 300
            case .seconds(let limit): age ?? .max > limit
            }
        }
        let hadSecondFactor = shown.secondsSinceSecondFactor != nil || request.controls.mfa == .met
        let isStale =
            isOld(shown.secondsSinceSignIn, session.primaryFreshness)
            || (hadSecondFactor && isOld(shown.secondsSinceSecondFactor, session.secondaryFreshness))
        return isStale ? .open(.signInFrequency, .signInFrequency) : .satisfied
    }

    private func grantFinding(_ policy: ConditionalAccessPolicy, _ request: AccessRequest) -> Finding {
        guard let grant = policy.grant else { return .satisfied }
        if grant.controls.contains(.block) { return .block }
        var controls = grant.controls.sorted()
        if request.purpose == .becomeCompliant {
            controls.removeAll { [.compliantDevice, .domainJoinedDevice, .compliantApplication].contains($0) }
        }
        let isLegacy = ![.browser, .mobileAppsAndDesktopClients].contains(request.context.clientAppType ?? .other)
        func isBeyond(_ control: PolicyControl) -> Bool { isLegacy && control != .compliantApplication }
        let states = Dictionary(uniqueKeysWithValues: controls.map { ($0, state($0, grant.strength, request)) })
        let open = controls.filter { states[$0] != .met }
        if open.isEmpty || (grant.combination == .any && open.count < controls.count) { return .satisfied }
        if grant.combination == .any {
            for control in open where !isBeyond(control) {
                if case .unmet(let reason, satisfiable: true) = states[control] { return .open(control, reason) }
            }
            for control in open {
                if case .undetermined(let reason) = states[control] { return .failure(control, reason) }
            }
            guard let control = open.first(where: { !isBeyond($0) }) else { return .block }
            return .open(control, reason(states[control]))
        }
        for control in open where isBeyond(control) { if case .unmet = states[control] { return .block } }
        for control in open { if case .undetermined(let reason) = states[control] { return .failure(control, reason) } }
        return open.first.map { .open($0, reason(states[$0])) } ?? .satisfied
    }

    private func state(
        _ control: PolicyControl, _ strength: AuthenticationStrengthID?, _ request: AccessRequest
    ) -> ControlState {
        let isDeviceCode = request.context.transferMethod == .deviceCodeFlow
        switch control {
        case .mfa: return request.controls.mfa
        case .authenticationStrength:
            let known = (AuthenticationStrength.builtIn + world.strengths).first { $0.id == strength }
            let isShown = known?.isShown(by: request.context.authentication) ?? false
            return isShown ? .met : request.controls.authenticationStrength
        case .compliantDevice where isDeviceCode: return .unmet(.deviceUnknown, satisfiable: false)
        case .domainJoinedDevice where isDeviceCode: return .unmet(.deviceNotDomainJoined, satisfiable: false)
        case .compliantDevice: return request.controls.compliantDevice
        case .domainJoinedDevice: return request.controls.domainJoinedDevice
        case .passwordChange: return request.controls.passwordChange
        case .compliantApplication, .block, .tokenProtection, .signInFrequency:
            return request.controls.compliantApplication
        }
    }

    private func reason(_ state: ControlState?) -> ReasonCode {
        switch state {
        case .unmet(let reason, _), .undetermined(let reason): reason
        case .met, nil: .evaluationFailed
        }
    }
}

extension AuthenticationStrength {
    fileprivate func isShown(by facts: AuthenticationFacts) -> Bool {
        combinations.contains { combination in
            combination.methods.isSubset(of: facts.methods)
                && combination.restrictions.allSatisfy { $0.isShown(by: facts) }
        }
    }
}

extension AuthenticationStrength.Restriction {
    fileprivate func isShown(by facts: AuthenticationFacts) -> Bool {
        switch self {
        case .fido2(let allowed):
            guard let key = facts.fido2AAGUID else { return false }
            return allowed.contains(key)
        case .x509(let issuers, let policies):
            if !issuers.isEmpty {
                guard let issuer = facts.x509IssuerSKI, issuers.contains(issuer) else { return false }
            }
            return policies.isEmpty || facts.x509PolicyOIDs.contains(where: policies.contains)
        }
    }
}
