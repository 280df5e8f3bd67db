/// One thing in a policy that the engine cannot enforce.
public struct UnenforceableReason: Sendable, Hashable {
    /// What sort of thing it is.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// A condition that the engine does not evaluate yet.
        case unsupportedCondition
        /// A grant control that the engine does not demand yet.
        case unsupportedGrantControl
        /// A session control that the engine does not apply yet.
        case unsupportedSessionControl
        /// A value that the engine does not evaluate yet, in a condition that it does.
        case unsupportedValue
        /// A value that is not what it should be: an unknown word, a device filter that cannot be read.
        case invalidValue
        /// Parts that exclude each other, or of which one needs another that is not there.
        case contradiction
        /// A member that Conditional Access is not known to have.
        case unknownMember
        /// A reference that names nothing: a placeholder, a display name, a malformed identifier.
        case unresolvedReference
        /// Something without which a policy says nothing, such as the users it is for.
        case incomplete
    }

    /// The part of a policy that a reason concerns.
    public enum Part: Sendable, Hashable {
        /// A condition.
        case condition(PolicyCondition)
        /// The grant controls.
        case grant
        /// The session controls.
        case session
    }

    /// What sort of thing it is.
    public var kind: Kind
    /// The part of the policy that it concerns.
    public var part: Part
    /// Where it stands in the policy, such as `conditions.users.includeGroups[0]`.
    public var path: String
    /// What it is, and what to do.
    public var detail: String

    /// Makes a reason.
    public init(_ kind: Kind, in part: Part, at path: String, _ detail: String) {
        self.kind = kind
        self.part = part
        self.path = path
        self.detail = detail
    }
}

/// A condition of a policy, in the order in which the first one that is not satisfied is looked for.
public enum PolicyCondition: String, Sendable, Hashable, CaseIterable {
    /// Who signs in.
    case users
    /// Which service principal signs in.
    case workloadIdentities
    /// Which application is asked for.
    case application
    /// Which user action is asked for.
    case userActions
    /// Which authentication context is asked for.
    case authenticationContext
    /// The device's platform.
    case devicePlatform
    /// The device.
    case devices
    /// The kind of client.
    case clientApps
    /// Where the request comes from.
    case location
    /// The risk of the sign-in.
    case signInRisk
    /// The risk of the user.
    case userRisk
    /// The risk of the service principal.
    case servicePrincipalRisk
    /// The insider risk.
    case insiderRisk
    /// How the sign-in came about.
    case authenticationFlow
    /// The time of day.
    case time
    /// A condition that the engine has no name for.
    case other
}
