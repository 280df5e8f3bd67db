/// A condition as the sign-in log names it, with its bit in `conditionsSatisfied` and `conditionsNotSatisfied`.
public enum SignInCondition: Int, Sendable, Hashable, CaseIterable {
    /// What was asked for.
    case application = 1
    /// Who asked.
    case users = 2
    /// On which platform.
    case devicePlatform = 4
    /// From where.
    case location = 8
    /// With which kind of client.
    case clientType = 16
    /// At which risk of the sign-in.
    case signInRisk = 32
    /// At which risk of the user.
    case userRisk = 64
    /// At which time.
    case time = 128
    /// From which device.
    case deviceState = 256
    /// As which service principal.
    case servicePrincipals = 8_192
    /// At which risk of the service principal.
    case servicePrincipalRisk = 16_384
    /// By which way of carrying a sign-in over.
    case authenticationFlows = 32_768
    /// At which insider risk.
    case insiderRisk = 65_536

    /// The condition's name in the log.
    public var name: String {
        switch self {
        case .application: "application"
        case .users: "users"
        case .devicePlatform: "devicePlatform"
        case .location: "location"
        case .clientType: "clientType"
        case .signInRisk: "signInRisk"
        case .userRisk: "userRisk"
        case .time: "time"
        case .deviceState: "deviceState"
        case .servicePrincipals: "servicePrincipals"
        case .servicePrincipalRisk: "servicePrincipalRisk"
        case .authenticationFlows: "authenticationFlows"
        case .insiderRisk: "insiderRisk"
        }
    }

    /// The log's name for a condition of a policy; nil for one that it has none for.
    init?(_ condition: PolicyCondition) {
        switch condition {
        case .users: self = .users
        case .workloadIdentities: self = .servicePrincipals
        // The log has one bit for whatever is asked for.
        case .application, .userActions, .authenticationContext: self = .application
        case .devicePlatform: self = .devicePlatform
        case .devices: self = .deviceState
        case .clientApps: self = .clientType
        case .location: self = .location
        case .signInRisk: self = .signInRisk
        case .userRisk: self = .userRisk
        case .servicePrincipalRisk: self = .servicePrincipalRisk
        case .insiderRisk: self = .insiderRisk
        case .authenticationFlow: self = .authenticationFlows
        case .time: self = .time
        case .other: return nil
        }
    }
}
