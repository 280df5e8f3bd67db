import AccessModel

/// The checks of every applying policy, run one policy after the other over one instance.
struct CheckRun {
    let instance: AppInstance
    let facts: ComplianceFacts
    let now: Timestamp
    private let traced: Bool
    private let revisionInForce: PolicyRevision?

    private(set) var traces: [CheckTrace] = []
    private(set) var reasons: [ReasonCode] = []
    private(set) var warnings: [ReasonCode] = []
    private(set) var failingSince: [ProtectionCheck: Timestamp]
    private(set) var deadlines: [Timestamp] = []
    private(set) var isWipeDue = false
    private var steps = StepList()
    private var failedChecks: Set<String> = []

    init(instance: AppInstance, facts: ComplianceFacts, now: Timestamp, trace: EvaluationTrace) {
        self.instance = instance
        self.facts = facts
        self.now = now
        traced = trace == .full
        revisionInForce = facts.revisionInForce
        // Without a report nothing is known of the checks, so that what failed is taken to fail on.
        failingSince = instance.posture == nil ? instance.failingSince : [:]
    }

    /// What is going to follow from checks that have still time.
    var pendingSteps: [PendingStep] { steps.told(beside: failedChecks) }

    mutating func evaluate(_ policy: AppProtectionPolicy) {
        for check in ProtectionCheck.allCases {
            switch finding(check, policy.rules) {
            case .notAsked:
                continue
            case .passed:
                trace(policy, check, .passed)
            case .missing(let reason):
                // A report that leaves something out neither starts a grace nor ends one, and never wipes.
                failingSince[check] = failingSince[check] ?? instance.failingSince[check]
                missing(policy, check, reason)
            case .failed(let reason, let since):
                // A clock that ran ahead when it began must not lengthen the grace once it is right.
                let began = min(since ?? instance.failingSince[check] ?? now, now)
                failingSince[check] = min(failingSince[check] ?? began, began)
                failed(policy, check, reason, began)
            }
        }
    }

    private mutating func missing(_ policy: AppProtectionPolicy, _ check: ProtectionCheck, _ reason: ReasonCode) {
        if let exemption = exemption(from: check) {
            exempt(policy, check, exemption)
            return
        }
        trace(policy, check, .missing)
        if policy.rules.response(to: check).action == .warn { warn(reason) } else { refuse(reason) }
    }

    private mutating func failed(
        _ policy: AppProtectionPolicy, _ check: ProtectionCheck, _ reason: ReasonCode, _ began: Timestamp
    ) {
        let response = response(to: check, policy.rules)
        let graceEnd = began + response.grace
        if let exemption = exemption(from: check) {
            exempt(policy, check, exemption)
            if response.action != .warn {
                step(
                    check, reason, response, due: max(exemption.ends, graceEnd), began: exemption.grantedAt,
                    isTolerated: true)
            }
            return
        }
        if now < graceEnd {
            deadlines.append(graceEnd)
            step(check, reason, response, due: graceEnd, began: began, isTolerated: check == .policyRevision)
            trace(policy, check, .inGrace, ", in grace until \(graceEnd.rfc3339)")
            warn(reason)
            return
        }
        switch response.action {
        case .warn:
            trace(policy, check, .warned)
            step(check, reason, response, due: nil, began: began, isTolerated: false)
            warn(reason)
        case .block:
            failedChecks.insert(check.rawValue)
            trace(policy, check, .failed)
            refuse(reason)
        case .wipe:
            failedChecks.insert(check.rawValue)
            trace(policy, check, .failed, ", wipe due")
            refuse(reason)
            isWipeDue = true
        }
    }

    /// After a grace that ends in a warning nothing follows, so that it has no time.
    private mutating func step(
        _ check: ProtectionCheck, _ reason: ReasonCode, _ response: CheckResponse, due: Timestamp?,
        began: Timestamp, isTolerated: Bool
    ) {
        steps.add(
            PendingStep(
                check: check.rawValue, reason: reason, action: response.action,
                due: response.action == .warn ? nil : due, began: began, isTolerated: isTolerated))
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
        _ policy: AppProtectionPolicy, _ check: ProtectionCheck, _ exemption: Exemption
    ) {
        deadlines.append(exemption.ends)
        trace(
            policy, check, .exempt, ", \(exemption.traced)")
    }

    private mutating func trace(
        _ policy: AppProtectionPolicy, _ check: ProtectionCheck, _ outcome: CheckOutcome,
        _ consequence: @autoclosure () -> String = ""
    ) {
        guard traced else { return }
        let detail = detail(of: check, policy.rules) + consequence()
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
        case passed
        /// The app did not say.
        case missing(ReasonCode)
        /// Not shown; `since` where the beginning follows from the facts.
        case failed(ReasonCode, since: Timestamp? = nil)
    }

    private mutating func finding(_ check: ProtectionCheck, _ rules: ProtectionRules) -> Finding {
        if check == .evidence { return evidence(rules) }
        guard let posture = instance.posture else {
            return check == .posture ? .missing(.postureMissing) : .notAsked
        }
        switch check {
        case .evidence, .posture: return .passed
        case .policyRevision: return posture.appliedRevision == revisionInForce ? .passed : .failed(.policyNotApplied)
        case .rooted: return rules.blocksRooted ? said(posture.rooted, wanted: false, .deviceRooted) : .notAsked
        case .pin: return rules.requiresPIN ? said(posture.pinSet, wanted: true, .pinNotSet) : .notAsked
        case .appVersion: return version(posture.appVersion, rules.minimumAppVersion, .appVersionTooOld)
        case .osVersion:
            return version(posture.osVersion, rules.minimumOSVersion[instance.platform], .osVersionTooOld)
        case .checkIn:
            let due = checkInDue(posture, rules)
            guard now < due else { return .failed(.checkInOverdue, since: due) }
            deadlines.append(due)
            return .passed
        }
    }

    private func evidence(_ rules: ProtectionRules) -> Finding {
        if instance.evidence.level(at: now) >= rules.minimumEvidence { return .passed }
        return instance.isApproved ? .passed : .failed(.evidenceInsufficient)
    }

    private func said(_ value: Bool?, wanted: Bool, _ reason: ReasonCode) -> Finding {
        guard let value else { return .missing(.postureIncomplete) }
        return value == wanted ? .passed : .failed(reason)
    }

    private func version(_ shown: Version, _ least: Version?, _ reason: ReasonCode) -> Finding {
        guard let least else { return .notAsked }
        return shown < least ? .failed(reason) : .passed
    }

    private func checkInDue(_ posture: PostureReport, _ rules: ProtectionRules) -> Timestamp {
        (instance.lastCheckIn ?? posture.reportedAt) + rules.checkInInterval
    }
}

// MARK: What a trace says

extension CheckRun {
    private func detail(of check: ProtectionCheck, _ rules: ProtectionRules) -> String {
        if check == .evidence { return evidenceDetail(rules) }
        guard let posture = instance.posture else { return "no report" }
        switch check {
        case .evidence, .posture:
            return "reported at \(posture.reportedAt.rfc3339)"
        case .policyRevision:
            let applied = posture.appliedRevision?.description ?? "none"
            return "applied `\(applied)`, in force `\(revisionInForce?.description ?? "none")`"
        case .rooted:
            return posture.rooted.map { $0 ? "rooted" : "not rooted" } ?? "not said"
        case .pin:
            return posture.pinSet.map { $0 ? "set" : "not set" } ?? "not said"
        case .appVersion:
            return "shown \(posture.appVersion), least \(rules.minimumAppVersion?.description ?? "any")"
        case .osVersion:
            return "shown \(posture.osVersion), "
                + "least \(rules.minimumOSVersion[instance.platform]?.description ?? "any")"
        case .checkIn:
            return "due at \(checkInDue(posture, rules).rfc3339)"
        }
    }

    private func evidenceDetail(_ rules: ProtectionRules) -> String {
        let shown = instance.evidence.level(at: now)
        let weak = rules.acceptsWeakEvidence ? " (weak)" : ""
        let approved = instance.isApproved && shown < rules.minimumEvidence ? ", approved" : ""
        return "shown \(shown.name), least \(rules.minimumEvidence.name)\(weak)\(approved)"
    }
}
