public import AccessModel

extension PolicySet {
    /// Decides a request and says what every policy had to do with it.
    ///
    /// The decision is the one that ``evaluate(_:)`` makes.
    public func trace(_ request: AccessRequest) -> DecisionTrace {
        let standing = ControlStanding(request)
        var tracer = PolicyTracer(compiled, request, standing)
        return DecisionTrace(
            decision: evaluate(request, standing),
            policies: PolicyTraces(compiled: compiled, request: request, findings: tracer.findings()))
    }
}

extension PolicySet {
    /// What comes of each policy, ordered as the policies are.
    func results(of request: AccessRequest, _ standing: ControlStanding) -> [PolicyResult] {
        var tracer = PolicyTracer(compiled, request, standing)
        return tracer.policyResults()
    }
}

/// Finds each policy's part in a decision, all policies of one kind at once.
private struct PolicyTracer {
    private let compiled: CompiledPolicies
    private let index: PolicyIndex
    private let request: AccessRequest
    private let standing: ControlStanding
    private var found: [PolicyFinding]
    /// The policies that nothing has ruled out so far.
    private var remaining: [UInt64]
    /// The policies of which a device that is not known, or its compliance, decides.
    private var unknownDevices: [UInt64]
    /// What came of the demands, as far as it was asked for.
    private var results: [DemandResults?]

    init(_ compiled: CompiledPolicies, _ request: AccessRequest, _ standing: ControlStanding) {
        self.compiled = compiled
        self.request = request
        self.standing = standing
        index = compiled.index
        found = Array(repeating: .notEvaluated, count: compiled.policies.count)
        remaining = index.words(of: index.active)
        unknownDevices = Array(repeating: 0, count: remaining.count)
        results = Array(repeating: nil, count: compiled.demands.count)
    }

    /// What is found of each policy.
    mutating func findings() -> [PolicyFinding] {
        findResults()
        noteMissingSignals()
        noteUnsupported()
        return found
    }

    /// What comes of each policy, without what was missing.
    mutating func policyResults() -> [PolicyResult] {
        findResults()
        return found.map(\.result)
    }

    private mutating func findResults() {
        let context = request.context
        ruleOutBySubject()
        ruleOut(request.resource.condition, unless: index.resources.row(of: request.resource))
        ruleOut(.devicePlatform, unless: index.platforms.row(of: context.platform))
        ruleOutByDevice()
        ruleOut(.clientApps, unless: index.clients.row(of: context.clientAppType))
        let place = index.locations.selection(for: context)
        ruleOut(.location, unless: remaining.indices.map { index.locations.word($0, of: place, index.rows) })
        ruleOut(.signInRisk, index.signInRisks, context.signInRisk)
        ruleOut(.userRisk, index.userRisks, context.userRisk)
        ruleOut(.servicePrincipalRisk, index.servicePrincipalRisks, context.servicePrincipalRisk)
        ruleOut(.insiderRisk, index.insiderRisks, context.insiderRisk)
        ruleOut(.authenticationFlow, index.transferMethods, context.transferMethod)
        keepWhatApplies()
    }
}

// MARK: What rules policies out

extension PolicyTracer {
    private mutating func ruleOut(_ condition: PolicyCondition, unless row: Int) {
        ruleOut(condition, unless: index.words(of: row))
    }

    private mutating func ruleOut(
        _ condition: PolicyCondition, _ signal: ValueRows, _ value: (some NumberedSignal)?
    ) {
        if signal.matters { ruleOut(condition, unless: index.words(of: signal.row(of: value))) }
    }

    /// Rules out what does not match; what cannot be evaluated rules out nothing.
    private mutating func ruleOut(_ condition: PolicyCondition, unless matching: [UInt64]) {
        let unsupported = index.unsupported[condition]
        for word in remaining.indices {
            var failed = remaining[word] & ~matching[word]
            if let unsupported { failed &= ~index.rows[unsupported, word] }
            remaining[word] &= ~failed
            let enforced = index.rows[index.enforced, word]
            while failed != 0 {
                let bit = failed.trailingZeroBitCount
                let isEnforced = enforced >> UInt64(bit) & 1 != 0
                found[word * 64 + bit] = PolicyFinding(
                    .doesNotApply(condition), isEnforced ? .notApplied : .reportOnlyNotApplied)
                failed &= failed - 1
            }
        }
    }

    private mutating func ruleOutBySubject() {
        let workload = index.words(of: index.workload)
        let meant = index.meant(request.subject)
        switch request.subject {
        case .account:
            ruleOut(.users, unless: zip(workload, meant).map { $0 | $1 })
            ruleOut(.workloadIdentities, unless: workload.map { ~$0 })
        case .servicePrincipal:
            ruleOut(.users, unless: workload)
            ruleOut(.workloadIdentities, unless: zip(workload, meant).map { ~$0 | $1 })
        }
    }

    private mutating func ruleOutByDevice() {
        guard !index.devices.isEmpty else { return }
        var failed = [UInt64](repeating: 0, count: remaining.count)
        index.devices.trace(&failed, &unknownDevices, index.rows, request.context.device)
        ruleOut(.devices, unless: failed.map { ~$0 })
    }
}

// MARK: What comes of the others

extension PolicyTracer {
    private mutating func keepWhatApplies() {
        for word in remaining.indices {
            var bits = remaining[word]
            while bits != 0 {
                let number = word * 64 + bits.trailingZeroBitCount
                let traits = compiled.traits[number]
                if traits.unsupported.isEmpty && !traits.isBroken {
                    found[number] = PolicyFinding(.applies, result(of: traits))
                } else {
                    found[number] = PolicyFinding(.cannotBeKnown, .unknown)
                }
                bits &= bits - 1
            }
        }
    }

    private mutating func result(of traits: PolicyTraits) -> PolicyResult {
        let known = results[traits.demand]
        let both = known ?? DemandResults(compiled.demands[traits.demand], standing, compiled.strengths)
        if known == nil { results[traits.demand] = both }
        return traits.isEnforced ? both.enforced : both.reportOnly
    }
}

// MARK: What is not known

extension PolicyTracer {
    private mutating func noteMissingSignals() {
        let context = request.context
        if context.platform == nil { note(.devicePlatform, in: index.words(of: index.platforms.unknown)) }
        if context.clientAppType == nil { note(.clientApps, in: index.words(of: index.clients.unknown)) }
        if context.signInRisk == nil { note(.signInRisk, in: index.words(of: index.signInRisks.unknown)) }
        if context.userRisk == nil { note(.userRisk, in: index.words(of: index.userRisks.unknown)) }
        if context.servicePrincipalRisk == nil {
            note(.servicePrincipalRisk, in: index.words(of: index.servicePrincipalRisks.unknown))
        }
        if context.insiderRisk == nil { note(.insiderRisk, in: index.words(of: index.insiderRisks.unknown)) }
        if !index.devices.isEmpty { note(.devices, in: unknownDevices) }
        noteMissingPlace()
        noteUnknownHome()
    }

    private mutating func noteMissingPlace() {
        let locations = index.locations
        let context = request.context
        guard context.ipAddress == nil || (context.country == nil && !locations.countryLocations.isEmpty) else {
            return
        }
        let place = locations.place(of: context)
        let policies = compiled.policies
        // Policies that name a location which does not exist are noted with what is unsupported.
        let aboutPlaces = index.words(of: locations.unconditional).map { ~$0 }
        noteUnknown(.location, in: aboutPlaces) { number in
            policies[number].conditions.locations?.evaluate(place, countries: locations.countryLocations).isUnknown
                ?? false
        }
    }

    private mutating func noteUnknownHome() {
        guard case .account(let membership) = request.subject, membership.guest != nil,
            membership.guest?.homeTenant == nil
        else { return }
        let policies = compiled.policies
        let forAccounts = index.words(of: index.workload).map { ~$0 }
        noteUnknown(.users, in: forAccounts) { policies[$0].conditions.matches(membership).isUnknown }
    }

    private mutating func note(_ condition: PolicyCondition, in words: [UInt64]) {
        noteUnknown(condition, in: words) { _ in true }
    }

    private mutating func noteUnknown(
        _ condition: PolicyCondition, in words: [UInt64], where isUnknown: (Int) -> Bool
    ) {
        for word in words.indices {
            var bits = words[word] & index.rows[index.active, word]
            while bits != 0 {
                let number = word * 64 + bits.trailingZeroBitCount
                if isUnknown(number) { found[number].unknown.insert(condition) }
                bits &= bits - 1
            }
        }
    }

    private mutating func noteUnsupported() {
        for row in Set(index.unsupported.values) {
            for word in remaining.indices {
                var bits = index.rows[row, word] & index.rows[index.active, word]
                while bits != 0 {
                    let number = word * 64 + bits.trailingZeroBitCount
                    let traits = compiled.traits[number]
                    found[number].unknown = found[number].unknown.union(
                        traits.unsupported.naming(request.resource.condition))
                    for condition in [PolicyCondition.location, request.resource.condition]
                    where traits.missing.contains(condition) {
                        found[number].unknown.insert(condition)
                    }
                    bits &= bits - 1
                }
            }
        }
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
