/// How a tenant deals with app protection as a whole.
public struct ProtectionSettings: Sendable, Hashable {
    /// How long before a step it is told again unless it is said otherwise: a day.
    public static let defaultRemindAhead = Duration.seconds(86_400)

    /// Whether an exemption holds only once a second administrator has approved it.
    public var exemptionsNeedApproval: Bool
    /// How long before a step it is told again, 0 to 30 days; 0 is not again.
    public var remindAhead: Duration

    /// Makes settings; by default one administrator is enough, and a step is told again a day before.
    public init(exemptionsNeedApproval: Bool = false, remindAhead: Duration = Self.defaultRemindAhead) {
        self.exemptionsNeedApproval = exemptionsNeedApproval
        self.remindAhead = remindAhead
    }
}
