public import AccessModel

extension Device {
    /// Takes a signal whose origin has been verified and whose identifier its source has not used before.
    ///
    /// - Parameters:
    ///   - signal: The signal; its identifiers all belong to this device.
    ///   - source: The source that it comes from.
    ///   - facts: The facts to evaluate on.
    ///   - now: The instant.
    /// - Returns: The device as it is then, or why the signal is refused.
    public func receive(
        _ signal: DeviceSignal, from source: SignalSource, facts: DeviceFacts, at now: Timestamp
    ) -> Result<DeviceTransition, SignalRefusal> {
        guard signal.observedAt <= now + DeviceSignal.maximumClockSkew else { return .failure(.observedInFuture) }
        let known = records[source.id]
        if let known, signal.observedAt < known.observedAt {
            return .success(
                DeviceTransition(
                    device: self, outcome: .outdated, assessment: facts.evaluate(self, at: now), effects: []))
        }
        var report = signal.report.limited(to: source.attributes)
        let adds = source.attributes.contains(.identity) && !signal.device.isSubset(of: identifiers)
        guard adds || report != DeviceReport() else { return .failure(.notRegistered) }
        // A clock that runs ahead must not keep later signals of a corrected one from being newer.
        let observedAt = min(signal.observedAt, now)
        report.lastSeen = report.lastSeen.map { min($0, now) }
        let merged = known?.report.updated(by: report) ?? report
        var next = self
        if adds { next.identifiers.formUnion(signal.device) }
        next.records[source.id] = SourceRecord(
            observedAt: observedAt, verdictAt: report.verdict == nil ? known?.verdictAt : observedAt, report: merged)
        let isNews = adds || merged != known?.report
        return .success(next.settled(isNews ? .applied : .confirmed, after: self, facts, at: now))
    }

    /// Evaluates again because time has come, rules were published, or a source changed.
    public func reevaluate(facts: DeviceFacts, at now: Timestamp) -> DeviceTransition {
        settled(.confirmed, after: self, facts, at: now)
    }

    /// The device with its evaluation stored, and what follows.
    ///
    /// A failure of a source is not stored: the device waits for the source, and not for a time that has passed. But where
    /// no source that counts has given a verdict any more, what made the device compliant has not failed: it is gone.
    /// Tokens are cut where it ends other than compliant and some may have been issued that it carries: they are issued on
    /// facts of the moment, so that what is stored of the device before does not say it alone.
    private func settled(
        _ outcome: SignalOutcome, after before: Device, _ facts: DeviceFacts, at now: Timestamp
    ) -> DeviceTransition {
        let assessment = facts.evaluate(self, at: now)
        var next = self
        next.failingSince = assessment.failingSince
        let new = assessment.result
        let isGone =
            result?.status == .compliant && !assessment.restsOnVerdict && facts.rules.withoutVerdict != .compliant
        guard isGone || new.status != .networkFailure && new.status != .serviceFailure else {
            next.result?.reevaluateAt = new.reevaluateAt
            return DeviceTransition(device: next, outcome: outcome, assessment: assessment, effects: [])
        }
        let notices = StepNotices(
            new.pendingSteps, earlier: result?.pendingSteps ?? [],
            failing: Set(assessment.failingSince.keys.map(\.rawValue)), ahead: facts.remindAhead, at: now)
        next.result = new
        next.result?.pendingSteps = notices.steps
        var effects: [DeviceEffect] = []
        if result?.status != new.status || result?.reasons != new.reasons {
            effects.append(.complianceChanged(from: result?.status, to: new.status))
        }
        if new.status != .compliant, before.mayCarryTokens(facts, at: now) { effects.append(.suspendTokens) }
        if (result?.status == .compliant) != (new.status == .compliant) { effects.append(.reevaluateInstances) }
        return DeviceTransition(
            device: next, outcome: outcome, assessment: assessment, effects: effects + notices.deviceEffects)
    }

    /// Whether tokens may be out that rest on its compliance.
    private func mayCarryTokens(_ facts: DeviceFacts, at now: Timestamp) -> Bool {
        result == nil || result?.status == .compliant || facts.evaluate(self, at: now).result.status == .compliant
    }

    /// Whether nothing of the other differs but when it was evaluated.
    package func saysSame(as other: Device) -> Bool {
        var same = other
        same.result?.evaluatedAt = result?.evaluatedAt ?? other.registeredAt
        return self == same
    }
}
