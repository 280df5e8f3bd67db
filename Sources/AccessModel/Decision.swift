/// What the policies decide about one request.
public struct Decision: Sendable, Hashable {
    /// What is to be done.
    public var outcome: AccessOutcome
    /// Every enabled policy that is not satisfied, ordered by identifier: what is open, for the log.
    public var unmet: [UnmetRequirement]
    /// The enabled policies that matched, ordered by identifier.
    public var appliedPolicies: [PolicyID]
    /// Whether any enabled policy with `compliantApplication` matched, satisfied or not: protection is demanded.
    public var demandsAppProtection: Bool
    /// What the enabled policies that matched demand of the session, combined.
    public var session: SessionDirectives

    /// Makes a decision.
    public init(
        outcome: AccessOutcome, unmet: [UnmetRequirement] = [], appliedPolicies: [PolicyID] = [],
        demandsAppProtection: Bool = false, session: SessionDirectives = SessionDirectives()
    ) {
        self.outcome = outcome
        self.unmet = unmet
        self.appliedPolicies = appliedPolicies
        self.demandsAppProtection = demandsAppProtection
        self.session = session
    }
}

/// What a decision comes to, most final first: block, then failure, then what can be shown.
public enum AccessOutcome: Sendable, Hashable {
    /// Every matching policy is satisfied.
    case allowed
    /// No enabled policy matched and the tenant's setting for that case is allow.
    case allowedNoPolicyApplied
    /// Access is refused and nothing the client does now changes it: a policy blocks, a control cannot be enforced, or
    /// nothing matched and the tenant's setting for that case is deny.
    case blocked(ReasonCode)
    /// It could not be decided; the answer is no, and "try again".
    case failed(ReasonCode)
    /// The first open control, in prompt order, and why it is open.
    case requires(PolicyControl, ReasonCode)

    /// Whether access is given.
    public var isAllowed: Bool {
        switch self {
        case .allowed, .allowedNoPolicyApplied: true
        case .blocked, .failed, .requires: false
        }
    }
}

/// One enabled policy that is not satisfied.
public struct UnmetRequirement: Sendable, Hashable {
    /// The policy.
    public var policy: PolicyID
    /// The control that the client is to satisfy for this policy, or ``PolicyControl/block``.
    public var control: PolicyControl
    /// Why the control is open.
    public var reason: ReasonCode
    /// The authentication strength, where that is the control.
    public var strength: AuthenticationStrengthID?

    /// Makes a requirement.
    public init(
        policy: PolicyID, control: PolicyControl, reason: ReasonCode, strength: AuthenticationStrengthID? = nil
    ) {
        self.policy = policy
        self.control = control
        self.reason = reason
        self.strength = strength
    }
}
