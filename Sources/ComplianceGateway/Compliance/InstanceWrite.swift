import AccessModel
import AuthorizationServer
import Compliance
import JSONCoding

/// A compliance transition turned into what is stored and journalled: its effects are carried out nowhere else.
struct InstanceWrite {
    /// The changes, the instance's own first.
    private(set) var changes: [StateChange]
    /// The entries.
    private(set) var entries: [JournalEntry]
    /// The random part of a new enrolment identifier, when one is issued.
    private(set) var enrollmentSecret: [UInt8]?

    private let instance: AppInstance
    private let subject: JournalSubject
    private let at: Timestamp
    private let correlation: CorrelationID?

    /// Makes the write of a transition.
    ///
    /// - Parameters:
    ///   - transition: the new state and its effects.
    ///   - version: the version that the stored instance must still have; nil when it is new.
    ///   - death: why grants die if they do.
    ///   - environment: where random bytes come from.
    ///   - actor: the administrator who acts; nil when none does.
    ///   - correlation: the correlation identifier of the request; nil when there is none.
    ///   - at: the time.
    init(
        _ transition: ComplianceTransition, replacing version: Int64?, death: GrantDeath = .revoked,
        environment: GatewayEnvironment, actor: String? = nil, correlation: CorrelationID?, at: Timestamp
    ) {
        instance = transition.instance
        subject = JournalSubject(
            account: instance.account, client: instance.client, instance: instance.id, device: instance.device,
            actor: actor)
        self.at = at
        self.correlation = correlation
        entries = []
        changes = [
            version.map { .instance(.update(transition.instance, expecting: $0)) }
                ?? .instance(.insert(transition.instance))
        ]
        for effect in transition.effects { carryOut(effect, death: death, environment: environment) }
    }

    /// Adds an entry about this instance.
    mutating func journal(_ kind: JournalKind, _ details: [(name: String, value: JSONValue)] = []) {
        entries.append(JournalEntry(kind, at: at, subject: subject, correlation: correlation, details: details))
    }

    /// Adds entries about something else of the same write.
    mutating func journal(_ more: [JournalEntry]) { entries += more }

    /// Lets the loop guard begin anew.
    mutating func clearRefusals() {
        changes.append(.instance(.clearRefusals(instance.account, instance.client)))
    }

    /// Makes a remediation session that was opened before the app enrolled this instance's own.
    mutating func adopt(_ session: RemediationSession) {
        changes.append(.remediation(.adopt(session.id, instance.id)))
    }

    /// Closes a remediation session.
    mutating func close(_ session: RemediationSession, as closure: RemediationSession.Closure) {
        guard let closure = session.closed(as: closure, at: at).closure else { return }
        changes.append(.remediation(.close(session.id, closure, at: at)))
        entries.append(.remediationClosed(session.id, closure, at: at, subject: subject, correlation))
    }

    /// Lets another instance's write happen with this one, after it.
    mutating func follow(_ other: InstanceWrite) {
        changes += other.changes
        entries += other.entries
    }

    private mutating func carryOut(_ effect: ComplianceEffect, death: GrantDeath, environment: GatewayEnvironment) {
        switch effect {
        case .complianceChanged(let old, let new):
            let reasons = instance.result.reasons.map { JSONValue.string($0.rawValue) }
            journal(
                .complianceChanged,
                [
                    ("from", old.map { .string($0.name) } ?? .null), ("to", .string(new.name)),
                    ("reasons", .array(reasons)),
                ])
        case .suspendGrants:
            changes.append(.instance(.revoke(.instance(instance.id), at: at)))
            journal(.tokensSuspended)
        case .resumeGrants:
            // A refresh is decided anew each time, so nothing that is stored has to change.
            break
        case .revokeGrants:
            changes.append(.instance(.killGrants(instance.id, death, at: at)))
            changes.append(.instance(.revoke(.instance(instance.id), at: at)))
            journal(.grantRevoked, [("reason", .string(death.rawValue))])
        case .issueEnrollmentID:
            let secret = environment.randomBytes(32)
            enrollmentSecret = secret
            changes.append(.instance(.replaceEnrollmentID(SecretHash(of: secret), of: instance.id, at: at)))
            journal(.enrollmentIDIssued)
        case .retireEnrollmentIDs:
            enrollmentSecret = nil
            changes.append(.instance(.retireEnrollmentIDs(instance.id)))
        case .wipeRequested:
            journal(.wipeRequested)
        case .checksFailing(let steps): journal(.checkFailing, steps.journalled)
        case .stepsNear(let steps): journal(.checkStepNear, steps.journalled)
        case .checksSettled(let steps): journal(.checkSettled, steps.journalled)
        case .clearRefusals:
            clearRefusals()
        }
    }
}
