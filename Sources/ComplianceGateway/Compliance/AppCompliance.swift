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
        let instance = caller.instance?.instance
        let now = environment.now()
        let result = caller.guarded(caller.facts.evaluate(instance, at: now), at: now)
        return .status(ComplianceReport(instance: instance?.id, result: result))
    }

    /// Tries to make the app compliant; see the remediation of the module Compliance.
    ///
    /// - Throws: ``StoreError``.
    public func remediate(
        _ caller: ComplianceCaller, mode: RemediationMode
    ) async throws(StoreError) -> ComplianceAnswer {
        let now = environment.now()
        let stored = caller.instance
        let remediation = caller.facts.remediate(stored?.instance, mode, after: .refusal, at: now)
        let result = caller.guarded(remediation.answer, at: now)
        let answer = ComplianceReport(instance: stored?.instance.id, result: result)
        let details: [(name: String, value: JSONValue)] = [
            ("silent", .bool(mode == .silent)), ("status", .string(result.status.name)),
            ("supportID", result.supportID.map(JSONValue.string) ?? .null),
        ]
        // In a closed loop nothing is issued: another try would end where the last ones did.
        guard let stored, let transition = remediation.transition, result.supportID == nil else {
            let entry = JournalEntry(
                .remediationAsked, at: now, subject: caller.subject, correlation: caller.correlation,
                details: details)
            return try await append(entry, caller, answering: answer)
        }
        var write = InstanceWrite(
            transition, replacing: stored.version, death: .wiped, environment: environment,
            correlation: caller.correlation, at: now)
        write.journal(.remediationAsked, details)
        return try await commit(write, caller, answering: answer)
    }

    /// The user left the remediation: `userCancelled`, until it is started again.
    ///
    /// - Throws: ``StoreError``.
    public func cancelRemediation(_ caller: ComplianceCaller) async throws(StoreError) -> ComplianceAnswer {
        let now = environment.now()
        let stored = caller.instance
        let remediation = caller.facts.cancelRemediation(stored?.instance, at: now)
        let answer = ComplianceReport(instance: stored?.instance.id, result: remediation.answer)
        guard let stored, let transition = remediation.transition else {
            let entry = JournalEntry(
                .remediationCancelled, at: now, subject: caller.subject, correlation: caller.correlation)
            return try await append(entry, caller, answering: answer)
        }
        var write = InstanceWrite(
            transition, replacing: stored.version, death: .wiped, environment: environment,
            correlation: caller.correlation, at: now)
        write.journal(.remediationCancelled)
        return try await commit(write, caller, answering: answer)
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

    func append(
        _ entry: JournalEntry, _ caller: ComplianceCaller, answering report: ComplianceReport
    ) async throws(StoreError) -> ComplianceAnswer {
        let write = GatewayWrite(
            tenant: caller.head.id, changes: [caller.proofUse].compactMap(\.self), entries: [entry])
        guard case .committed = try await environment.store.commit(write) else { return .refused(.replayed) }
        return .status(report)
    }

    /// Commits an instance's write after what must hold for it, and gives the answer the enrolment identifier that came
    /// of it.
    func commit(
        _ write: InstanceWrite, _ caller: ComplianceCaller, after conditions: [Precondition] = [],
        else refusal: ComplianceRefusal = .concurrentChange, answering report: ComplianceReport
    ) async throws(StoreError) -> ComplianceAnswer {
        let conditions = [caller.proofUse].compactMap(\.self).map { Precondition($0, else: .replayed) } + conditions
        let whole = GatewayWrite(
            tenant: caller.head.id, changes: conditions.map(\.change) + write.changes, entries: write.entries)
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
