public import AccessModel

/// What follows from a transition; the use case turns effects into writes and journal entries of the same commit.
public enum ComplianceEffect: Sendable, Hashable {
    /// Status or reasons are not what they were; `from` is nil for a new instance.
    case complianceChanged(from: ComplianceStatus?, to: ComplianceStatus)
    /// Tokens of the instance's grants stop being active; the grants live and wait for the fix.
    case suspendGrants
    /// Suspended grants of the instance work again.
    case resumeGrants
    /// The instance's grants end.
    case revokeGrants
    /// A new enrolment id is issued and every earlier one of the instance dies.
    case issueEnrollmentID
    /// Every enrolment id of the instance dies.
    case retireEnrollmentIDs
    /// The app is to wipe the account's managed data.
    case wipeRequested
    /// Checks fail that have still time: what will follow is told, once each.
    case checksFailing([PendingStep])
    /// What follows from failing checks is near, and is told again.
    case stepsNear([PendingStep])
    /// Checks pass again of which it was told that something would follow.
    case checksSettled([PendingStep])
    /// What the loop guard counted for the instance no longer counts.
    case clearRefusals
}

/// The instance after a transition, and what follows.
public struct ComplianceTransition: Sendable, Hashable {
    /// The new state.
    public var instance: AppInstance
    /// What follows, in this order.
    public var effects: [ComplianceEffect]

    /// Makes a transition.
    public init(instance: AppInstance, effects: [ComplianceEffect]) {
        self.instance = instance
        self.effects = effects
    }
}

/// What an event came to.
public enum TransitionOutcome: Sendable, Hashable {
    /// The event was taken.
    case done(ComplianceTransition)
    /// The event was refused and nothing changed.
    case refused(TransitionRefusal)

    /// The transition; nil when the event was refused.
    public var transition: ComplianceTransition? {
        guard case .done(let transition) = self else { return nil }
        return transition
    }
}

/// Why an event is refused.
public enum TransitionRefusal: String, Sendable, Hashable, CaseIterable {
    /// The instance was unenrolled.
    case unenrolled
    /// The instance was wiped.
    case wiped
    /// No wipe is pending.
    case noWipePending
    /// The report lies further in the future than clocks may differ.
    case reportFromFuture
    /// The report is older than a report may be on arrival.
    case reportTooOld
    /// The report is not newer than the last one.
    case reportNotNewer
    /// The report names another platform than the one the instance was enrolled on.
    case platformChanged
    /// An administrator blocked an earlier instance of the same account and app with this key or on this device.
    case blockedEarlier
    /// The account is disabled.
    case accountDisabled
}
