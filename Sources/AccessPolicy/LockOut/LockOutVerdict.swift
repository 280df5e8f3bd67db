public import AccessModel

/// What a set of policies means for those who administer the tenant.
public struct LockOutVerdict: Sendable, Hashable {
    /// What keeps an administrator out at best: in the circumstances in which the least is open.
    public struct LockOut: Sendable, Hashable {
        /// The circumstances.
        public var circumstances: AdministratorCircumstances
        /// What is open that no administrator can do at a prompt, ordered by policy; empty when nothing matched and the
        /// tenant refuses that.
        public var demands: [Demand]
        /// Why the sign-in is refused.
        public var reason: ReasonCode
    }

    /// What one policy demands in vain.
    public struct Demand: Sendable, Hashable {
        /// The policy.
        public var policy: PolicyID
        /// The policy's name.
        public var displayName: String
        /// The control that is open, or `block`.
        public var control: PolicyControl
        /// Why it is open.
        public var reason: ReasonCode
    }

    /// One administrator and whether he can sign in to administer.
    public struct Standing: Sendable, Hashable {
        /// The administrator.
        public var account: GuardedAccount
        /// What keeps him out; nil when he can sign in somewhere.
        public var lockOut: LockOut?
        /// What keeps him out as long as no prompt asks for more than a new sign-in; nil when he can sign in somewhere.
        public var lockOutWithoutPrompts: LockOut?
    }

    /// An enforced policy that reaches a break-glass account.
    public struct BreakGlassReach: Sendable, Hashable {
        /// The account.
        public var account: GuardedAccount
        /// The policy.
        public var policy: PolicyID
        /// The policy's name.
        public var displayName: String
    }

    /// The administrators, break-glass ones among them, ordered by name.
    public let administrators: [Standing]
    /// The enforced policies that reach a break-glass account, by account and policy.
    public let breakGlassReach: [BreakGlassReach]
    /// Whether the tenant has a break-glass account.
    public let hasBreakGlass: Bool

    init(administrators: [Standing], breakGlassReach: [BreakGlassReach], hasBreakGlass: Bool) {
        self.administrators = administrators
        self.breakGlassReach = breakGlassReach
        self.hasBreakGlass = hasBreakGlass
    }

    /// The administrators who are kept out.
    public var lockedOut: [Standing] { administrators.filter { $0.lockOut != nil } }

    /// Whether the tenant has administrators for every day.
    public var hasAdministrators: Bool { administrators.contains { !$0.account.isBreakGlass } }

    /// Whether an administrator who is not for emergencies can sign in.
    public var someoneCanAdminister: Bool {
        administrators.contains { !$0.account.isBreakGlass && $0.lockOut == nil }
    }

    /// What forbids these policies; nil when nothing does.
    ///
    /// - Parameter allowsBreakGlass: whether policies may reach break-glass accounts.
    /// - Returns: the first of the refusals that applies.
    public func refusal(allowsBreakGlass: Bool = false) -> LockOutRefusal? {
        if hasAdministrators && !someoneCanAdminister { return .nobodyCanAdminister }
        return breakGlassReach.isEmpty || allowsBreakGlass ? nil : .breakGlassReached
    }
}

/// Why the lock-out guard forbids a change.
public enum LockOutRefusal: String, Sendable, Hashable, CaseIterable {
    /// No administrator who is not for emergencies could sign in to administer.
    case nobodyCanAdminister
    /// An enforced policy reaches a break-glass account.
    case breakGlassReached
}
