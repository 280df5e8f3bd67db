import AccessModel

/// What one policy demands, in the form that decisions are made with.
struct PolicyDemand: Sendable, Hashable {
    /// The controls that the engine knows; empty when the policy demands nothing.
    let controls: ControlSet
    /// Whether one satisfied control is enough.
    let any: Bool
    /// Whether the policy decides.
    let isEnforced: Bool
    /// Whether it refers to a named location that does not exist, so that it cannot be evaluated.
    let isBroken: Bool
    /// The conditions that the engine cannot evaluate; what it does know of them does not count.
    let unsupported: ConditionSet
    /// Whether the policy names controls that the engine does not know.
    let hasUnsupportedGrant: Bool

    init(_ policy: ConditionalAccessPolicy, knownLocations: some Collection<NamedLocationID>) {
        controls = ControlSet(policy.grant?.controls ?? [])
        any = policy.grant?.combination == .any
        isEnforced = policy.effectiveState == .enabled
        isBroken = !(policy.conditions.locations?.references.isSubset(of: knownLocations) ?? true)
        hasUnsupportedGrant = policy.unenforceable.contains { $0.part == .grant }
        var unsupported = ConditionSet()
        if isBroken { unsupported.insert(.location) }
        for reason in policy.unenforceable {
            if case .condition(let condition) = reason.part { unsupported.insert(condition) }
        }
        self.unsupported = unsupported
    }
}
