import AccessModel

/// What was found of one policy.
struct PolicyFinding: Sendable, Hashable {
    let applicability: PolicyTrace.Applicability
    let result: PolicyResult
}

/// What was found of all policies, as rows of bits; what that says of one policy is worked out when it is asked for.
struct PolicyFindings: Sendable {
    /// The policies of which a condition says something.
    private struct Row: Sendable {
        let condition: PolicyCondition
        let words: [UInt64]
    }

    private let compiled: CompiledPolicies
    private let resource: PolicyCondition
    /// The policies that each condition rules out, in the order in which conditions are told; none is in two.
    private var ruledOut: [Row] = []
    /// The policies whose conditions depend on what is not known.
    private var unknown: [Row] = []
    /// The policies that nothing has ruled out.
    private var remaining: [UInt64]
    /// What comes of the demands of those.
    private var results: [DemandResults?]

    init(_ compiled: CompiledPolicies, _ request: AccessRequest, _ standing: ControlStanding) {
        self.compiled = compiled
        resource = request.resource.condition
        remaining = compiled.index.words(of: compiled.index.active)
        results = Array(repeating: nil, count: compiled.demands.count)
        ruleOutByConditions(request)
        noteMissingSignals(request)
        weigh(standing)
    }
}

// MARK: One policy

extension PolicyFindings {
    /// Whether a policy applies, and what comes of it.
    func verdict(on number: Int) -> PolicyFinding {
        let index = compiled.index
        guard index.rows.has(number, in: index.active) else { return PolicyFinding(.notEvaluated, .notEnabled) }
        if let row = ruledOut.first(where: { $0.words.hasBit(number) }) {
            let isEnforced = index.rows.has(number, in: index.enforced)
            return PolicyFinding(.doesNotApply(row.condition), isEnforced ? .notApplied : .reportOnlyNotApplied)
        }
        let traits = compiled.traits[number]
        guard traits.unsupported.isEmpty, !traits.isBroken, let results = results[traits.demand] else {
            return PolicyFinding(.cannotBeKnown, .unknown)
        }
        return PolicyFinding(.applies, traits.isEnforced ? results.enforced : results.reportOnly)
    }

    /// The conditions of a policy that could not be evaluated, or that depend on what is not known.
    func unknownConditions(of number: Int) -> ConditionSet {
        guard compiled.index.rows.has(number, in: compiled.index.active) else { return ConditionSet() }
        let traits = compiled.traits[number]
        var conditions = traits.unsupported.naming(resource)
        for condition in [PolicyCondition.location, resource] where traits.missing.contains(condition) {
            conditions.insert(condition)
        }
        for row in unknown where row.words.hasBit(number) { conditions.insert(row.condition) }
        return conditions
    }
}

extension PolicyFinding {
    fileprivate init(_ applicability: PolicyTrace.Applicability, _ result: PolicyResult) {
        self.init(applicability: applicability, result: result)
    }
}

// MARK: What rules policies out

extension PolicyFindings {
    private mutating func ruleOutByConditions(_ request: AccessRequest) {
        let index = compiled.index
        let context = request.context
        ruleOut(bySubject: request.subject)
        ruleOut(resource, unless: index.words(of: index.resources.row(of: request.resource)))
        ruleOut(.devicePlatform, index.platforms, context.platform)
        ruleOut(byDevice: context.device)
        ruleOut(.clientApps, index.clients, context.clientAppType)
        let place = index.locations.selection(for: context)
        ruleOut(.location, unless: remaining.indices.map { index.locations.word($0, of: place, index.rows) })
        ruleOut(.signInRisk, index.signInRisks, context.signInRisk)
        ruleOut(.userRisk, index.userRisks, context.userRisk)
        ruleOut(.servicePrincipalRisk, index.servicePrincipalRisks, context.servicePrincipalRisk)
        ruleOut(.insiderRisk, index.insiderRisks, context.insiderRisk)
        ruleOut(.authenticationFlow, index.transferMethods, context.transferMethod)
    }

    /// Rules out what does not match; what cannot be evaluated rules out nothing.
    private mutating func ruleOut(_ condition: PolicyCondition, unless matching: [UInt64]) {
        let unsupported = compiled.index.unsupported[condition]
        var words = remaining
        var isAny: UInt64 = 0
        for word in words.indices {
            words[word] &= ~matching[word]
            if let unsupported { words[word] &= ~compiled.index.rows[unsupported, word] }
            remaining[word] &= ~words[word]
            isAny |= words[word]
        }
        if isAny != 0 { ruledOut.append(Row(condition: condition, words: words)) }
    }

    private mutating func ruleOut(
        _ condition: PolicyCondition, _ signal: ValueRows, _ value: (some NumberedSignal)?
    ) {
        if signal.matters { ruleOut(condition, unless: compiled.index.words(of: signal.row(of: value))) }
    }

    private mutating func ruleOut(bySubject subject: AccessSubject) {
        let index = compiled.index
        let workload = index.words(of: index.workload)
        let meant = index.meant(subject)
        switch subject {
        case .account:
            ruleOut(.users, unless: zip(workload, meant).map { $0 | $1 })
            ruleOut(.workloadIdentities, unless: workload.map { ~$0 })
        case .servicePrincipal:
            ruleOut(.users, unless: workload)
            ruleOut(.workloadIdentities, unless: zip(workload, meant).map { ~$0 | $1 })
        }
    }

    private mutating func ruleOut(byDevice device: DeviceInfo?) {
        guard !compiled.index.devices.isEmpty else { return }
        var failed = [UInt64](repeating: 0, count: remaining.count)
        var unknown = failed
        compiled.index.devices.trace(&failed, &unknown, compiled.index.rows, device)
        ruleOut(.devices, unless: failed.map { ~$0 })
        note(.devices, in: unknown)
    }
}

// MARK: What is not known

extension PolicyFindings {
    private mutating func noteMissingSignals(_ request: AccessRequest) {
        let index = compiled.index
        let context = request.context
        if context.platform == nil { note(.devicePlatform, in: index.words(of: index.platforms.unknown)) }
        if context.clientAppType == nil { note(.clientApps, in: index.words(of: index.clients.unknown)) }
        if context.signInRisk == nil { note(.signInRisk, in: index.words(of: index.signInRisks.unknown)) }
        if context.userRisk == nil { note(.userRisk, in: index.words(of: index.userRisks.unknown)) }
        if context.servicePrincipalRisk == nil {
            note(.servicePrincipalRisk, in: index.words(of: index.servicePrincipalRisks.unknown))
        }
        if context.insiderRisk == nil { note(.insiderRisk, in: index.words(of: index.insiderRisks.unknown)) }
        noteMissingPlace(context)
        if case .account(let membership) = request.subject { noteUnknownHome(of: membership) }
    }

    private mutating func noteMissingPlace(_ context: AccessContext) {
        let locations = compiled.index.locations
        guard context.ipAddress == nil || (context.country == nil && !locations.countryLocations.isEmpty) else {
            return
        }
        let place = locations.place(of: context)
        let policies = compiled.policies
        // Policies that name a location which does not exist are known to be broken.
        let aboutPlaces = compiled.index.words(of: locations.unconditional).map { ~$0 }
        note(.location, in: aboutPlaces) { number in
            policies[number].conditions.locations?.evaluate(place, countries: locations.countryLocations).isUnknown
                ?? false
        }
    }

    private mutating func noteUnknownHome(of membership: AccountMembership) {
        guard let guest = membership.guest, guest.homeTenant == nil else { return }
        let policies = compiled.policies
        let forAccounts = compiled.index.words(of: compiled.index.workload).map { ~$0 }
        note(.users, in: forAccounts) { policies[$0].conditions.matches(membership).isUnknown }
    }

    private mutating func note(_ condition: PolicyCondition, in words: [UInt64]) {
        if words.contains(where: { $0 != 0 }) { unknown.append(Row(condition: condition, words: words)) }
    }

    private mutating func note(
        _ condition: PolicyCondition, in words: [UInt64], where isUnknown: (Int) -> Bool
    ) {
        var noted = [UInt64](repeating: 0, count: words.count)
        for number in compiled.policies.indices where words.hasBit(number) && isUnknown(number) {
            noted[number / 64] |= 1 << UInt64(number % 64)
        }
        note(condition, in: noted)
    }
}

// MARK: What comes of the others

extension PolicyFindings {
    private mutating func weigh(_ standing: ControlStanding) {
        for word in remaining.indices {
            var bits = remaining[word]
            while bits != 0 {
                let demand = compiled.traits[word * 64 + bits.trailingZeroBitCount].demand
                if results[demand] == nil {
                    results[demand] = DemandResults(compiled.demands[demand], standing, compiled.strengths)
                }
                bits &= bits - 1
            }
        }
    }
}

extension [UInt64] {
    /// Whether the bit of a policy is set.
    fileprivate func hasBit(_ number: Int) -> Bool { self[number / 64] >> UInt64(number % 64) & 1 != 0 }
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
