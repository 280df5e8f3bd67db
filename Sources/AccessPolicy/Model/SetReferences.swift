package import AccessModel

/// What policies refer to and a set of policies holds beside them: named locations, authentication strengths and groups
/// of applications.
package struct SetReferences: Sendable, Hashable {
    /// Named locations.
    package private(set) var locations: Set<NamedLocationID>
    /// Authentication strengths.
    package private(set) var strengths: Set<AuthenticationStrengthID>
    /// Groups of applications.
    package private(set) var applicationGroups: Set<ApplicationGroupID>

    /// What can be referred to: these and the built-in strengths.
    package init(
        toAnyOf locations: [NamedLocation], _ strengths: [AuthenticationStrength], _ groups: [ApplicationGroup]
    ) {
        self.locations = Set(locations.map(\.id))
        self.strengths = Set((AuthenticationStrength.builtIn + strengths).map(\.id))
        applicationGroups = Set(groups.map(\.id))
    }

    /// What a policy refers to.
    package init(of policy: ConditionalAccessPolicy) {
        locations = policy.conditions.locations?.references ?? []
        strengths = policy.grant?.strength.map { [$0] } ?? []
        applicationGroups = policy.applications.map { $0.includeGroups.union($0.excludeGroups) } ?? []
    }

    /// Whether there is none.
    var isEmpty: Bool { locations.isEmpty && strengths.isEmpty && applicationGroups.isEmpty }

    /// The conditions that refer to any of them.
    var conditions: ConditionSet {
        var conditions = ConditionSet()
        if !locations.isEmpty { conditions.insert(.location) }
        if !applicationGroups.isEmpty { conditions.insert(.application) }
        return conditions
    }

    /// Those that are not among others.
    package func subtracting(_ held: Self) -> Self {
        var missing = self
        missing.locations.subtract(held.locations)
        missing.strengths.subtract(held.strengths)
        missing.applicationGroups.subtract(held.applicationGroups)
        return missing
    }
}

extension PolicySet {
    /// What the set's policies can refer to.
    var referable: SetReferences { SetReferences(toAnyOf: namedLocations, strengths, applicationGroups) }
}
