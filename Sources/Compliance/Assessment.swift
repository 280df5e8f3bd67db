import AccessModel

/// A result, and what the state machine keeps of the evaluation beside it.
struct Assessment: Equatable {
    var result: ComplianceResult
    var failingSince: [ProtectionCheck: Timestamp]
    /// A check failed for longer than its grace and its action is to wipe.
    var isWipeDue: Bool
    /// Whether the checks were run at all: of what something else hides, nothing is known.
    var ranChecks = true
}

extension ComplianceFacts {
    func assess(
        _ instance: AppInstance?, at now: Timestamp, trace: EvaluationTrace = .full
    ) -> Assessment {
        let standing = Standing(instance, policies: policies, at: now)
        if let (status, reasons) = settledWithoutChecks(instance) {
            let result = result(status, reasons, standing, at: now)
            return Assessment(
                result: result, failingSince: instance?.failingSince ?? [:], isWipeDue: false, ranChecks: false)
        }
        guard let instance, instance.isEnrolled else {
            let reason = instance == nil ? ReasonCode.notEnrolled : .unenrolled
            let result = result(.interactionRequired, [reason], standing, at: now)
            return Assessment(
                result: result, failingSince: instance?.failingSince ?? [:], isWipeDue: false, ranChecks: false)
        }
        var run = CheckRun(instance: instance, facts: self, now: now, trace: trace)
        for policy in policies.sorted(by: { $0.id < $1.id }) { run.evaluate(policy) }
        return Assessment(
            result: result(of: run, standing), failingSince: run.failingSince, isWipeDue: run.isWipeDue)
    }

    /// What is so whatever the checks find, in the order in which one hides the next: account gate, block, nothing
    /// asked for, failure, then what no instance can change.
    private func settledWithoutChecks(_ instance: AppInstance?) -> (ComplianceStatus, [ReasonCode])? {
        guard isAccountEnabled else { return (.notCompliant, [.accountDisabled]) }
        if case .wiped = instance?.lifecycle { return (.notCompliant, [.wiped]) }
        if let instance, instance.isBlocked { return (.notCompliant, [.instanceBlocked]) }
        // No source could change this answer, so that an unreachable one does not spoil it.
        guard isProtectionDemanded || !policies.isEmpty else { return (.compliant, [.notDemanded]) }
        switch sources {
        case .available: break
        case .unreachable: return (.networkFailure, [.sourceUnreachable])
        case .failed: return (.serviceFailure, [.sourceFailed])
        }
        guard isProtectionDemanded else { return nil }
        var reasons: [ReasonCode] = []
        if declaredCapability == false { reasons.append(.capabilityNotDeclared) }
        if policies.isEmpty { reasons.append(.notTargeted) }
        return reasons.isEmpty ? nil : (.notCompliant, reasons)
    }

    private func result(
        _ status: ComplianceStatus, _ reasons: [ReasonCode], _ standing: Standing, at now: Timestamp
    ) -> ComplianceResult {
        ComplianceResult(
            status: status, reasons: reasons, isManaged: standing.isManaged, evidence: standing.evidence,
            weakEvidence: standing.isWeak, evaluatedAt: now, reevaluateAt: standing.changesAt)
    }

    private func result(of run: CheckRun, _ standing: Standing) -> ComplianceResult {
        // What the user cannot solve comes first: it is why the status is final.
        var reasons = run.reasons.filter { !$0.isSolvableByUser } + run.reasons.filter(\.isSolvableByUser)
        if run.isWipeDue { reasons.insert(.wiped, at: 0) }
        let status: ComplianceStatus =
            reasons.isEmpty ? .compliant : reasons.allSatisfy(\.isSolvableByUser) ? .interactionRequired : .notCompliant
        var result = result(status, reasons, standing, at: run.now)
        result.warnings = run.warnings
        result.pendingSteps = run.pendingSteps
        result.checks = run.traces
        result.remindAt = result.pendingSteps.compactMap { $0.nearAt(remindAhead) }.filter { $0 > run.now }.min()
        result.reevaluateAt = (run.deadlines + [standing.changesAt].compactMap { $0 }).filter { $0 > run.now }.min()
        result.earnsProtapp = status == .compliant && standing.isManaged && declaredCapability != false
        return result
    }
}

/// How well an instance has shown that it is managed, and until when that stands.
private struct Standing {
    var evidence = EvidenceLevel.selfReported
    var isManaged = false
    var isWeak = false
    var changesAt: Timestamp?

    init(_ instance: AppInstance?, policies: [AppProtectionPolicy], at now: Timestamp) {
        guard let instance, instance.isEnrolled else { return }
        evidence = instance.evidence.level(at: now)
        let least = policies.map(\.rules.minimumEvidence).max() ?? .managedSecret
        isManaged = instance.isApproved || evidence >= least
        isWeak = evidence == .selfReported && !instance.isApproved
        if let expires = instance.evidence.expires, expires > now { changesAt = expires }
    }
}
