import AccessModel

/// What a policy decision that is not "allowed" answers: rows 2 to 7 of the table.
enum PolicyRefusal {
    /// How long a client waits after the gateway or a source failed.
    static let failureRetry: Duration = .seconds(5)

    /// The refusal of an account's request; nil when the decision allows it.
    static func of(_ decision: Decision, grant: ValidatedGrant) -> TokenRequestRefusal? {
        let hints = grant.hints
        switch decision.outcome {
        case .allowed, .allowedNoPolicyApplied: return nil
        case .blocked(let reason): return .blocked(reason)
        case .failed(let reason): return .temporarilyUnavailable(reason, retryAfter: failureRetry)
        case .requires(.block, let reason): return .blocked(reason)
        case .requires(.tokenProtection, _): return .invalidProof(.demanded)
        case .requires(let control, let reason)
        where [.signInFrequency, .mfa, .authenticationStrength, .passwordChange].contains(control):
            return .interactionRequired(reason, ClaimsChallenge(decision, for: control), hints)
        case .requires(.compliantApplication, let reason):
            return .appProtectionRequired(
                declared: grant.declaredCapabilities.contains(.protapp), reason,
                ClaimsChallenge(decision, for: .compliantApplication), hints)
        case .requires(let control, let reason):
            // With a device code whoever signed in did so elsewhere: nothing that this device does can help.
            let fixable = reason.isFixedOnTheDevice && grant.grant.origin != .deviceCode
            return .deviceRequired(
                fixable: fixable, reason, ClaimsChallenge(decision, for: control), hints)
        }
    }

    /// The refusal of a client that acts for itself; nil when the decision allows it.
    ///
    /// Such a client can solve nothing interactively, so it is never challenged.
    static func ofClient(_ decision: Decision) -> TokenRequestRefusal? {
        switch decision.outcome {
        case .allowed, .allowedNoPolicyApplied: nil
        case .blocked(let reason), .requires(_, let reason): .blocked(reason)
        case .failed(let reason): .temporarilyUnavailable(reason, retryAfter: failureRetry)
        }
    }
}

extension ReasonCode {
    /// Whether the user can do away with it on the device that asks.
    fileprivate var isFixedOnTheDevice: Bool {
        switch self {
        case .deviceNotCompliant, .osVersionTooOld, .checkInOverdue, .postureIncomplete: true
        default: false
        }
    }
}
