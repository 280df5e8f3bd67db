/// A control that a policy can demand, grant or session, in the order in which open ones are asked for.
///
/// What no prompt solves comes first, so that nobody is asked for a second factor in vain.
public enum PolicyControl: String, Sendable, Hashable, CaseIterable, Comparable {
    /// Access is refused.
    case block
    /// A token that is bound to a key of the client: the session control `secureSignInSession`.
    case tokenProtection
    /// A sign-in that is recent enough: the session control `signInFrequency`.
    case signInFrequency
    /// Multifactor authentication.
    case mfa
    /// An authentication strength; which one, the policy says.
    case authenticationStrength
    /// A compliant device.
    case compliantDevice
    /// A device that is joined to the domain.
    case domainJoinedDevice
    /// An app instance that an app-protection policy manages.
    case compliantApplication
    /// A password that was changed.
    case passwordChange

    /// Orders controls by the order in which open ones are asked for.
    public static func < (left: Self, right: Self) -> Bool {
        left.promptRank < right.promptRank
    }

    /// The control's place in the order in which open ones are asked for; block is 0.
    public var promptRank: Int {
        switch self {
        case .block: 0
        case .tokenProtection: 1
        case .signInFrequency: 2
        case .mfa: 3
        case .authenticationStrength: 4
        case .compliantDevice: 5
        case .domainJoinedDevice: 6
        case .compliantApplication: 7
        case .passwordChange: 8
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
    /// Every authentication strength.
    ///
    /// `met` meets all of them; otherwise one that the methods of ``AuthenticationFacts`` do not satisfy stands as this
    /// says.
    public var authenticationStrength: ControlState
    /// A compliant device.
    public var compliantDevice: ControlState
    /// A device that is joined to the domain.
    public var domainJoinedDevice: ControlState
    /// A managed and compliant app instance.
    public var compliantApplication: ControlState
    /// A password that was changed since the risk arose.
    public var passwordChange: ControlState

    /// Makes the facts; by default nothing has been shown.
    public init(
        mfa: ControlState = .unmet(.mfaRequired, satisfiable: true),
        authenticationStrength: ControlState = .unmet(.authenticationStrengthRequired, satisfiable: true),
        compliantDevice: ControlState = .unmet(.deviceUnknown, satisfiable: false),
        domainJoinedDevice: ControlState = .unmet(.deviceNotDomainJoined, satisfiable: false),
        compliantApplication: ControlState = .unmet(.notEnrolled, satisfiable: true),
        passwordChange: ControlState = .unmet(.passwordChangeRequired, satisfiable: true)
    ) {
        self.mfa = mfa
        self.authenticationStrength = authenticationStrength
        self.compliantDevice = compliantDevice
        self.domainJoinedDevice = domainJoinedDevice
        self.compliantApplication = compliantApplication
        self.passwordChange = passwordChange
    }
}
