public import AccessModel

extension DeviceFacts {
    /// Evaluates a device, or the lack of one, at an instant.
    ///
    /// The worst verdict of all sources that may give one stands. A bad verdict never gets better by age; a good one
    /// that is older than ``SignalSource/freshFor`` holds for ``SignalSource/holdFor`` and is no verdict after. What
    /// fails comes before a source that cannot be asked, and that comes before anything good: a failure of a source
    /// never makes a compliant device not compliant, and never makes one compliant.
    ///
    /// - Parameters:
    ///   - device: The device; nil when it is not known which one takes part.
    ///   - now: The instant.
    /// - Returns: Status, reasons and findings.
    public func evaluate(_ device: Device?, at now: Timestamp) -> DeviceAssessment {
        guard let device else {
            let result = ComplianceResult(status: .notCompliant, reasons: [.deviceUnknown], evaluatedAt: now)
            return DeviceAssessment(
                result: result, isCompliant: nil, findings: [], restsOnVerdict: false, failingSince: [:])
        }
        var run = DeviceRun(device, facts: self, now: now)
        run.weighVerdicts()
        run.check()
        return run.assessment
    }
}

/// The evaluation of one device.
struct DeviceRun {
    private let device: Device
    private let facts: DeviceFacts
    private let now: Timestamp
    private let known: DeviceReport
    private var reasons: [ReasonCode] = []
    private var warnings: [ReasonCode] = []
    private var failure: SourceState = .available
    private var hasVerdict = false
    /// Something is known to be so that it is not compliant, rather than not known.
    private var isKnownBad = false
    private var findings: [DeviceFinding] = []
    private var failingSince: [DeviceCheck: Timestamp] = [:]
    private var deadlines: [Timestamp] = []
    private var steps = StepList()
    private var failedChecks: Set<String> = []

    init(_ device: Device, facts: DeviceFacts, now: Timestamp) {
        self.device = device
        self.facts = facts
        self.now = now
        known = DeviceStanding(device, sources: facts.sources).report
    }

    var assessment: DeviceAssessment {
        let status = self.status
        var reasons = reasons.filter { !$0.isSolvableByUser } + reasons.filter(\.isSolvableByUser)
        if status == .networkFailure { reasons = [.sourceUnreachable] }
        if status == .serviceFailure { reasons = [.sourceFailed] }
        let pending = steps.told(beside: failedChecks)
        let result = ComplianceResult(
            status: status, reasons: reasons, warnings: warnings, isManaged: known.isManaged == true, evaluatedAt: now,
            reevaluateAt: deadlines.filter { $0 > now }.min(), pendingSteps: pending,
            remindAt: pending.compactMap { $0.nearAt(facts.remindAhead) }.filter { $0 > now }.min())
        let isCompliant = status == .compliant ? true : isKnownBad ? false : nil
        return DeviceAssessment(
            result: result, isCompliant: isCompliant, findings: findings, restsOnVerdict: hasVerdict,
            failingSince: failingSince)
    }

    private var status: ComplianceStatus {
        if isKnownBad || (!reasons.isEmpty && failure == .available) {
            return reasons.allSatisfy(\.isSolvableByUser) ? .interactionRequired : .notCompliant
        }
        switch failure {
        case .available: return .compliant
        case .unreachable: return .networkFailure
        case .failed: return .serviceFailure
        }
    }

    private mutating func refuse(_ reason: ReasonCode, isKnown: Bool = true) {
        if isKnown { isKnownBad = true }
        if !reasons.contains(reason) { reasons.append(reason) }
    }

    private mutating func warn(_ reason: ReasonCode) {
        if !warnings.contains(reason) { warnings.append(reason) }
    }

    private mutating func note(_ subject: String, _ outcome: CheckOutcome, _ detail: String) {
        findings.append(DeviceFinding(subject: subject, outcome: outcome, detail: detail))
    }
}

// MARK: Verdicts

extension DeviceRun {
    mutating func weighVerdicts() {
        let sources = facts.sources.filter { $0.counts(for: .compliance) }.sorted { $0.id < $1.id }
        for source in sources {
            guard let record = device.records[source.id], let verdict = record.report.verdict,
                let since = record.verdictAt
            else { continue }
            hasVerdict = true
            weigh(verdict, since, of: source)
        }
        if !hasVerdict { weighNothing(sources) }
    }

    private mutating func weigh(_ verdict: DeviceVerdict, _ since: Timestamp, of source: SignalSource) {
        let said = "said `\(verdict.rawValue)` at \(since.rfc3339)"
        guard let isGood = verdict.isCompliant else {
            refuse(.deviceUnknown, isKnown: false)
            note(source.name, .missing, said)
            return
        }
        guard isGood else {
            refuse(.deviceNotCompliant)
            note(source.name, .failed, said)
            return
        }
        let fresh = since + source.freshFor
        let end = fresh + source.holdFor
        guard now < end else {
            lose(source, "\(said), which held until \(end.rfc3339)")
            return
        }
        deadlines.append(end)
        if verdict == .inGracePeriod { warn(.deviceNotCompliant) }
        let isHeld = now >= fresh
        if isHeld { warn(.checkInOverdue) }
        note(
            source.name, verdict == .inGracePeriod ? .inGrace : .passed,
            isHeld ? "\(said), held until \(end.rfc3339)" : said)
    }

    /// A good verdict is too old: because the source cannot be asked, or because it has nothing newer to say.
    private mutating func lose(_ source: SignalSource, _ detail: String) {
        note(source.name, .missing, detail)
        switch source.state {
        case .available: refuse(.checkInOverdue, isKnown: false)
        case .unreachable, .failed: fail(source.state)
        }
    }

    private mutating func weighNothing(_ sources: [SignalSource]) {
        if let away = sources.first(where: { $0.state != .available }) {
            note(away.name, .missing, "cannot be asked, and has given no verdict")
            fail(away.state)
            return
        }
        let setting = facts.rules.withoutVerdict
        let detail = "no source has given one; it counts as `\(setting.rawValue)`"
        switch setting {
        case .compliant: note("verdict", .passed, detail)
        case .unknown:
            refuse(.deviceUnknown, isKnown: false)
            note("verdict", .missing, detail)
        case .notCompliant:
            refuse(.deviceNotCompliant)
            note("verdict", .failed, detail)
        }
    }

    /// A source that was reached and failed says more than one that was not.
    private mutating func fail(_ state: SourceState) {
        if failure != .failed { failure = state }
    }
}

// MARK: Checks

extension DeviceRun {
    private enum Finding {
        case notAsked
        case passed
        case missing
        case failed(ReasonCode, since: Timestamp? = nil)
    }

    mutating func check() {
        for check in DeviceCheck.allCases {
            switch finding(check) {
            case .notAsked: continue
            case .passed: note(check.rawValue, .passed, detail(of: check))
            case .missing:
                // What is not said neither starts a grace nor ends one.
                failingSince[check] = device.failingSince[check]
                if exempt(check) != nil { continue }
                note(check.rawValue, .missing, detail(of: check))
                if facts.rules.response(to: check).action == .warn {
                    warn(.postureIncomplete)
                } else {
                    refuse(.postureIncomplete, isKnown: false)
                }
            case .failed(let reason, let since):
                // A clock that ran ahead when it began must not lengthen the grace once it is right.
                failed(check, reason, min(since ?? device.failingSince[check] ?? now, now))
            }
        }
    }

    private mutating func failed(_ check: DeviceCheck, _ reason: ReasonCode, _ since: Timestamp) {
        failingSince[check] = since
        let response = facts.rules.response(to: check)
        let end = since + response.grace
        if let exemption = exempt(check) {
            if response.action != .warn {
                step(
                    check, reason, response, due: max(exemption.ends, end), began: exemption.grantedAt,
                    isTolerated: true)
            }
            return
        }
        if now < end {
            deadlines.append(end)
            step(check, reason, response, due: end, began: since, isTolerated: false)
            warn(reason)
            note(check.rawValue, .inGrace, "\(detail(of: check)), in grace until \(end.rfc3339)")
        } else if response.action == .warn {
            step(check, reason, response, due: nil, began: since, isTolerated: false)
            warn(reason)
            note(check.rawValue, .warned, detail(of: check))
        } else {
            failedChecks.insert(check.rawValue)
            refuse(reason)
            note(check.rawValue, .failed, detail(of: check))
        }
    }

    private mutating func step(
        _ check: DeviceCheck, _ reason: ReasonCode, _ response: CheckResponse, due: Timestamp?, began: Timestamp,
        isTolerated: Bool
    ) {
        steps.add(
            PendingStep(
                check: check.rawValue, reason: reason, action: response.action,
                due: response.action == .warn ? nil : due, began: began, isTolerated: isTolerated))
    }

    private mutating func exempt(_ check: DeviceCheck) -> Exemption? {
        let covering = facts.exemptions.filter {
            $0.scope == .device(device.id) && $0.check == check.exempted && now < $0.ends
        }
        guard let exemption = covering.max(by: { ($0.ends, $0.id) < ($1.ends, $1.id) }) else { return nil }
        deadlines.append(exemption.ends)
        note(check.rawValue, .exempt, "\(detail(of: check)), \(exemption.traced)")
        return exemption
    }

    private mutating func finding(_ check: DeviceCheck) -> Finding {
        let rules = facts.rules
        switch check {
        case .management:
            return rules.requiresManagement ? said(known.isManaged, wanted: true, .deviceNotCompliant) : .notAsked
        case .rooted: return rules.blocksRooted ? said(known.isRooted, wanted: false, .deviceRooted) : .notAsked
        case .encryption:
            return rules.requiresEncryption ? said(known.isEncrypted, wanted: true, .deviceNotCompliant) : .notAsked
        case .osVersion: return system(rules)
        case .lastSeen:
            guard let within = rules.seenWithin else { return .notAsked }
            guard let seen = known.lastSeen else { return .missing }
            guard now < seen + within else { return .failed(.checkInOverdue, since: seen + within) }
            deadlines.append(seen + within)
            return .passed
        }
    }

    private func system(_ rules: DeviceRules) -> Finding {
        if rules.minimumOSVersion.isEmpty { return .notAsked }
        guard let platform = known.platform else { return .missing }
        guard let least = rules.minimumOSVersion[platform] else { return .notAsked }
        guard let version = known.osVersion else { return .missing }
        return version < least ? .failed(.osVersionTooOld) : .passed
    }

    private func said(_ value: Bool?, wanted: Bool, _ reason: ReasonCode) -> Finding {
        guard let value else { return .missing }
        return value == wanted ? .passed : .failed(reason)
    }

    private func detail(of check: DeviceCheck) -> String {
        func word(_ value: Bool?, _ yes: String, _ no: String) -> String { value.map { $0 ? yes : no } ?? "not said" }
        switch check {
        case .management: return word(known.isManaged, "managed", "not managed")
        case .rooted: return word(known.isRooted, "rooted", "not rooted")
        case .encryption: return word(known.isEncrypted, "encrypted", "not encrypted")
        case .osVersion:
            let least = known.platform.flatMap { facts.rules.minimumOSVersion[$0] }
            return "shown \(known.osVersion?.description ?? "none"), least \(least?.description ?? "any")"
        case .lastSeen: return known.lastSeen.map { "seen at \($0.rfc3339)" } ?? "never seen"
        }
    }
}
