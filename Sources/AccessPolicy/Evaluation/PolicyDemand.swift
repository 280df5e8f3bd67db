import AccessModel

/// What policies demand, in the form that decisions are made with; policies that demand the same share one.
struct PolicyDemand: Sendable, Hashable {
    /// The grant controls that the engine knows; empty when none is demanded.
    let controls: ControlSet
    /// Whether one satisfied control is enough.
    let any: Bool
    /// The number of the authentication strength, where one is among the controls.
    let strength: Int?
    /// What is demanded of the session.
    let session: SessionDirectives
    /// Whether anything is demanded of the session.
    let isOfSession: Bool
    /// Whether policies name grant controls that the engine does not know.
    let hasUnsupportedGrant: Bool
    /// Whether policies name session controls that the engine does not know.
    let hasUnsupportedSession: Bool

    init(_ policy: ConditionalAccessPolicy, strengths: [AuthenticationStrengthID: Int]) {
        controls = ControlSet(policy.grant?.controls ?? [])
        any = policy.grant?.combination == .any
        strength = policy.grant?.strength.flatMap { strengths[$0] }
        session = policy.session
        isOfSession = !policy.session.isEmpty
        hasUnsupportedGrant = policy.unenforceable.contains { $0.part == .grant }
        hasUnsupportedSession = policy.unenforceable.contains { $0.part == .session }
    }
}

/// What is known of one policy beside its conditions and its demand.
struct PolicyTraits: Sendable {
    /// Which demand is the policy's.
    let demand: Int
    /// Whether the policy decides.
    let isEnforced: Bool
    /// Whether it refers to something that the set does not hold, so that it cannot be evaluated.
    let isBroken: Bool
    /// The conditions that the engine cannot evaluate; what it does know of them does not count.
    let unsupported: ConditionSet
    /// The conditions that refer to what the set does not hold.
    let missing: ConditionSet

    init(_ policy: ConditionalAccessPolicy, demand: Int, missing: SetReferences) {
        self.demand = demand
        isEnforced = policy.effectiveState == .enabled
        isBroken = !missing.isEmpty
        self.missing = missing.conditions
        var unsupported = ConditionSet()
        for reason in policy.unenforceable {
            if case .condition(let condition) = reason.part { unsupported.insert(condition) }
        }
        self.unsupported = unsupported
    }
}
