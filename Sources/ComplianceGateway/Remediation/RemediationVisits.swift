public import AccessModel
import Authentication
import AuthorizationServer
public import Compliance
import Directory

/// A remediation as the person who holds its address sees it: the same use case as the app's, without a token.
///
/// Whoever has the address can look, check again, leave and start again; nothing of that makes an app compliant.
public struct RemediationVisits: Sendable {
    /// How many checks one session and one address have in a window of time.
    static let budget = SignInBudget(window: .seconds(900), perAccount: 60, perAddress: 600)
    /// How long after its last use looking at a session counts as use again.
    static let touchInterval = Duration.seconds(60)

    private let environment: GatewayEnvironment
    private let directory: TenantDirectory

    /// Makes the use cases.
    public init(_ environment: GatewayEnvironment, directory: TenantDirectory) {
        self.environment = environment
        self.directory = directory
    }

    private var compliance: AppCompliance { AppCompliance(environment) }

    /// What is so now, without being there: nothing is kept open and nothing completed.
    ///
    /// - Returns: nil when there is no such session in this tenant.
    /// - Throws: ``StoreError``.
    public func peek(
        _ secret: RemediationSecret, tenant: TenantHead, circumstances: RequestCircumstances
    ) async throws(StoreError) -> RemediationView? {
        guard let visit = try await visit(secret, tenant, circumstances) else { return nil }
        let now = environment.now()
        guard visit.session.state(at: now) == .open else { return visit.view(nil, at: now) }
        return visit.view(compliance.report(on: visit.standing, at: now).result, at: now)
    }

    /// What is so now; looking keeps the session open, and completes it when the app has become compliant.
    ///
    /// - Returns: nil when there is no such session in this tenant.
    /// - Throws: ``StoreError``.
    public func look(
        _ secret: RemediationSecret, tenant: TenantHead, circumstances: RequestCircumstances
    ) async throws(StoreError) -> RemediationView? {
        guard let visit = try await visit(secret, tenant, circumstances) else { return nil }
        let now = environment.now()
        guard visit.session.state(at: now) == .open else { return visit.view(nil, at: now) }
        let report = compliance.report(on: visit.standing, at: now)
        var step = RemediationStep()
        if report.result.status == .compliant {
            step.close(as: .compliant, visit.standing, at: now)
        } else if visit.session.used(at: now).expiresAt >= visit.session.expiresAt + Self.touchInterval {
            step.openOrJoin(visit.standing, environment, at: now)
        }
        if !step.changes.isEmpty {
            // Refused when something else used or closed it meanwhile: what is shown was so a moment ago.
            let write = GatewayWrite(tenant: tenant.id, changes: step.changes, entries: step.entries)
            _ = try await environment.store.commit(write)
        }
        return visit.view(report.result, at: now)
    }

    /// Evaluates again, as the app's own remediation does, and stores what came of it.
    ///
    /// - Returns: nil when there is no such session in this tenant.
    /// - Throws: ``StoreError``.
    public func check(
        _ secret: RemediationSecret, tenant: TenantHead, circumstances: RequestCircumstances
    ) async throws(StoreError) -> RemediationView? {
        guard let visit = try await visit(secret, tenant, circumstances) else { return nil }
        let now = environment.now()
        guard visit.session.state(at: now) == .open else { return visit.view(nil, at: now) }
        guard try await spend(visit, circumstances) else { return visit.view(nil, limited: true, at: now) }
        let answer = try await compliance.remediate(visit.standing, .interactive, after: .own, conditions: [])
        return try await shown(answer, secret, tenant, circumstances)
    }

    /// The user leaves: `userCancelled`.
    ///
    /// - Returns: nil when there is no such session in this tenant.
    /// - Throws: ``StoreError``.
    public func leave(
        _ secret: RemediationSecret, tenant: TenantHead, circumstances: RequestCircumstances
    ) async throws(StoreError) -> RemediationView? {
        guard let visit = try await visit(secret, tenant, circumstances) else { return nil }
        let now = environment.now()
        guard visit.session.state(at: now) == .open else { return visit.view(nil, at: now) }
        let answer = try await compliance.cancelRemediation(visit.standing, conditions: [])
        return try await shown(answer, secret, tenant, circumstances)
    }

    /// Starts again after the user left: a new session, as if the app had asked for it.
    ///
    /// - Returns: nil when there is no such session, or none that the user left and that could still be open.
    /// - Throws: ``StoreError``.
    public func restart(
        _ secret: RemediationSecret, tenant: TenantHead, circumstances: RequestCircumstances
    ) async throws(StoreError) -> RemediationLink? {
        guard let visit = try await visit(secret, tenant, circumstances) else { return nil }
        // The address of a session that the user left is worth no more than that of an open one.
        guard visit.session.closure == .left, environment.now() < visit.session.expiresAt,
            try await spend(visit, circumstances)
        else { return nil }
        let answer = try await compliance.remediate(visit.standing, .interactive, after: .own, conditions: [])
        guard case .status(let report) = answer else { return nil }
        return report.remediation
    }

    // MARK: Parts

    private func visit(
        _ secret: RemediationSecret, _ tenant: TenantHead, _ circumstances: RequestCircumstances
    ) async throws(StoreError) -> Visit? {
        let query = FactsQuery(
            tenant: tenant.id, anchor: .remediation(secret.hash),
            refusals: RefusalQuery(client: nil, since: environment.now() - .seconds(3600)), openRemediations: true)
        guard let facts = try await environment.store.facts(query), let session = facts.remediation,
            let account = facts.account
        else { return nil }
        let configuration = try await directory.configuration(at: facts.head)
        guard let client = configuration.clients[session.client] else { return nil }
        let standing = ComplianceCase(
            configuration: configuration, account: account, client: client, instance: facts.boundInstance,
            declared: session.declaredCapability, refusals: facts.refusals, openRemediations: facts.openRemediations,
            correlation: circumstances.correlation)
        return Visit(session: session, standing: standing)
    }

    private func spend(_ visit: Visit, _ circumstances: RequestCircumstances) async throws(StoreError) -> Bool {
        let spend = StateChange.spendSignInAttempt(
            account: "remediation:\(visit.session.id.rawValue)",
            address: "remediation:\(circumstances.budgetSubject)", budget: Self.budget, at: environment.now())
        let write = GatewayWrite(tenant: visit.standing.configuration.head.id, changes: [spend], entries: [])
        if case .committed = try await environment.store.commit(write) { return true }
        return false
    }

    /// What is shown after an answer: the session as it is stored now.
    private func shown(
        _ answer: ComplianceAnswer, _ secret: RemediationSecret, _ tenant: TenantHead,
        _ circumstances: RequestCircumstances
    ) async throws(StoreError) -> RemediationView? {
        guard let visit = try await visit(secret, tenant, circumstances) else { return nil }
        let now = environment.now()
        guard case .status(let report) = answer else {
            return visit.view(compliance.report(on: visit.standing, at: now).result, at: now)
        }
        return visit.view(report.result, at: now)
    }
}

/// A session that was found, and the app that it is about.
private struct Visit {
    let session: RemediationSession
    let standing: ComplianceCase

    func view(_ result: ComplianceResult?, limited: Bool = false, at now: Timestamp) -> RemediationView {
        let isCompliant = result?.status == .compliant && session.state(at: now) == .open
        return RemediationView(
            state: isCompliant ? .completed : session.state(at: now), closure: session.closure(at: now),
            result: result, isLimited: limited, clientName: standing.client.name,
            platform: standing.instance?.instance.platform, configuration: standing.configuration,
            link: RemediationLink(session, standing.configuration),
            preferredLanguage: standing.account.account.preferredLanguage)
    }
}

/// What a remediation page shows: never what a policy asks for.
public struct RemediationView: Sendable {
    /// The session's state.
    public let state: RemediationSession.State
    /// Why it is no longer open; nil while it is.
    public let closure: RemediationSession.Closure?
    /// What is so of the app; nil when nobody looked, since the session is no longer open or asked too often.
    public let result: ComplianceResult?
    /// Whether it was asked too often.
    public let isLimited: Bool
    /// The app's name.
    public let clientName: String
    /// The platform that the app runs on; nil while it is not enrolled.
    public let platform: DevicePlatform?
    /// The tenant's configuration.
    public let configuration: TenantConfiguration
    /// The page's own address.
    public let link: RemediationLink
    /// The language that the account prefers (BCP 47).
    public let preferredLanguage: String?
}
