public import AccessModel

/// One policy's part in a sign-in, as the sign-in log shows it (`appliedConditionalAccessPolicy`).
public struct AppliedPolicy: Sendable, Hashable {
    /// A rule of one side of a condition that the sign-in satisfied.
    public struct Rule: Sendable, Hashable {
        /// The condition.
        public var condition: SignInCondition
        /// The rule's name in the log, such as `allUsers`.
        public var rule: String
    }

    /// The policy.
    public var policy: PolicyID
    /// Its name.
    public var displayName: String
    /// What came of it.
    public var result: PolicyResult
    /// The grant controls that it demands, by their labels.
    public var enforcedGrantControls: [String]
    /// The session controls that it demands, by their labels.
    public var enforcedSessionControls: [String]
    /// The conditions that are known to be satisfied, in the order of their bits.
    public var conditionsSatisfied: [SignInCondition]
    /// The condition that is known not to be satisfied; the first one, where there are several.
    public var conditionsNotSatisfied: [SignInCondition]
    /// The rules of the including sides that are known to be satisfied.
    public var includeRulesSatisfied: [Rule]
    /// The rules of the excluding sides that are known to be satisfied.
    public var excludeRulesSatisfied: [Rule]
}

extension AppliedPolicy {
    /// Describes a policy's part.
    ///
    /// - Parameters:
    ///   - policy: the policy.
    ///   - result: what came of it.
    ///   - failed: the first condition that is not satisfied; nil when all are.
    ///   - request: the request, as far as it is known.
    init(_ policy: ConditionalAccessPolicy, _ result: PolicyResult, failed: PolicyCondition?, _ request: AccessRequest)
    {
        self.policy = policy.id
        displayName = policy.displayName
        self.result = result
        enforcedGrantControls = policy.grant.map { $0.controls.sorted().map(\.logLabel) } ?? []
        enforcedSessionControls = policy.session.logLabels
        let wasLookedAt = result != .notEnabled
        let configured = wasLookedAt ? policy.conditions.configured : []
        let satisfied = configured.prefix { $0 != failed }
        conditionsSatisfied = Self.named(Array(satisfied))
        conditionsNotSatisfied = Self.named(wasLookedAt ? [failed].compactMap(\.self) : [])
        includeRulesSatisfied = wasLookedAt ? policy.conditions.rulesSatisfied(by: request, excluding: false) : []
        excludeRulesSatisfied = wasLookedAt ? policy.conditions.rulesSatisfied(by: request, excluding: true) : []
    }

    private static func named(_ conditions: [PolicyCondition]) -> [SignInCondition] {
        Set(conditions.compactMap(SignInCondition.init)).sorted { $0.rawValue < $1.rawValue }
    }
}

extension PolicyControl {
    /// The control's label in the sign-in log.
    fileprivate var logLabel: String {
        switch self {
        case .block: "Block"
        case .tokenProtection: "TokenProtection"
        case .signInFrequency: "SignInFrequency"
        case .mfa: "Mfa"
        case .authenticationStrength: "AuthenticationStrength"
        case .compliantDevice: "RequireCompliantDevice"
        case .domainJoinedDevice: "RequireDomainJoinedDevice"
        case .compliantApplication: "RequireCompliantApp"
        case .passwordChange: "RequirePasswordChange"
        }
    }
}

extension SessionDirectives {
    /// The labels of what is demanded, in the sign-in log.
    fileprivate var logLabels: [String] {
        var labels: [String] = []
        if primaryFreshness != nil || secondaryFreshness != nil { labels.append("SignInFrequency") }
        if persistentBrowser != nil { labels.append("PersistentBrowserSessionMode") }
        if requiresTokenProtection { labels.append("TokenProtection") }
        if continuousAccessEvaluation != nil { labels.append("ContinuousAccessEvaluation") }
        if disablesResilienceDefaults { labels.append("DisableResilienceDefaults") }
        return labels
    }
}
