public import AccessModel

extension AppInstance {
    /// How far a report's time may lie ahead of ours.
    public static let maximumClockSkew = Duration.seconds(300)
    /// How old a report may be when it arrives.
    public static let maximumReportAge = Duration.seconds(900)

    /// Takes a posture report whose signature has been verified.
    ///
    /// Reports are strictly newer than the last one, not from the future and not stale, and name the platform of the
    /// enrolment. A report that says the same as the last one is a check-in and does not reset the loop guard, or a
    /// client that reports before each refused request would never be stopped.
    public func reportPosture(
        _ report: PostureReport, facts: ComplianceFacts, at now: Timestamp
    ) -> TransitionOutcome {
        if let refusal = refusal ?? refusal(of: report, at: now) { return .refused(refusal) }
        var next = self
        next.posture = report
        // A clock that runs ahead must not keep later reports of a corrected one from being newer.
        next.posture?.reportedAt = min(report.reportedAt, now)
        next.lastCheckIn = min(report.reportedAt, now)
        if let inForce = facts.revisionInForce, report.appliedRevision == inForce { next.confirmedRevision = inForce }
        return .done(next.settled(facts, at: now, first: saysSame(report) ? [] : [.clearRefusals]))
    }

    /// Evaluates again because time has come, a policy was published, or facts of the account changed.
    public func reevaluate(facts: ComplianceFacts, at now: Timestamp) -> TransitionOutcome {
        if let refusal { return .refused(refusal) }
        return .done(settled(facts, at: now))
    }

    /// Lets an administrator vouch that this very instance is managed; it replaces evidence and nothing else.
    public func approve(facts: ComplianceFacts, at now: Timestamp) -> TransitionOutcome {
        administer(facts, now) { $0.isApproved = true }
    }

    /// Takes an approval back.
    public func revokeApproval(facts: ComplianceFacts, at now: Timestamp) -> TransitionOutcome {
        administer(facts, now) { $0.isApproved = false }
    }

    /// Blocks the instance until it is unblocked; its grants are suspended.
    public func block(facts: ComplianceFacts, at now: Timestamp) -> TransitionOutcome {
        administer(facts, now) { $0.isBlocked = true }
    }

    /// Takes a block back; the instance is compliant again only if its checks pass.
    public func unblock(facts: ComplianceFacts, at now: Timestamp) -> TransitionOutcome {
        administer(facts, now) { $0.isBlocked = false }
    }

    /// Orders the wipe of the app's managed data; the instance ends at once, whether or not the app ever confirms.
    public func wipe(at now: Timestamp) -> TransitionOutcome {
        if case .wiped = lifecycle { return .refused(.wiped) }
        let result = ComplianceResult(status: .notCompliant, reasons: [.wiped], evaluatedAt: now)
        return .done(wiped(with: result, at: now))
    }

    /// Takes the app's word that it has wiped the data.
    public func confirmWipe() -> TransitionOutcome {
        guard pendingWipe else { return .refused(.noWipePending) }
        var next = self
        next.pendingWipe = false
        return .done(ComplianceTransition(instance: next, effects: []))
    }

    /// Ends the enrolment.
    public func unenrol(at now: Timestamp) -> TransitionOutcome {
        if let refusal { return .refused(refusal) }
        var next = self
        next.lifecycle = .unenrolled(now)
        next.result = ComplianceResult(status: .interactionRequired, reasons: [.unenrolled], evaluatedAt: now)
        return .done(
            ComplianceTransition(
                instance: next,
                effects: [
                    .complianceChanged(from: result.status, to: next.result.status), .revokeGrants,
                    .retireEnrollmentIDs,
                ]))
    }

    private func administer(
        _ facts: ComplianceFacts, _ now: Timestamp, _ change: (inout AppInstance) -> Void
    ) -> TransitionOutcome {
        if let refusal { return .refused(refusal) }
        var next = self
        change(&next)
        return .done(next.settled(facts, at: now, first: [.clearRefusals]))
    }

    private var refusal: TransitionRefusal? {
        switch lifecycle {
        case .enrolled: nil
        case .unenrolled: .unenrolled
        case .wiped: .wiped
        }
    }

    private func refusal(of report: PostureReport, at now: Timestamp) -> TransitionRefusal? {
        if report.platform != platform { return .platformChanged }
        if report.reportedAt > now + Self.maximumClockSkew { return .reportFromFuture }
        if report.reportedAt < now - Self.maximumReportAge { return .reportTooOld }
        if let posture, report.reportedAt <= posture.reportedAt { return .reportNotNewer }
        return nil
    }

    private func saysSame(_ report: PostureReport) -> Bool {
        guard var last = posture else { return false }
        last.reportedAt = report.reportedAt
        return last == report
    }
}

// MARK: Storing an evaluation

extension AppInstance {
    /// The instance with its evaluation stored, and what follows.
    ///
    /// What is stored does not depend on a single request, so that the declared capability is left out. A failure of a
    /// source is not stored either: what is known without the source may end compliance, but nothing restores it
    /// until the source answers again.
    func settled(
        _ facts: ComplianceFacts, at now: Timestamp, first: [ComplianceEffect] = [], isNew: Bool = false
    ) -> ComplianceTransition {
        var lasting = facts
        lasting.declaredCapability = nil
        lasting.sources = .available
        let known = lasting.assess(self, at: now)
        var next = self
        next.failingSince = known.failingSince
        if known.isWipeDue { return next.wiped(with: known.result, at: now, first: first) }
        if !isNew, facts.sources != .available, known.result.status == .compliant {
            return ComplianceTransition(instance: next, effects: first)
        }
        next.result = known.result
        var effects = first + Self.effects(from: isNew ? nil : result, to: known.result)
        if known.ranChecks {
            let notices = StepNotices(
                known.result.pendingSteps, earlier: result.pendingSteps,
                failing: Set(known.failingSince.keys.map(\.rawValue)), ahead: facts.remindAhead, at: now)
            next.result.pendingSteps = notices.steps
            effects += notices.effects
        } else {
            // What was told is still told when the checks are run again.
            next.result.pendingSteps = result.pendingSteps
        }
        return ComplianceTransition(instance: next, effects: effects)
    }

    /// What follows from an evaluation that is stored.
    ///
    /// Tokens are cut whenever it ends other than compliant, whatever was stored before: they are issued on facts of the
    /// moment, so that an exemption or a policy may have made the app compliant meanwhile without a trace here.
    static func effects(from old: ComplianceResult?, to new: ComplianceResult) -> [ComplianceEffect] {
        guard let old else { return [.complianceChanged(from: nil, to: new.status)] }
        var effects: [ComplianceEffect] = []
        if old.status != new.status || old.reasons != new.reasons {
            effects.append(.complianceChanged(from: old.status, to: new.status))
        }
        if new.status != .compliant { effects.append(.suspendGrants) }
        if old.status != .compliant, new.status == .compliant { effects.append(.resumeGrants) }
        return effects
    }

    private func wiped(
        with result: ComplianceResult, at now: Timestamp, first: [ComplianceEffect] = []
    ) -> ComplianceTransition {
        var next = self
        next.lifecycle = .wiped(now)
        next.pendingWipe = true
        next.result = result
        next.result.reevaluateAt = nil
        next.result.pendingSteps = []
        next.result.remindAt = nil
        return ComplianceTransition(
            instance: next,
            effects: first + [
                .complianceChanged(from: self.result.status, to: result.status), .revokeGrants, .retireEnrollmentIDs,
                .wipeRequested,
            ])
    }
}
