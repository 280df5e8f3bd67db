/// A grant control that the gateway enforces, in the order in which open ones are asked for.
public enum GrantControl: String, Sendable, Hashable, CaseIterable, Comparable {
    /// Access is refused.
    case block
    /// Multifactor authentication.
    case mfa
    /// A compliant device.
    case compliantDevice
    /// An app instance that an app-protection policy manages.
    case compliantApplication

    /// Orders controls by the order in which open ones are asked for.
    public static func < (left: Self, right: Self) -> Bool {
        left.promptRank < right.promptRank
    }

    private var promptRank: Int {
        switch self {
        case .block: 0
        case .mfa: 1
        case .compliantDevice: 2
        case .compliantApplication: 3
        }
    }
}

/// What is known about one grant control for this request.
public enum ControlState: Sendable, Hashable {
    /// It has been shown.
    case met
    /// It has not been shown.
    ///
    /// - Parameters:
    ///   - ReasonCode: why not.
    ///   - satisfiable: whether this client can come to satisfy it; under OR the first that it can is asked for.
    case unmet(ReasonCode, satisfiable: Bool)
    /// It could not be determined: ``ReasonCode/sourceUnreachable`` or ``ReasonCode/sourceFailed``.
    case undetermined(ReasonCode)
}

/// What has been shown for each grant control.
public struct ControlFacts: Sendable, Hashable {
    /// Multifactor authentication.
    public var mfa: ControlState
    /// A compliant device.
    public var compliantDevice: ControlState
    /// A managed and compliant app instance.
    public var compliantApplication: ControlState

    /// Makes the facts; by default nothing has been shown.
    public init(
        mfa: ControlState = .unmet(.mfaRequired, satisfiable: true),
        compliantDevice: ControlState = .unmet(.deviceUnknown, satisfiable: false),
        compliantApplication: ControlState = .unmet(.notEnrolled, satisfiable: true)
    ) {
        self.mfa = mfa
        self.compliantDevice = compliantDevice
        self.compliantApplication = compliantApplication
    }
}
