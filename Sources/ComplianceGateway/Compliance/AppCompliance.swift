import AccessModel
import AuthorizationServer
public import Compliance
import Directory
import JSONCoding

/// The use cases of the compliance API: an app becomes compliant through them, and through nothing else.
public struct AppCompliance: Sendable {
    let environment: GatewayEnvironment

    /// Makes the use cases.
    public init(_ environment: GatewayEnvironment) {
        self.environment = environment
    }

    /// The status now; nothing changes.
    public func status(_ caller: ComplianceCaller) -> ComplianceAnswer {
        .status(report(on: caller.standing, at: environment.now()))
    }

    /// What is so now of an app; nothing changes.
    func report(on standing: ComplianceCase, at now: Timestamp) -> ComplianceReport {
        let result = standing.facts.evaluate(standing.instance?.instance, at: now)
        var report = standing.report(standing.guarded(result, at: now))
        report.device = standing.configuration.devices.evaluate(standing.instance?.device, at: now).result
        return report
    }

    /// Tries to make the app compliant; see the remediation of the module Compliance.
    ///
    /// An interactive one that needs the user answers with the page of a remediation session: a new one, or the one that
    /// is open for this installation.
    ///
    /// - Throws: ``StoreError``.
    public func remediate(
        _ caller: ComplianceCaller, mode: RemediationMode
    ) async throws(StoreError) -> ComplianceAnswer {
        let proof = [caller.proofUse].compactMap(\.self).map { Precondition($0, else: .replayed) }
        return try await remediate(caller.standing, mode, after: .refusal, conditions: proof)
    }

    /// Tries again when something else changed the app or its session meanwhile: two who ask at once get one session.
    func remediate(
        _ standing: ComplianceCase, _ mode: RemediationMode, after cause: RemediationCause, conditions: [Precondition]
    ) async throws(StoreError) -> ComplianceAnswer {
        var current = standing
        for _ in 0..<5 {
            let answer = try await attempt(current, mode, after: cause, conditions)
            guard case .refused(.concurrentChange) = answer, let next = try await reread(current) else { return answer }
            current = next
        }
        return .refused(.concurrentChange)
    }

    private func attempt(
        _ standing: ComplianceCase, _ mode: RemediationMode, after cause: RemediationCause,
        _ conditions: [Precondition]
    ) async throws(StoreError) -> ComplianceAnswer {
        let now = environment.now()
        let stored = standing.instance
        let remediation = standing.facts.remediate(stored?.instance, mode, after: cause, at: now)
        let result = standing.guarded(remediation.answer, at: now)
        let step = RemediationStep(after: result, mode: mode, of: standing, environment, at: now)
        var report = standing.report(result)
        report.remediation = step.session.map { RemediationLink($0, standing.configuration) }
        let details: [(name: String, value: JSONValue)] = [
            ("silent", .bool(mode == .silent)), ("status", .string(result.status.name)),
            ("supportID", result.supportID.map(JSONValue.string) ?? .null),
        ]
        let conditions = conditions + step.changes.map { Precondition($0, else: .concurrentChange) }
        // In a closed loop nothing is issued: another try would end where the last ones did.
        guard let stored, let transition = remediation.transition, result.supportID == nil else {
            let entry = JournalEntry(
                .remediationAsked, at: now, subject: standing.subject, correlation: standing.correlation,
                details: details)
            return try await append([entry] + step.entries, standing, after: conditions, answering: report)
        }
        var write = InstanceWrite(
            transition, replacing: stored.version, death: .wiped, environment: environment, actor: standing.actor,
            correlation: standing.correlation, at: now)
        write.journal(.remediationAsked, details)
        write.journal(step.entries)
        return try await commit(write, standing, after: conditions, answering: report)
    }

    /// The user left the remediation: `userCancelled`, until it is started again.
    ///
    /// - Throws: ``StoreError``.
    public func cancelRemediation(_ caller: ComplianceCaller) async throws(StoreError) -> ComplianceAnswer {
        let proof = [caller.proofUse].compactMap(\.self).map { Precondition($0, else: .replayed) }
        return try await cancelRemediation(caller.standing, conditions: proof)
    }

    func cancelRemediation(
        _ standing: ComplianceCase, conditions: [Precondition]
    ) async throws(StoreError) -> ComplianceAnswer {
        let now = environment.now()
        let stored = standing.instance
        let remediation = standing.facts.cancelRemediation(stored?.instance, at: now)
        let report = standing.report(remediation.answer)
        var step = RemediationStep()
        step.close(as: report.result.status == .compliant ? .compliant : .left, standing, at: now)
        let conditions = conditions + step.changes.map { Precondition($0, else: .concurrentChange) }
        guard let stored, let transition = remediation.transition else {
            let entry = JournalEntry(
                .remediationCancelled, at: now, subject: standing.subject, correlation: standing.correlation)
            return try await append([entry] + step.entries, standing, after: conditions, answering: report)
        }
        var write = InstanceWrite(
            transition, replacing: stored.version, death: .wiped, environment: environment, actor: standing.actor,
            correlation: standing.correlation, at: now)
        write.journal(.remediationCancelled)
        write.journal(step.entries)
        return try await commit(write, standing, after: conditions, answering: report)
    }

    /// The same app as it is stored now; nil when it is gone.
    private func reread(_ standing: ComplianceCase) async throws(StoreError) -> ComplianceCase? {
        let query = FactsQuery(
            tenant: standing.configuration.head.id, anchor: .account(standing.account.account.id),
            presented: standing.instance.map { .id($0.instance.id) }, openRemediations: true)
        guard let facts = try await environment.store.facts(query) else { return nil }
        var next = standing
        next.instance = facts.presentedInstance
        next.openRemediations = facts.openRemediations
        return next
    }

    /// The app gives itself up: its grants die.
    ///
    /// - Throws: ``StoreError``.
    public func unenrol(_ caller: ComplianceCaller) async throws(StoreError) -> ComplianceAnswer {
        guard let stored = caller.namedInstance else { return .refused(.unknownInstance) }
        switch stored.instance.unenrol(at: environment.now()) {
        case .refused(let refusal): return .refused(.transition(refusal))
        case .done(let transition):
            var write = InstanceWrite(
                transition, replacing: stored.version, death: .unenrolled, environment: environment,
                correlation: caller.correlation, at: environment.now())
            write.journal(.instanceUnenrolled)
            write.settleRemediations(caller.openRemediations, transition, result: transition.instance.result)
            let report = ComplianceReport(instance: stored.instance.id, result: transition.instance.result)
            return try await commit(write, caller, answering: report)
        }
    }

    /// The policy for the named instance, signed.
    ///
    /// - Returns: the token, or why there is none.
    /// - Throws: when signing fails.
    public func protectionPolicy(_ caller: ComplianceCaller) throws -> Result<String, RefusedCompliance> {
        guard let instance = caller.namedInstance?.instance, instance.isEnrolled else {
            return .failure(RefusedCompliance(.unknownInstance))
        }
        let facts = caller.facts
        guard let revision = facts.revisionInForce else { return .failure(RefusedCompliance(.noPolicy)) }
        let claims = ProtectionPolicyToken.claims(
            of: facts.policies, revision: revision, instance: instance, issuer: caller.configuration.urls.issuer,
            now: environment.now())
        return .success(try caller.configuration.keys.sign(protectionPolicy: claims))
    }

    // MARK: Writing

    private func append(
        _ entries: [JournalEntry], _ standing: ComplianceCase, after conditions: [Precondition],
        answering report: ComplianceReport
    ) async throws(StoreError) -> ComplianceAnswer {
        let write = GatewayWrite(
            tenant: standing.configuration.head.id, changes: conditions.map(\.change), entries: entries)
        switch try await environment.store.commit(write) {
        case .committed: return .status(report)
        case .refused(let index):
            return .refused(index < conditions.count ? conditions[index].refusal : .concurrentChange)
        }
    }

    /// Commits an instance's write after what must hold for it, and gives the answer the enrolment identifier that came
    /// of it.
    func commit(
        _ write: InstanceWrite, _ caller: ComplianceCaller, after conditions: [Precondition] = [],
        else refusal: ComplianceRefusal = .concurrentChange, answering report: ComplianceReport
    ) async throws(StoreError) -> ComplianceAnswer {
        let proof = [caller.proofUse].compactMap(\.self).map { Precondition($0, else: .replayed) }
        return try await commit(
            write, caller.standing, after: proof + conditions, else: refusal, answering: report)
    }

    func commit(
        _ write: InstanceWrite, _ standing: ComplianceCase, after conditions: [Precondition],
        else refusal: ComplianceRefusal = .concurrentChange, answering report: ComplianceReport
    ) async throws(StoreError) -> ComplianceAnswer {
        let whole = GatewayWrite(
            tenant: standing.configuration.head.id, changes: conditions.map(\.change) + write.changes,
            entries: write.entries)
        switch try await environment.store.commit(whole) {
        case .refused(let index) where index < conditions.count: return .refused(conditions[index].refusal)
        case .refused(let index) where index == conditions.count: return .refused(refusal)
        case .refused: return .refused(.concurrentChange)
        case .committed(let sequence):
            var report = report
            report.enrollmentID = write.enrollmentSecret.flatMap {
                EnrollmentIdentifier(sequence: sequence, randomBytes: $0)
            }
            return .status(report)
        }
    }
}

/// A change that comes before an instance's own, and what the caller is told when it finds its precondition not to hold.
struct Precondition {
    let change: StateChange
    let refusal: ComplianceRefusal

    init(_ change: StateChange, else refusal: ComplianceRefusal) {
        self.change = change
        self.refusal = refusal
    }
}

/// A refusal where a result needs an error.
public struct RefusedCompliance: Error, Hashable {
    /// Why.
    public let refusal: ComplianceRefusal

    /// Wraps a refusal.
    init(_ refusal: ComplianceRefusal) {
        self.refusal = refusal
    }
}
