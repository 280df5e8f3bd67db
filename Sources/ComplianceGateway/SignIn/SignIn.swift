public import AccessModel
public import Authentication
import AuthorizationServer
public import Cryptography
public import Directory
import JSONCoding

/// Signing in with a password, and the session that comes of it.
public struct SignIn: Sendable {
    private let environment: GatewayEnvironment
    private let budget: SignInBudget

    /// Makes the use case.
    public init(_ environment: GatewayEnvironment, budget: SignInBudget = SignInBudget()) {
        self.environment = environment
        self.budget = budget
    }

    /// The living session of a cookie.
    ///
    /// - Returns: the session and its account; nil when there is none in this tenant, it has ended, or the account is
    ///   disabled.
    /// - Throws: ``StoreError``.
    public func session(
        _ secret: SessionSecret, tenant: TenantID
    ) async throws(StoreError) -> (session: SignInSession, account: AccountFacts)? {
        guard let hash = SecretHash(bytes: secret.hash),
            let facts = try await environment.store.facts(FactsQuery(tenant: tenant, anchor: .session(hash))),
            let session = facts.session, session.holds(in: tenant, secret: secret, now: environment.now()),
            let account = facts.account, account.account.isEnabled
        else { return nil }
        return (session, account)
    }

    /// Signs an account in with its password.
    ///
    /// The budget of the name and of the address is spent, durably, before anything is hashed; a wrong name, a wrong
    /// password and a disabled account are answered alike and take the same time.
    ///
    /// - Throws: ``StoreError``.
    public func signIn(
        _ name: UserPrincipalName, password: SecretBytes, tenant: TenantID, circumstances: RequestCircumstances
    ) async throws(StoreError) -> SignInReply {
        let now = environment.now()
        let spend = StateChange.spendSignInAttempt(
            account: name.normalized, address: circumstances.budgetSubject, budget: budget, at: now)
        guard
            case .committed = try await environment.store.commit(
                GatewayWrite(tenant: tenant, changes: [spend], entries: []))
        else { return .limited(retryAfter: budget.window) }
        let facts = try await environment.store.facts(FactsQuery(tenant: tenant, anchor: .userPrincipalName(name)))
        switch await environment.passwords.verify(password, against: facts?.account?.passwordHash) {
        case .overloaded: return .overloaded
        case .failed: throw .damaged("a stored password hash cannot be read")
        case .wrong: return try await refuse(facts?.account, tenant, circumstances)
        case .right: return try await start(facts?.account, tenant, circumstances)
        }
    }

    private func start(
        _ account: AccountFacts?, _ tenant: TenantID, _ circumstances: RequestCircumstances
    ) async throws(StoreError) -> SignInReply {
        guard let account, account.account.isEnabled,
            let secret = SessionSecret(randomBytes: environment.randomBytes(32))
        else { return try await refuse(account, tenant, circumstances) }
        let now = environment.now()
        let session = SignInSession.start(
            id: environment.newIdentifier(), secret: secret, tenant: tenant, account: account.account.id,
            methods: [.password], now: now)
        let entry = JournalEntry(
            .signInSucceeded, at: now, subject: JournalSubject(account: account.account.id),
            correlation: circumstances.correlation,
            details: [("ipAddress", circumstances.ipAddress.map { .string($0.description) } ?? .null)])
        var entries = [entry]
        if account.account.isBreakGlass {
            // Its use is what somebody has to be told of, whatever it is used for.
            var alert = entry
            alert.kind = .breakGlassUsed
            entries.append(alert)
        }
        let write = GatewayWrite(
            tenant: tenant,
            changes: [
                .session(.insertSession(session, passwordHash: account.passwordHash)),
                .returnSignInAttempt(
                    account: account.account.userPrincipalName.normalized, address: circumstances.budgetSubject),
            ], entries: entries)
        // The account was disabled, or got another password, while this one was checked.
        guard case .committed = try await environment.store.commit(write) else {
            return try await refuse(account, tenant, circumstances)
        }
        return .signedIn(session, account, secret)
    }

    private func refuse(
        _ account: AccountFacts?, _ tenant: TenantID, _ circumstances: RequestCircumstances
    ) async throws(StoreError) -> SignInReply {
        let entry = JournalEntry(
            .signInFailed, at: environment.now(), subject: JournalSubject(account: account?.account.id),
            correlation: circumstances.correlation,
            details: [
                ("ipAddress", circumstances.ipAddress.map { .string($0.description) } ?? .null),
                ("reason", .string(account?.account.isEnabled == false ? "account_disabled" : "wrong_credentials")),
            ])
        _ = try await environment.store.commit(GatewayWrite(tenant: tenant, changes: [], entries: [entry]))
        return .refused
    }
}

/// What a sign-in comes to.
public enum SignInReply: Sendable {
    /// The account is signed in; the secret goes into the cookie.
    case signedIn(SignInSession, AccountFacts, SessionSecret)
    /// Name or password is wrong, or the account is disabled: the same to the caller.
    case refused
    /// Too many attempts of this name or this address.
    case limited(retryAfter: Duration)
    /// Too many sign-ins at once: try again in a moment.
    case overloaded
}
