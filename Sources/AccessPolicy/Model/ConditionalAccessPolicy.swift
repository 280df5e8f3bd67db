public import AccessModel

/// One Conditional Access policy, as far as this engine understands it.
///
/// A policy that says anything the engine cannot enforce carries a reason for each such thing and is held at
/// report-only, whatever its state says: it never acts wider or narrower than it was written.
public struct ConditionalAccessPolicy: Sendable, Hashable {
    /// The policy's identifier.
    public var id: PolicyID
    /// The name that administrators see.
    public var displayName: String
    /// The state as it is configured; ``effectiveState`` is what holds.
    public var state: PolicyState
    /// When the policy applies.
    public var conditions: PolicyConditions
    /// What the policy demands when it applies; nil when it demands nothing of its own.
    public var grant: GrantRequirement?
    /// What the policy demands of the session when it applies.
    public var session: SessionDirectives
    /// What keeps the policy from being enforced; a reader orders it by path.
    public var unenforceable: [UnenforceableReason]

    /// Makes a policy.
    public init(
        id: PolicyID, displayName: String, state: PolicyState, conditions: PolicyConditions,
        grant: GrantRequirement?, session: SessionDirectives = SessionDirectives(),
        unenforceable: [UnenforceableReason] = []
    ) {
        self.id = id
        self.displayName = displayName
        self.state = state
        self.conditions = conditions
        self.grant = grant
        self.session = session
        self.unenforceable = unenforceable
    }

    /// The state that holds: an enabled policy that cannot be enforced is report-only.
    public var effectiveState: PolicyState {
        state == .enabled && !unenforceable.isEmpty ? .reportOnly : state
    }
}

/// Whether a policy acts.
public enum PolicyState: String, Sendable, Hashable, CaseIterable {
    /// It is enforced.
    case enabled
    /// It is not looked at.
    case disabled
    /// It is evaluated and its result is shown, but it decides nothing.
    case reportOnly = "enabledForReportingButNotEnforced"
}
