/// Why a status or a decision is what it is.
///
/// The codes are stable: clients and reports may rely on them.
public enum ReasonCode: String, Sendable, Hashable, CaseIterable, Comparable {
    // What an app instance shows.

    /// The app is not enrolled for this account.
    case notEnrolled = "not_enrolled"
    /// The instance has not reported its posture yet.
    case postureMissing = "posture_missing"
    /// The instance has not applied the policy revision that is in force.
    case policyNotApplied = "policy_not_applied"
    /// The instance has not checked in within the interval that its policy sets.
    case checkInOverdue = "check_in_overdue"
    /// The app's version is below the least that the policy accepts.
    case appVersionTooOld = "app_version_too_old"
    /// The operating system's version is below the least that the policy accepts.
    case osVersionTooOld = "os_version_too_old"
    /// The device is rooted or jailbroken.
    case deviceRooted = "device_rooted"
    /// No PIN protects the app.
    case pinNotSet = "pin_not_set"
    /// The evidence that the app is managed is weaker than the policy demands.
    case evidenceInsufficient = "evidence_insufficient"
    /// Posture did not say something that the policy asks for.
    case postureIncomplete = "posture_incomplete"

    // What is so whatever the app shows.

    /// No app-protection policy targets this account and app although protection is demanded.
    case notTargeted = "not_targeted"
    /// Protection is not demanded of this account and app.
    case notDemanded = "not_demanded"
    /// The client did not declare the capability `protapp`.
    case capabilityNotDeclared = "capability_not_declared"
    /// An administrator had the app's managed data wiped.
    case wiped = "wiped"
    /// The instance was unenrolled.
    case unenrolled = "unenrolled"
    /// An administrator blocked this instance.
    case instanceBlocked = "instance_blocked"
    /// The same refusal came again and again after the app had become compliant.
    case refusalLoop = "refusal_loop"
    /// The account is disabled.
    case accountDisabled = "account_disabled"
    /// The user has to sign in again.
    case signInRequired = "sign_in_required"
    /// The user left the remediation.
    case userCancelled = "user_cancelled"
    /// A signal source, or the gateway, could not be reached.
    case sourceUnreachable = "source_unreachable"
    /// A signal source, or the gateway, failed.
    case sourceFailed = "source_failed"

    // What a policy decides.

    /// An enabled policy blocks.
    case blockedByPolicy = "blocked_by_policy"
    /// A policy demands multifactor authentication.
    case mfaRequired = "mfa_required"
    /// A policy demands an authentication strength that the methods used do not have.
    case authenticationStrengthRequired = "authentication_strength_required"
    /// A policy demands a more recent sign-in.
    case signInFrequency = "sign_in_frequency"
    /// A policy demands a token that is bound to a key of the client.
    case tokenProtectionRequired = "token_protection_required"
    /// A policy demands that the password is changed.
    case passwordChangeRequired = "password_change_required"
    /// A policy demands a device that is joined to the domain and this one is not, or none takes part.
    case deviceNotDomainJoined = "device_not_domain_joined"
    /// A policy demands a compliant device and this one is not.
    case deviceNotCompliant = "device_not_compliant"
    /// A policy demands a compliant device and no known device takes part.
    case deviceUnknown = "device_unknown"
    /// A policy demands app protection.
    case appProtectionRequired = "app_protection_required"
    /// A policy demands a control that the gateway cannot enforce.
    case controlNotEnforceable = "control_not_enforceable"
    /// No policy applied, and the tenant's setting for that case is deny.
    case noPolicyApplied = "no_policy_applied"
    /// The policies could not be evaluated.
    case evaluationFailed = "evaluation_failed"

    /// Orders codes by their text, so that lists of them are stable.
    public static func < (left: Self, right: Self) -> Bool {
        left.rawValue < right.rawValue
    }
}
