public import AccessModel

extension ComplianceFacts {
    /// Evaluates an instance, or the lack of one, at an instant.
    ///
    /// What is evaluated first hides what comes later: a disabled account; a wiped or blocked instance; nothing
    /// demanded and no policy (compliant, and nothing is earned); a failure of a source; protection demanded without the
    /// capability or without a policy; no enrolment; then the checks of every applying policy, of which the worst
    /// outcome stands. A check that fails is `interactionRequired` when the user can solve it and `notCompliant` when
    /// the user cannot; one reason that the user cannot solve makes the whole `notCompliant`.
    ///
    /// The same inputs give the same result, and the passing of time alone never makes an instance compliant.
    ///
    /// - Parameters:
    ///   - instance: The instance; nil when there is none for this account and app.
    ///   - now: The instant.
    ///   - trace: Whether ``ComplianceResult/checks`` is filled; without it an evaluation costs a small part.
    /// - Returns: The result.
    public func evaluate(
        _ instance: AppInstance?, at now: Timestamp, trace: EvaluationTrace = .full
    ) -> ComplianceResult {
        assess(instance, at: now, trace: trace).result
    }
}

/// Whether an evaluation says what each check found.
public enum EvaluationTrace: Sendable, Hashable {
    /// Every check of every policy, in words.
    case full
    /// Nothing, for the path where only the outcome counts.
    case none
}

extension ReasonCode {
    /// Whether the user can solve what the reason names, in this app and now.
    public var isSolvableByUser: Bool {
        switch self {
        case .notEnrolled, .unenrolled, .postureMissing, .policyNotApplied, .checkInOverdue, .appVersionTooOld,
            .osVersionTooOld, .pinNotSet, .postureIncomplete, .signInRequired, .userCancelled, .mfaRequired,
            .deviceNotCompliant, .deviceUnknown, .appProtectionRequired, .authenticationStrengthRequired,
            .signInFrequency,
            .passwordChangeRequired:
            true
        case .deviceRooted, .evidenceInsufficient, .notTargeted, .notDemanded, .capabilityNotDeclared, .wiped,
            .instanceBlocked, .refusalLoop, .accountDisabled, .sourceUnreachable, .sourceFailed, .blockedByPolicy,
            .controlNotEnforceable, .noPolicyApplied, .evaluationFailed, .tokenProtectionRequired,
            .deviceNotDomainJoined:
            false
        }
    }
}
