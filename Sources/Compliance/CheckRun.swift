import AccessModel

/// The checks of every applying policy, run one policy after the other over one instance.
struct CheckRun {
    let instance: AppInstance
    let facts: ComplianceFacts
    let now: Timestamp
    private let revisionInForce: PolicyRevision?

    private(set) var traces: [CheckTrace] = []
    private(set) var reasons: [ReasonCode] = []
    private(set) var warnings: [ReasonCode] = []
    private(set) var failingSince: [ProtectionCheck: Timestamp]
    private(set) var deadlines: [Timestamp] = []
    private(set) var isWipeDue = false

    init(instance: AppInstance, facts: ComplianceFacts, now: Timestamp) {
        self.instance = instance
        self.facts = facts
        self.now = now
        revisionInForce = facts.revisionInForce
        // Without a report nothing is known of the checks, so that what failed is taken to fail on.
        failingSince = instance.posture == nil ? instance.failingSince : [:]
    }

    mutating func evaluate(_ policy: AppProtectionPolicy) {
        for check in ProtectionCheck.allCases {
            switch finding(check, policy.rules) {
            case .notAsked:
                continue
            case .passed(let detail):
                trace(policy, check, .passed, detail)
            case .missing(let reason, let detail):
                // A report that leaves something out neither starts a grace nor ends one, and never wipes.
                failingSince[check] = failingSince[check] ?? instance.failingSince[check]
                missing(policy, check, reason, detail)
            case .failed(let reason, let detail, let since):
                let began = since ?? instance.failingSince[check] ?? now
                failingSince[check] = min(failingSince[check] ?? began, began)
                failed(policy, check, reason, detail, began)
            }
        }
    }

    private mutating func missing(
        _ policy: AppProtectionPolicy, _ check: ProtectionCheck, _ reason: ReasonCode, _ detail: String
    ) {
        if let exemption = exemption(from: check) {
            exempt(policy, check, exemption, detail)
            return
        }
        trace(policy, check, .missing, detail)
        if policy.rules.response(to: check).action == .warn { warn(reason) } else { refuse(reason) }
    }

    private mutating func failed(
        _ policy: AppProtectionPolicy, _ check: ProtectionCheck, _ reason: ReasonCode, _ detail: String,
        _ began: Timestamp
    ) {
        if let exemption = exemption(from: check) {
            exempt(policy, check, exemption, detail)
            return
        }
        let response = response(to: check, policy.rules)
        let graceEnd = began + response.grace
        if now < graceEnd {
            deadlines.append(graceEnd)
            trace(policy, check, .inGrace, "\(detail), in grace until \(graceEnd.rfc3339)")
            warn(reason)
            return
        }
        switch response.action {
        case .warn:
            trace(policy, check, .warned, detail)
            warn(reason)
        case .block:
            trace(policy, check, .failed, detail)
            refuse(reason)
        case .wipe:
            trace(policy, check, .failed, "\(detail), wipe due")
            refuse(reason)
            isWipeDue = true
        }
    }

    /// A revision has a grace only if it was in force when the instance applied it; any other text is just a text.
    private func response(to check: ProtectionCheck, _ rules: ProtectionRules) -> CheckResponse {
        guard check == .policyRevision else { return rules.response(to: check) }
        let wasInForce = instance.appliedRevision != nil && instance.appliedRevision == instance.confirmedRevision
        return CheckResponse(action: .block, grace: wasInForce ? rules.revisionGrace : .zero)
    }

    private func exemption(from check: ProtectionCheck) -> Exemption? {
        facts.exemptions.filter { $0.covers(check, of: instance, at: now) }
            .max { ($0.ends, $0.id) < ($1.ends, $1.id) }
    }

    private mutating func exempt(
        _ policy: AppProtectionPolicy, _ check: ProtectionCheck, _ exemption: Exemption, _ detail: String
    ) {
        deadlines.append(exemption.ends)
        trace(
            policy, check, .exempt,
            "\(detail), exempt by `\(exemption.id)` of `\(exemption.approver)` until \(exemption.ends.rfc3339)")
    }

    private mutating func trace(
        _ policy: AppProtectionPolicy, _ check: ProtectionCheck, _ outcome: CheckOutcome, _ detail: String
    ) {
        traces.append(CheckTrace(policy: policy.id, check: check, outcome: outcome, detail: detail))
    }

    private mutating func refuse(_ reason: ReasonCode) {
        if !reasons.contains(reason) { reasons.append(reason) }
    }

    private mutating func warn(_ reason: ReasonCode) {
        if !warnings.contains(reason) { warnings.append(reason) }
    }
}

// MARK: What each check finds

extension CheckRun {
    private enum Finding {
        case notAsked
        case passed(String)
        /// The app did not say.
        case missing(ReasonCode, String)
        /// Not shown; `since` where the beginning follows from the facts.
        case failed(ReasonCode, String, since: Timestamp? = nil)
    }

    private mutating func finding(_ check: ProtectionCheck, _ rules: ProtectionRules) -> Finding {
        if check == .evidence { return evidence(rules) }
        guard let posture = instance.posture else {
            return check == .posture ? .missing(.postureMissing, "no report") : .notAsked
        }
        switch check {
        case .evidence, .posture: return .passed("reported at \(posture.reportedAt.rfc3339)")
        case .policyRevision: return policyRevision(posture)
        case .rooted: return rooted(posture, rules)
        case .pin: return pin(posture, rules)
        case .appVersion: return version(posture.appVersion, rules.minimumAppVersion, .appVersionTooOld)
        case .osVersion:
            return version(posture.osVersion, rules.minimumOSVersion[instance.platform], .osVersionTooOld)
        case .checkIn: return checkIn(posture, rules)
        }
    }

    private func evidence(_ rules: ProtectionRules) -> Finding {
        let shown = instance.evidence.level(at: now)
        let weak = rules.acceptsWeakEvidence ? " (weak)" : ""
        let detail = "shown \(shown.name), least \(rules.minimumEvidence.name)\(weak)"
        if shown >= rules.minimumEvidence { return .passed(detail) }
        return instance.isApproved ? .passed("\(detail), approved") : .failed(.evidenceInsufficient, detail)
    }

    private func policyRevision(_ posture: PostureReport) -> Finding {
        let applied = posture.appliedRevision?.description ?? "none"
        let detail = "applied `\(applied)`, in force `\(revisionInForce?.description ?? "none")`"
        return posture.appliedRevision == revisionInForce ? .passed(detail) : .failed(.policyNotApplied, detail)
    }

    private func rooted(_ posture: PostureReport, _ rules: ProtectionRules) -> Finding {
        guard rules.blocksRooted else { return .notAsked }
        guard let rooted = posture.rooted else { return .missing(.postureIncomplete, "not said") }
        return rooted ? .failed(.deviceRooted, "rooted") : .passed("not rooted")
    }

    private func pin(_ posture: PostureReport, _ rules: ProtectionRules) -> Finding {
        guard rules.requiresPIN else { return .notAsked }
        guard let set = posture.pinSet else { return .missing(.postureIncomplete, "not said") }
        return set ? .passed("set") : .failed(.pinNotSet, "not set")
    }

    private func version(_ shown: Version, _ least: Version?, _ reason: ReasonCode) -> Finding {
        guard let least else { return .notAsked }
        let detail = "shown \(shown), least \(least)"
        return shown < least ? .failed(reason, detail) : .passed(detail)
    }

    private mutating func checkIn(_ posture: PostureReport, _ rules: ProtectionRules) -> Finding {
        let due = (instance.lastCheckIn ?? posture.reportedAt) + rules.checkInInterval
        guard now < due else { return .failed(.checkInOverdue, "was due at \(due.rfc3339)", since: due) }
        deadlines.append(due)
        return .passed("due at \(due.rfc3339)")
    }
}
