import AccessModel

/// For each signal with few values, the values that a policy applies to, one bit each; the lowest is a missing signal.
struct PolicyReach: Sendable, Hashable {
    let masks: [UInt16]

    /// The signals that are looked at, in the order of the masks.
    enum Signal: Int {
        case clientApps, platforms, signInRisks, userRisks, servicePrincipalRisks, insiderRisks, transferMethods
    }

    init(_ conditions: PolicyConditions) {
        let missing = conditions.onMissingSignal
        func mask<Value: CaseIterable>(_ match: (Value?) -> ConditionMatch) -> UInt16 {
            let values = [nil] + Value.allCases.map(Optional.some)
            return values.enumerated().reduce(0) { mask, value in
                match(value.element).applies(onMissingSignal: missing) ? mask | 1 << UInt16(value.offset) : mask
            }
        }
        masks = [
            mask { (value: ClientAppType?) in conditions.matches(value) },
            mask { (value: DevicePlatform?) in conditions.matches(value) },
            mask { PolicyConditions.matches($0, in: conditions.signInRisks) },
            mask { PolicyConditions.matches($0, in: conditions.userRisks) },
            mask { PolicyConditions.matches($0, in: conditions.servicePrincipalRisks) },
            mask { (value: InsiderRiskLevel?) in conditions.matches(value) },
            mask { (value: TransferMethod?) in conditions.matches(value) },
        ]
    }

    /// What a policy without conditions reaches.
    static let everything = PolicyReach(PolicyConditions())

    /// Whether every value of the other is reached.
    func isSuperset(of other: PolicyReach) -> Bool { zip(masks, other.masks).allSatisfy { $1 & ~$0 == 0 } }

    /// Whether some values are reached by both.
    func overlaps(_ other: PolicyReach) -> Bool { zip(masks, other.masks).allSatisfy { $0 & $1 != 0 } }

    /// Whether nothing but one signal narrows the policy.
    func isNarrowed(onlyBy signal: Signal?) -> Bool {
        masks.indices.allSatisfy { $0 == signal?.rawValue || masks[$0] == Self.everything.masks[$0] }
    }
}

extension PolicyConditions {
    /// Whether place and device are of no consequence.
    var isOfAnyPlaceAndDevice: Bool {
        devices == nil && (locations.map { $0.include.all && $0.exclude.isEmpty } ?? true)
    }

    /// Whether nothing but who and what narrows the policy.
    var isUnconditional: Bool { isOfAnyPlaceAndDevice && PolicyReach(self).isNarrowed(onlyBy: nil) }

    /// Whether subjects, resources, devices and places are surely met wherever the others' are; signals of few values are
    /// for ``PolicyReach`` to tell.
    func covers(_ other: PolicyConditions, _ catalogue: ApplicationCatalogue) -> Bool {
        coversSubjects(of: other) && resources.covers(other.resources, catalogue)
            && (devices == nil || devices == other.devices) && coversPlaces(of: other)
    }

    private func coversSubjects(of other: PolicyConditions) -> Bool {
        switch (servicePrincipals, other.servicePrincipals) {
        case (nil, nil): users.covers(other.users)
        case (let mine?, let others?): mine.covers(others)
        default: false
        }
    }

    private func coversPlaces(of other: PolicyConditions) -> Bool {
        guard let locations else { return true }
        guard let others = other.locations else { return locations.include.all && locations.exclude.isEmpty }
        return locations.include.covers(others.include) && others.exclude.covers(locations.exclude)
    }
}

extension LocationCondition.Places {
    fileprivate func covers(_ other: Self) -> Bool {
        all || (!other.all && (allTrusted || !other.allTrusted) && named.isSuperset(of: other.named))
    }
}

extension ServicePrincipalTarget {
    fileprivate func covers(_ other: Self) -> Bool {
        include.covers(other.include) && other.exclude.covers(exclude)
    }
}

extension ServicePrincipalTarget.Members {
    fileprivate func covers(_ other: Self) -> Bool {
        (allOfThisTenant || !other.allOfThisTenant) && clients.isSuperset(of: other.clients)
    }
}

extension AssignmentTarget {
    /// Whether everybody whom the other reaches is surely reached.
    func covers(_ other: Self) -> Bool {
        include.covers(other.include) && other.exclude.covers(exclude)
    }
}

extension AssignmentTarget.Members {
    /// Whether everybody whom the other side names is surely named.
    func covers(_ other: Self) -> Bool {
        if all { return true }
        return !other.all && accounts.isSuperset(of: other.accounts) && groups.isSuperset(of: other.groups)
            && roles.isSuperset(of: other.roles)
            && other.guests.allSatisfy { guest in guests.contains { $0.covers(guest) } }
    }
}

extension GuestSelector {
    fileprivate func covers(_ other: Self) -> Bool {
        guard types.isSuperset(of: other.types) else { return false }
        switch (tenants, other.tenants) {
        case (.all, _): return true
        case (.enumerated(let mine), .enumerated(let others)): return mine.isSuperset(of: others)
        case (.enumerated, .all): return false
        }
    }
}

extension ResourceCondition {
    /// Whether everything that the other is about is surely meant.
    func covers(_ other: Self, _ catalogue: ApplicationCatalogue) -> Bool {
        switch (self, other) {
        case (.applications(let mine), .applications(let others)): mine.covers(others, catalogue)
        case (.userActions(let mine), .userActions(let others)): mine.isSuperset(of: others)
        case (.authenticationContexts(let mine), .authenticationContexts(let others)): mine.isSuperset(of: others)
        default: false
        }
    }
}

extension ApplicationTarget {
    fileprivate func covers(_ other: Self, _ catalogue: ApplicationCatalogue) -> Bool {
        // What is excluded here does no harm where the other does not reach it either.
        let keepsEnough =
            excludeGroups.isSubset(of: other.excludeGroups)
            && exclude.allSatisfy { !other.contains($0, in: catalogue.groups(of: $0)) }
        guard keepsEnough, !includesAll else { return keepsEnough }
        return !other.includesAll && includeGroups.isSuperset(of: other.includeGroups)
            && other.include.allSatisfy { application in
                include.contains(application)
                    || !includeGroups.isDisjoint(with: catalogue.groups(of: application))
            }
    }
}
