public import AccessModel

/// Whether a remediation may ask the user for something.
public enum RemediationMode: Sendable, Hashable, CaseIterable {
    /// Nothing is shown.
    case silent
    /// The user is there and can act.
    case interactive
}

/// What came before a remediation.
public enum RemediationCause: Sendable, Hashable, CaseIterable {
    /// A token was refused since the last enrolment id was issued.
    case refusal
    /// The app asks by itself.
    case own
}

/// What a remediation answers, and what it changes.
public struct Remediation: Sendable, Hashable {
    /// The answer to the app.
    public var answer: ComplianceResult
    /// The change of the instance; nil when nothing changes.
    public var transition: ComplianceTransition?

    /// Makes a remediation.
    public init(answer: ComplianceResult, transition: ComplianceTransition? = nil) {
        self.answer = answer
        self.transition = transition
    }
}

extension ComplianceFacts {
    /// Answers an app that asks for remediation.
    ///
    /// A remediation evaluates; it shows nothing by itself, so that no number of them makes an instance compliant whose
    /// report does not. One after a refusal issues a new enrolment id, so that the next request of a stock client
    /// differs from the refused one. A silent one that needs the user changes nothing.
    public func remediate(
        _ instance: AppInstance?, _ mode: RemediationMode, after cause: RemediationCause, at now: Timestamp
    ) -> Remediation {
        let answer = evaluate(instance, at: now)
        guard let instance, instance.isEnrolled else { return Remediation(answer: answer) }
        switch answer.status {
        case .serviceFailure, .networkFailure:
            return Remediation(answer: answer)
        case .interactionRequired where mode == .silent:
            return Remediation(answer: answer)
        case .notCompliant:
            return Remediation(answer: answer, transition: instance.settled(self, at: now))
        case .compliant, .interactionRequired, .userCancelled:
            let first: [ComplianceEffect] = cause == .refusal ? [.issueEnrollmentID] : []
            return Remediation(answer: answer, transition: instance.settled(self, at: now, first: first))
        }
    }

    /// Notes that the user left an interactive remediation.
    ///
    /// Only what the user could have solved becomes `userCancelled`; anything else stays what it is.
    public func cancelRemediation(_ instance: AppInstance?, at now: Timestamp) -> Remediation {
        var answer = evaluate(instance, at: now)
        guard answer.status == .interactionRequired else { return Remediation(answer: answer) }
        answer.status = .userCancelled
        answer.reasons.insert(.userCancelled, at: 0)
        guard let instance, instance.isEnrolled else { return Remediation(answer: answer) }
        var next = instance
        next.failingSince = assess(instance, at: now).failingSince
        next.result = answer
        return Remediation(
            answer: answer,
            transition: ComplianceTransition(
                instance: next, effects: AppInstance.effects(from: instance.result, to: answer)))
    }
}
