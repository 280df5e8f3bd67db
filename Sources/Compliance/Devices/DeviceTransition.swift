public import AccessModel

/// What follows from a device's transition; the use case turns effects into writes and journal entries of the same
/// commit.
public enum DeviceEffect: Sendable, Hashable {
    /// Status or reasons are not what they were; `from` is nil for a device that was never evaluated.
    case complianceChanged(from: ComplianceStatus?, to: ComplianceStatus)
    /// Tokens that name the device stop being active.
    case suspendTokens
    /// Checks fail that have still time: what will follow is told, once each.
    case checksFailing([PendingStep])
    /// What follows from failing checks is near, and is told again.
    case stepsNear([PendingStep])
    /// Checks pass again of which it was told that something would follow.
    case checksSettled([PendingStep])
    /// What depends on the device is evaluated again.
    case reevaluateInstances
}

/// The device after a transition, and what follows.
public struct DeviceTransition: Sendable, Hashable {
    /// The new state.
    public var device: Device
    /// What became of the signal.
    public var outcome: SignalOutcome
    /// What the evaluation of the new state came to.
    public var assessment: DeviceAssessment
    /// What follows, in this order.
    public var effects: [DeviceEffect]

    /// Makes a transition.
    public init(device: Device, outcome: SignalOutcome, assessment: DeviceAssessment, effects: [DeviceEffect]) {
        self.device = device
        self.outcome = outcome
        self.assessment = assessment
        self.effects = effects
    }
}
