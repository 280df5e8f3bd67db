import AccessModel
import Compliance
import Directory
import JSONCoding

/// What one answer does to the remediation session that belongs to it: the changes, what the journal says of them, and the
/// session that the user may go on with.
struct RemediationStep {
    private(set) var changes: [StateChange] = []
    private(set) var entries: [JournalEntry] = []
    /// The session that the answer carries; nil when it carries none.
    private(set) var session: RemediationSession?

    /// Nothing happens to any session.
    init() {}

    /// Follows from an answer to the app.
    ///
    /// A compliant one completes the open session. One that needs the user, and may ask, opens a session or joins the
    /// open one. Any other leaves sessions alone.
    init(
        after result: ComplianceResult, mode: RemediationMode, of standing: ComplianceCase,
        _ environment: GatewayEnvironment, at now: Timestamp
    ) {
        switch result.status {
        case .compliant: close(as: .compliant, standing, at: now)
        case .interactionRequired, .userCancelled:
            if mode == .interactive { openOrJoin(standing, environment, at: now) }
        case .notCompliant, .serviceFailure, .networkFailure: break
        }
    }

    /// Opens a session, or joins the one that is open.
    mutating func openOrJoin(_ standing: ComplianceCase, _ environment: GatewayEnvironment, at now: Timestamp) {
        if let open = Self.session(of: standing) {
            if open.state(at: now) == .open {
                join(open, standing, at: now)
                return
            }
            // An expired one makes room in the same write.
            close(open, as: .inactivity, standing, at: now)
        }
        let opened = RemediationSession(
            id: environment.newIdentifier(), account: standing.account.account.id, client: standing.client.id,
            instance: standing.instance?.instance.id, declaredCapability: standing.declared, at: now)
        let secret = RemediationSecret(of: opened.id, key: standing.configuration.remediationKey)
        changes.append(.remediation(.open(opened, secret.hash)))
        entries.append(
            JournalEntry(
                .remediationOpened, at: now, subject: standing.subject, correlation: standing.correlation,
                details: [("session", .string(opened.id.rawValue))]))
        session = opened
    }

    /// Closes the open session, if there is one.
    mutating func close(as closure: RemediationSession.Closure, _ standing: ComplianceCase, at now: Timestamp) {
        guard let open = Self.session(of: standing) else { return }
        close(open, as: closure, standing, at: now)
    }

    private mutating func join(_ open: RemediationSession, _ standing: ComplianceCase, at now: Timestamp) {
        let used = open.used(at: now)
        changes.append(.remediation(.use(used, at: now)))
        session = used
    }

    private mutating func close(
        _ open: RemediationSession, as closure: RemediationSession.Closure, _ standing: ComplianceCase,
        at now: Timestamp
    ) {
        guard let closure = open.closed(as: closure, at: now).closure else { return }
        changes.append(.remediation(.close(open.id, closure, at: now)))
        entries.append(
            .remediationClosed(open.id, closure, at: now, subject: standing.subject, standing.correlation))
    }

    /// The session that this app's answers belong to: that of its installation.
    static func session(of standing: ComplianceCase) -> RemediationSession? {
        standing.openRemediations.first { $0.concerns(standing.instance?.instance.id, of: standing.client.id) }
    }
}

extension JournalEntry {
    /// A remediation session is no longer open.
    static func remediationClosed(
        _ session: RemediationSessionID, _ closure: RemediationSession.Closure, at now: Timestamp,
        subject: JournalSubject, _ correlation: CorrelationID?
    ) -> JournalEntry {
        JournalEntry(
            .remediationClosed, at: now, subject: subject, correlation: correlation,
            details: [
                ("session", .string(session.rawValue)), ("state", .string(closure.state.rawValue)),
                ("why", .string(closure.rawValue)),
            ])
    }
}

extension InstanceWrite {
    /// Closes the open remediation sessions that the instance's new state ends; a new instance takes over those that were
    /// opened before it had an identifier.
    ///
    /// - Parameters:
    ///   - sessions: the account's open sessions.
    ///   - transition: the instance's new state.
    ///   - result: what it is evaluated to.
    ///   - isNew: whether it has just enrolled for the first time.
    mutating func settleRemediations(
        _ sessions: [RemediationSession], _ transition: ComplianceTransition, result: ComplianceResult,
        isNew: Bool = false
    ) {
        let instance = transition.instance
        let closure = instance.remediationClosure(after: result)
        for session in sessions {
            let isFromBefore = isNew && session.concerns(nil, of: instance.client)
            guard isFromBefore || session.concerns(instance.id, of: instance.client) else { continue }
            if let closure {
                close(session, as: closure)
            } else if isFromBefore {
                adopt(session)
            }
        }
    }
}
