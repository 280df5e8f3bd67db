public import AccessModel

/// Everything beside the device that its compliance is evaluated on.
public struct DeviceFacts: Sendable, Hashable {
    /// The registered sources.
    public var sources: [SignalSource]
    /// What the organisation asks of devices.
    public var rules: DeviceRules
    /// The exemptions that may concern the device; those of others and ended ones are passed over.
    public var exemptions: [Exemption]
    /// How long before a step it is told again.
    public var remindAhead: Duration

    /// Makes facts; without any source nothing is known of any device.
    public init(
        sources: [SignalSource] = [], rules: DeviceRules = DeviceRules(), exemptions: [Exemption] = [],
        remindAhead: Duration = ProtectionSettings.defaultRemindAhead
    ) {
        self.sources = sources
        self.rules = rules
        self.exemptions = exemptions
        self.remindAhead = remindAhead
    }
}

/// What one evaluation of a device came to.
public struct DeviceAssessment: Sendable, Hashable {
    /// Status and reasons.
    public var result: ComplianceResult
    /// What a device filter sees: nil when it is not known.
    public var isCompliant: Bool?
    /// What each source and each check contributed, in order.
    public var findings: [DeviceFinding]
    /// Whether the word of a source that counts was weighed, be it too old.
    public var restsOnVerdict: Bool
    /// Since when each failing check fails.
    public var failingSince: [DeviceCheck: Timestamp]
}

/// What one source or check contributed to an evaluation; for administrators and logs.
public struct DeviceFinding: Sendable, Hashable {
    /// The source's name, or the check.
    public var subject: String
    /// What was found.
    public var outcome: CheckOutcome
    /// In words.
    public var detail: String
}
