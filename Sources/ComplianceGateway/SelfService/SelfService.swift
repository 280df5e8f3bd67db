public import AccessModel
public import Authentication
import AuthorizationServer
public import Compliance
import Directory
import JSONCoding

/// Whether somebody who is signed in may look after their own apps.
public enum SelfServiceAdmission: Sendable {
    /// They may.
    case allowed
    /// The policies want a more recent sign-in.
    case signIn
    /// The policies block; the reason is for the log.
    case blocked(ReasonCode)
    /// The policies want more than was shown; the reason is for the log.
    case interactionRequired(ReasonCode)
    /// It could not be decided.
    case unavailable(ReasonCode)
}

/// One of a person's own apps.
public struct OwnApp: Sendable {
    /// The installation.
    public let instance: AppInstance
    /// The app's name.
    public let clientName: String
    /// What is so of it now.
    public let result: ComplianceResult
    /// What is so now of the device that it runs on; nil while nothing is known of it, or nobody tells of devices.
    public let device: ComplianceResult?
}

/// How a person gives one of their apps up.
public enum OwnAppRemoval: String, Sendable, Hashable, CaseIterable {
    /// The managed data is wiped, and the app signed out: for a device that is lost.
    case wipe
    /// The app is signed out.
    case unenrol = "unenroll"
}

/// What became of a person's act on one of their apps.
public enum OwnAppOutcome: Sendable {
    /// It was done, and everything that the app held is dead.
    case done
    /// They have no such app, or no longer.
    case unknown
    /// Something else changed it at the same moment, several times over.
    case concurrentChange
}

/// What a signed-in user does about their own apps and sessions.
public struct SelfService: Sendable {
    /// The most installations that are shown, the newest first.
    public static let maximumApps = 100
    /// How long a browser may be idle before it has to sign in again here.
    public static let idleLimit = Duration.seconds(15 * 60)

    private let environment: GatewayEnvironment
    private let directory: TenantDirectory

    /// Makes the use cases.
    public init(_ environment: GatewayEnvironment, directory: TenantDirectory) {
        self.environment = environment
        self.directory = directory
    }

    /// Asks the policies, as for the resource through which apps become compliant: what an app can only show once it is
    /// compliant is not asked for, while a block and a second factor are.
    ///
    /// - Throws: ``StoreError``.
    public func admit(
        _ session: SignInSession, _ account: AccountFacts, tenant: TenantHead, circumstances: RequestCircumstances
    ) async throws(StoreError) -> SelfServiceAdmission {
        let now = environment.now()
        let configuration = try await directory.configuration(at: tenant)
        guard let resource = configuration.resources.first(where: \.isComplianceResource) else {
            throw .damaged("the compliance resource is gone")
        }
        let evaluation = AccessEvaluation(
            configuration, account: account, client: Self.browser, instance: nil, resource: resource,
            signIn: SignInEvidence(AuthorizeSession(session, isNew: false), now: now), declared: [],
            circumstances: environment.located(circumstances), now: now)
        let decision = evaluation.decision
        let admission = Self.admission(decision)
        if case .allowed = admission { return admission }
        let record = evaluation.decided.record(configuration)
        let entry = JournalEntry(
            .authorizationRefused, at: now, subject: JournalSubject(account: account.account.id),
            correlation: circumstances.correlation, signIn: record)
        _ = try await environment.store.commit(GatewayWrite(tenant: tenant.id, changes: [], entries: [entry]))
        return admission
    }

    /// A person's own apps: those that take part, and those whose wipe is not confirmed yet; newest first.
    ///
    /// - Throws: ``StoreError``.
    public func apps(of account: AccountFacts, tenant: TenantHead) async throws(StoreError) -> [OwnApp] {
        let now = environment.now()
        let configuration = try await directory.configuration(at: tenant)
        let own = try await environment.store.instances(
            of: tenant.id, account: account.account.id, limit: Self.maximumApps)
        return own.compactMap { stored in
            let instance = stored.instance
            guard instance.isEnrolled || instance.pendingWipe, let client = configuration.clients[instance.client]
            else { return nil }
            let facts = configuration.complianceFacts(account: account, client: client, declared: nil)
            return OwnApp(
                instance: instance, clientName: client.name, result: facts.evaluate(instance, at: now, trace: .none),
                device: configuration.devices.result(of: stored.device, at: now))
        }
    }

    /// Gives an app up; what it holds is dead when this returns.
    ///
    /// - Throws: ``StoreError``.
    public func remove(
        _ instance: AppInstanceID, _ removal: OwnAppRemoval, of account: AccountFacts, tenant: TenantHead,
        circumstances: RequestCircumstances
    ) async throws(StoreError) -> OwnAppOutcome {
        for _ in 0..<5 {
            guard let (stored, remediations) = try await own(instance, account, tenant) else { return .unknown }
            let now = environment.now()
            let outcome =
                switch removal {
                case .wipe: stored.instance.wipe(at: now)
                case .unenrol: stored.instance.unenrol(at: now)
                }
            guard let transition = outcome.transition else { return .unknown }
            var write = InstanceWrite(
                transition, replacing: stored.version, death: removal == .wipe ? .wiped : .unenrolled,
                environment: environment, actor: account.account.id.rawValue,
                correlation: circumstances.correlation, at: now)
            write.journal(
                removal == .wipe ? .instanceWiped : .instanceUnenrolled, [("reason", .string("removed by its user"))])
            write.settleRemediations(remediations, transition, result: transition.instance.result)
            let whole = GatewayWrite(tenant: tenant.id, changes: write.changes, entries: write.entries)
            if case .committed = try await environment.store.commit(whole) { return .done }
        }
        return .concurrentChange
    }

    /// Opens the remediation of an app, or joins the one that is open.
    ///
    /// - Returns: where it leads; nil when the user is not needed, or has no such app.
    /// - Throws: ``StoreError``.
    public func remediate(
        _ instance: AppInstanceID, of account: AccountFacts, tenant: TenantHead, circumstances: RequestCircumstances
    ) async throws(StoreError) -> RemediationLink? {
        guard let (stored, remediations) = try await own(instance, account, tenant) else { return nil }
        let configuration = try await directory.configuration(at: tenant)
        guard let client = configuration.clients[stored.instance.client] else { return nil }
        let standing = ComplianceCase(
            configuration: configuration, account: account, client: client, instance: stored, declared: nil,
            refusals: [], openRemediations: remediations, actor: account.account.id.rawValue,
            correlation: circumstances.correlation)
        let answer = try await AppCompliance(environment).remediate(
            standing, .interactive, after: .own, conditions: [])
        guard case .status(let report) = answer else { return nil }
        return report.remediation
    }

    /// Ends every browser session of the account but this one.
    ///
    /// - Throws: ``StoreError``.
    public func endOtherSessions(
        than session: SignInSession, tenant: TenantHead, circumstances: RequestCircumstances
    ) async throws(StoreError) {
        try await end(
            .endOtherSessions(session.account, keeping: session.id, tenant: tenant.id), "others", session, tenant,
            circumstances)
    }

    /// Ends this browser session.
    ///
    /// - Throws: ``StoreError``.
    public func end(
        _ session: SignInSession, tenant: TenantHead, circumstances: RequestCircumstances
    ) async throws(StoreError) {
        try await end(.endSession(session.id, tenant: tenant.id), "own", session, tenant, circumstances)
    }

    // MARK: Parts

    private func own(
        _ instance: AppInstanceID, _ account: AccountFacts, _ tenant: TenantHead
    ) async throws(StoreError) -> (stored: VersionedInstance, remediations: [RemediationSession])? {
        let query = FactsQuery(
            tenant: tenant.id, anchor: .account(account.account.id), presented: .id(instance), openRemediations: true)
        guard let facts = try await environment.store.facts(query), let stored = facts.presentedInstance,
            stored.instance.account == account.account.id
        else { return nil }
        return (stored, facts.openRemediations)
    }

    private func end(
        _ change: SessionChange, _ which: String, _ session: SignInSession, _ tenant: TenantHead,
        _ circumstances: RequestCircumstances
    ) async throws(StoreError) {
        let entry = JournalEntry(
            .sessionsEnded, at: environment.now(),
            subject: JournalSubject(account: session.account, actor: session.account.rawValue),
            correlation: circumstances.correlation, details: [("which", .string(which))])
        let write = GatewayWrite(tenant: tenant.id, changes: [.session(change)], entries: [entry])
        _ = try await environment.store.commit(write)
    }

    /// What policies see of the page: a browser that no client registration stands for.
    private static let browser = ClientApp(id: ClientID("self-service"), name: "", kind: .web)

    private static func admission(_ decision: Decision) -> SelfServiceAdmission {
        switch decision.outcome {
        case .blocked(let reason), .requires(.block, let reason): return .blocked(reason)
        case .failed(let reason): return .unavailable(reason)
        case .requires(.signInFrequency, _): return .signIn
        case .requires(.mfa, let reason), .requires(.authenticationStrength, let reason),
            .requires(.passwordChange, let reason):
            return .interactionRequired(reason)
        case .allowed, .allowedNoPolicyApplied: return .allowed
        // Nothing that remains can be shown by a browser, so that it is no.
        case .requires(_, let reason): return .blocked(reason)
        }
    }
}

extension DeviceFacts {
    /// What is so of a device; nil where none is known, or no source tells of devices.
    fileprivate func result(of device: Device?, at now: Timestamp) -> ComplianceResult? {
        sources.contains(where: \.isEnabled) ? device.map { evaluate($0, at: now).result } : nil
    }
}
