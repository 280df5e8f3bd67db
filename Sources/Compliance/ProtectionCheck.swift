/// One thing that an app instance is checked for, in the order in which checks are evaluated and shown.
public enum ProtectionCheck: String, Sendable, Hashable, CaseIterable, Comparable {
    /// The evidence that the app is managed reaches the least level.
    case evidence
    /// There is a posture report at all.
    case posture
    /// The revision in force is applied.
    case policyRevision
    /// The device is not rooted or jailbroken.
    case rooted
    /// A PIN protects the app.
    case pin
    /// The app is recent enough.
    case appVersion
    /// The operating system is recent enough.
    case osVersion
    /// The last posture report is recent enough.
    case checkIn

    /// Whether a policy can set action and grace, and an administrator can exempt from it.
    ///
    /// The others carry what compliance rests on: without evidence, a report and the policy applied there is nothing
    /// to be mild about.
    public var isConfigurable: Bool {
        switch self {
        case .evidence, .posture, .policyRevision: false
        case .rooted, .pin, .appVersion, .osVersion, .checkIn: true
        }
    }

    /// Orders checks as they are evaluated.
    public static func < (left: Self, right: Self) -> Bool {
        left.order < right.order
    }

    private var order: Int {
        switch self {
        case .evidence: 0
        case .posture: 1
        case .policyRevision: 2
        case .rooted: 3
        case .pin: 4
        case .appVersion: 5
        case .osVersion: 6
        case .checkIn: 7
        }
    }
}
