import AccessModel

/// What happened at a sign-in, in words that an administrator does not have to look up.
///
/// A block that did its work reads "blocked by", never "failure".
struct SignInWording {
    /// The policies' names.
    let names: [PolicyID: String]

    func summary(_ decision: Decision, _ policies: [AppliedPolicy]) -> String {
        ([outcome(of: decision)] + policies.compactMap(Self.forecast)).joined(separator: "; ")
    }

    private func outcome(of decision: Decision) -> String {
        switch decision.outcome {
        case .allowedNoPolicyApplied: "allowed, no policy applied"
        case .allowed: "allowed, \(Phrases.count(decision.appliedPolicies.count, "policy", "policies")) satisfied"
        case .blocked(.noPolicyApplied): "refused, no policy applied and the tenant refuses that"
        case .blocked: "blocked by " + list(decision.unmet.filter(Self.isFinal), or: decision.unmet)
        case .failed(let reason): "could not be decided (\(reason.rawValue)): " + list(decision.unmet, or: [])
        case .requires(let control, _):
            "stopped until \(control.openingWords): demanded by "
                + list(decision.unmet.filter { $0.control == control }, or: decision.unmet)
        }
    }

    private static func isFinal(_ requirement: UnmetRequirement) -> Bool { requirement.control == .block }

    private func list(_ unmet: [UnmetRequirement], or others: [UnmetRequirement]) -> String {
        let named = (unmet.isEmpty ? others : unmet).map { "`\(names[$0.policy] ?? $0.policy.rawValue)`" }
        return named.isEmpty ? "nothing that was kept" : named.joined(separator: ", ")
    }

    private static func forecast(_ policy: AppliedPolicy) -> String? {
        let name = "`\(policy.displayName)` (report-only)"
        switch policy.result {
        case .reportOnlyFailure:
            let blocks = policy.enforcedGrantControls == ["Block"]
            return blocks ? "\(name) would have blocked it" : "\(name) would have refused it"
        case .reportOnlyInterrupted: return "\(name) would have asked for more"
        case .success, .failure, .notApplied, .notEnabled, .unknown, .reportOnlySuccess, .reportOnlyNotApplied:
            return nil
        }
    }
}

extension PolicyControl {
    /// What has to happen, as the end of "until".
    fileprivate var openingWords: String {
        switch self {
        case .block: "the policy is changed"
        case .tokenProtection: "the token is bound to a key"
        case .signInFrequency: "there is a newer sign-in"
        case .mfa: "a second factor is shown"
        case .authenticationStrength: "a stronger method is used"
        case .compliantDevice: "the device is compliant"
        case .domainJoinedDevice: "the device is joined to the domain"
        case .compliantApplication: "the app is protected"
        case .passwordChange: "the password is changed"
        }
    }
}
