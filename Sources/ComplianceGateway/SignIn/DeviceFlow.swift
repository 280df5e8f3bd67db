public import AccessModel
public import Authentication
public import AuthorizationServer
import Directory
import JSONCoding

/// The device authorization grant (RFC 8628): codes are given out here, and a signed-in user decides about one.
public struct DeviceFlow: Sendable {
    private let environment: GatewayEnvironment
    private let directory: TenantDirectory
    private let budget: SignInBudget

    /// Makes the use case.
    public init(
        _ environment: GatewayEnvironment, directory: TenantDirectory, budget: SignInBudget = SignInBudget()
    ) {
        self.environment = environment
        self.directory = directory
        self.budget = budget
    }

    /// How many device codes one address gets in a window of time: enough for an office behind one address.
    static let issueBudget = SignInBudget(window: .seconds(900), perAccount: 300, perAddress: 300)

    /// Gives a device code and a user code out.
    ///
    /// - Returns: the answer, or why there is none.
    /// - Throws: ``StoreError``.
    public func begin(
        _ request: DeviceAuthorizationRequest, tenant: TenantHead, circumstances: RequestCircumstances
    ) async throws(StoreError) -> Result<DeviceAuthorizationAnswer, TokenRequestRefusal> {
        let now = environment.now()
        let configuration = try await directory.configuration(at: tenant)
        let authentication = configuration.authenticate(request.credential, tokenURL: circumstances.url, now: now)
        guard case .authenticated(let client, let uses) = authentication,
            let registered = configuration.clients[client.id]
        else {
            guard case .refused(let fault) = authentication else { return .failure(.invalidClient(.unknownClient)) }
            return .failure(.invalidClient(fault))
        }
        guard client.registration.mayUse(.deviceCode) else { return .failure(.unauthorizedGrantType) }
        let scope = ScopeRequest.parse(request.scope)
            .flatMap { $0.resolve(resources: configuration.resources, client: registered) }
        if case .failure(let refusal) = scope { return .failure(.invalidScope(named: refusal.scope)) }
        // Anybody may ask on behalf of a public client, and each code is kept for a day.
        let spend = StateChange.spendSignInAttempt(
            account: "device-code:\(circumstances.budgetSubject)",
            address: "device-code:\(circumstances.budgetSubject)", budget: Self.issueBudget, at: now)
        guard
            case .committed = try await environment.store.commit(
                GatewayWrite(tenant: tenant.id, changes: [spend], entries: []))
        else { return .failure(.tooManyRequests(retryAfter: Self.issueBudget.window)) }
        // A user code is short: the rare one that is taken is drawn again.
        for _ in 0..<5 {
            let issued = DeviceAuthorization.issue(
                for: request, client: client, tenant: tenant.id, grant: environment.newIdentifier(),
                deviceCodeBytes: environment.randomBytes(32), userCodeBytes: environment.randomBytes(64), now: now)
            guard let (token, authorization) = issued else { continue }
            let write = GatewayWrite(
                tenant: tenant.id,
                changes: uses.map(StateChange.grant) + [.grant(.insertDeviceAuthorization(authorization))],
                entries: [entry(.deviceCodeIssued, client.id, circumstances, at: now)])
            switch try await environment.store.commit(write) {
            case .committed:
                return .success(
                    DeviceAuthorizationAnswer(
                        token, authorization, verificationURI: configuration.urls.deviceVerification))
            case .refused(let index) where index < uses.count:
                return .failure(.invalidClient(.assertionReplayed))
            case .refused: continue
            }
        }
        return .failure(.temporarilyUnavailable(.sourceFailed, retryAfter: .seconds(1)))
    }

    /// What a user code that was entered comes to.
    public enum Lookup: Sendable {
        /// It waits for a decision about this client.
        case open(DeviceAuthorization, clientName: String)
        /// It is unknown, expired or decided already.
        case unknown
        /// Too many codes were tried from this address or by this account.
        case limited(retryAfter: Duration)
    }

    /// Looks a user code up; each look-up is spent from a budget, since a code is short enough to guess.
    ///
    /// - Throws: ``StoreError``.
    public func look(
        up code: UserCode, by account: AccountID, tenant: TenantHead, circumstances: RequestCircumstances
    ) async throws(StoreError) -> Lookup {
        let now = environment.now()
        let spend = StateChange.spendSignInAttempt(
            account: "user-code:\(account.rawValue)", address: circumstances.budgetSubject, budget: budget, at: now)
        guard
            case .committed = try await environment.store.commit(
                GatewayWrite(tenant: tenant.id, changes: [spend], entries: []))
        else { return .limited(retryAfter: budget.window) }
        let facts = try await environment.store.facts(
            FactsQuery(tenant: tenant.id, anchor: .userCode(code.canonical)))
        let configuration = try await directory.configuration(at: tenant)
        guard let authorization = facts?.deviceAuthorization, authorization.isOpen(now: now),
            let client = configuration.clients[authorization.client]
        else { return .unknown }
        let back = StateChange.returnSignInAttempt(
            account: "user-code:\(account.rawValue)", address: circumstances.budgetSubject)
        _ = try await environment.store.commit(GatewayWrite(tenant: tenant.id, changes: [back], entries: []))
        return .open(authorization, clientName: client.name)
    }

    /// Decides about a device: approves it for the session's account, or declines it.
    ///
    /// - Returns: false when it was decided or expired meanwhile.
    /// - Throws: ``StoreError``.
    public func decide(
        _ authorization: DeviceAuthorization, approve: Bool, session: SignInSession, tenant: TenantHead,
        circumstances: RequestCircumstances
    ) async throws(StoreError) -> Bool {
        let now = environment.now()
        let state: DeviceAuthorizationState =
            approve
            ? .approved(
                DeviceApproval(
                    account: session.account, session: session.id,
                    authenticationMethods: AuthenticationMethod.claim(session.methods),
                    authenticatedAt: session.authenticatedAt)) : .denied
        var entry = entry(.deviceCodeDecided, authorization.client, circumstances, at: now)
        entry.subject.account = session.account
        entry.details = [("approved", .bool(approve))]
        let write = GatewayWrite(
            tenant: tenant.id,
            changes: [.grant(.decideDeviceAuthorization(authorization.hash, state, at: now))], entries: [entry])
        guard case .committed = try await environment.store.commit(write) else { return false }
        return true
    }

    private func entry(
        _ kind: JournalKind, _ client: ClientID, _ circumstances: RequestCircumstances, at now: Timestamp
    ) -> JournalEntry {
        JournalEntry(
            kind, at: now, subject: JournalSubject(client: client), correlation: circumstances.correlation)
    }
}
