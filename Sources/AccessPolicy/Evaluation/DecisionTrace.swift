public import AccessModel

/// A decision and what every policy had to do with it.
public struct DecisionTrace: Sendable, Hashable {
    /// The decision.
    public let decision: Decision
    /// Every policy of the set, ordered by identifier.
    public let policies: PolicyTraces
}

/// What one policy had to do with a decision.
public struct PolicyTrace: Sendable, Hashable {
    /// Whether the policy applies.
    public enum Applicability: Sendable, Hashable {
        /// Every condition matches.
        case applies
        /// The first condition, in the order of ``PolicyCondition``, that does not match.
        case doesNotApply(PolicyCondition)
        /// It depends on something that the engine cannot evaluate.
        case cannotBeKnown
        /// The policy is disabled and was not looked at.
        case notEvaluated
    }

    /// Where the request stands with one control.
    public enum ControlStatus: Sendable, Hashable {
        /// It has been shown.
        case met
        /// It has not been shown, and why.
        case open(ReasonCode)
        /// It could not be determined, and why.
        case undetermined(ReasonCode)
        /// It is not asked for, because the request is made to become compliant.
        case waived
    }

    /// One control that the policy names.
    public struct Control: Sendable, Hashable {
        /// The control.
        public var control: PolicyControl
        /// Where the request stands with it.
        public var status: ControlStatus
        /// The authentication strength, where that is the control.
        public var strength: AuthenticationStrengthID?

        /// Makes a control's trace.
        public init(_ control: PolicyControl, _ status: ControlStatus, strength: AuthenticationStrengthID? = nil) {
            self.control = control
            self.status = status
            self.strength = strength
        }
    }

    /// The policy.
    public var policy: PolicyID
    /// The policy's name.
    public var displayName: String
    /// The state as it is configured.
    public var state: PolicyState
    /// The state that holds.
    public var effectiveState: PolicyState
    /// What keeps the policy from being enforced.
    public var unenforceable: [UnenforceableReason]
    /// Whether the policy applies.
    public var applicability: Applicability
    /// The conditions that a missing signal, or the engine, leaves open.
    public var unknownConditions: [PolicyCondition]
    /// The controls that the policy names, in the order in which they are asked for; empty when it does not apply.
    public var controls: [Control]
    /// What the policy demands of the session; nothing when it does not apply.
    public var session: SessionDirectives
    /// What came of it.
    public var result: PolicyResult

    /// Makes a trace.
    public init(
        policy: PolicyID, displayName: String, state: PolicyState, effectiveState: PolicyState,
        unenforceable: [UnenforceableReason], applicability: Applicability, unknownConditions: [PolicyCondition],
        controls: [Control], session: SessionDirectives, result: PolicyResult
    ) {
        self.policy = policy
        self.displayName = displayName
        self.state = state
        self.effectiveState = effectiveState
        self.unenforceable = unenforceable
        self.applicability = applicability
        self.unknownConditions = unknownConditions
        self.controls = controls
        self.session = session
        self.result = result
    }

    /// Whether a condition was decided without the signal that it needs.
    public var notEnoughInformation: Bool { !unknownConditions.isEmpty }
}

/// What came of one policy, in the words of the sign-in log.
public enum PolicyResult: String, Sendable, Hashable, CaseIterable {
    /// It applies and is satisfied.
    case success
    /// It applies and is not satisfied.
    case failure
    /// It does not apply.
    case notApplied
    /// It is disabled.
    case notEnabled
    /// It could not be evaluated.
    case unknown
    /// It would be satisfied.
    case reportOnlySuccess
    /// It would block, or something is open that no prompt solves.
    case reportOnlyFailure
    /// It would prompt the user.
    case reportOnlyInterrupted
    /// It would not apply.
    case reportOnlyNotApplied
}
