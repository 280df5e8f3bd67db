import AccessModel
import Compliance

/// What an app or its user can do about a status; the texts are stable.
enum ComplianceAction: String {
    case enrol = "enroll"
    case applyPolicy = "apply_policy"
    case reportPosture = "report_posture"
    case proveManagement = "prove_management"
    case setPIN = "set_pin"
    case updateApp = "update_app"
    case updateSystem = "update_os"
    case changeDevice = "change_device"
    case fixDevice = "fix_device"
    case registerDevice = "register_device"
    case signIn = "sign_in"
    case changePassword = "change_password"
    case startAgain = "start_again"
    case tryLater = "try_later"
    case contactSupport = "contact_support"

    /// The action that a reason calls for; nil when there is nothing to do.
    init?(_ reason: ReasonCode) {
        switch reason {
        case .notEnrolled, .unenrolled: self = .enrol
        case .policyNotApplied: self = .applyPolicy
        case .postureMissing, .checkInOverdue, .postureIncomplete: self = .reportPosture
        case .evidenceInsufficient: self = .proveManagement
        case .pinNotSet: self = .setPIN
        case .appVersionTooOld, .tokenProtectionRequired: self = .updateApp
        case .osVersionTooOld: self = .updateSystem
        case .deviceRooted, .deviceNotDomainJoined: self = .changeDevice
        case .deviceNotCompliant: self = .fixDevice
        case .deviceUnknown: self = .registerDevice
        case .signInRequired, .mfaRequired, .authenticationStrengthRequired, .signInFrequency: self = .signIn
        case .passwordChangeRequired: self = .changePassword
        case .userCancelled: self = .startAgain
        case .sourceUnreachable, .sourceFailed, .evaluationFailed: self = .tryLater
        case .notTargeted, .capabilityNotDeclared, .wiped, .instanceBlocked, .refusalLoop, .accountDisabled,
            .blockedByPolicy, .controlNotEnforceable, .noPolicyApplied:
            self = .contactSupport
        case .appProtectionRequired: self = .enrol
        case .notDemanded: return nil
        }
    }

    /// The actions of a result, each once, in the order of its reasons.
    static func list(for result: ComplianceResult) -> [String] {
        var names: [String] = []
        for reason in result.reasons + result.warnings {
            guard let name = ComplianceAction(reason)?.rawValue, !names.contains(name) else { continue }
            names.append(name)
        }
        return names
    }
}
