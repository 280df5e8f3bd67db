public import AccessModel
public import Authentication
public import AuthorizationServer
import Directory
import JSONCoding

/// The authorization endpoint's use case (RFC 6749 section 3.1): who is signed in, what the policies say, and the code.
public struct Authorization: Sendable {
    /// The response modes that requests may ask for.
    public static let responseModes: [AuthorizeResponseMode] = [.query, .formPost]

    private let environment: GatewayEnvironment
    private let directory: TenantDirectory

    /// Makes the use case.
    public init(_ environment: GatewayEnvironment, directory: TenantDirectory) {
        self.environment = environment
        self.directory = directory
    }

    /// Reads an authorization request; client and redirect URI come first, and nothing is redirected before both are good.
    ///
    /// - Throws: ``StoreError``.
    public func parse(
        _ fields: [(name: String, value: String)], tenant: TenantHead
    ) async throws(StoreError) -> AuthorizeParsing {
        let configuration = try await directory.configuration(at: tenant)
        return AuthorizeRequest.parse(
            fields, issuer: configuration.urls.issuer, modes: Self.modes(for: fields)
        ) { client, redirectURI in
            guard let client = configuration.clients[client] else { return .unknownClient }
            return RedirectURIMatch.isRegistered(redirectURI, for: client)
                ? .registered(actsForItself: client.kind == .daemon) : .unregistered
        }
    }

    /// Forms are posted to web servers alone: an app that is opened by a scheme of its own would get an empty answer.
    private static func modes(for fields: [(name: String, value: String)]) -> Set<AuthorizeResponseMode> {
        let redirectURI = fields.first { $0.name == "redirect_uri" }?.value.lowercased() ?? ""
        let isWeb = redirectURI.hasPrefix("https://") || redirectURI.hasPrefix("http://")
        return Set(responseModes.filter { isWeb || $0 != .formPost })
    }

    /// Decides a request for whoever is signed in.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - signedIn: the session and its account; nil when nobody is signed in.
    ///   - isNew: whether the session was made for this very request.
    ///   - tenant: the tenant.
    ///   - circumstances: what the edge knows of the request.
    /// - Returns: a page to show or a redirect, a code is issued and stored already; and what the policies demand of the
    ///   session.
    /// - Throws: ``StoreError``.
    public func decide(
        _ request: AuthorizeRequest, signedIn: (session: SignInSession, account: AccountFacts)?, isNew: Bool,
        tenant: TenantHead, circumstances: RequestCircumstances
    ) async throws(StoreError) -> (answer: AuthorizeDecision, directives: SessionDirectives) {
        let now = environment.now()
        let configuration = try await directory.configuration(at: tenant)
        let issuer = configuration.urls.issuer
        let nothing = SessionDirectives()
        guard let client = configuration.clients[request.client] else { return (.unavailable(.sourceFailed), nothing) }
        // A request that can come to nothing asks nobody for a password.
        let scope = ScopeRequest.parse(request.scope)
            .flatMap { $0.resolve(resources: configuration.resources, client: client) }
        guard case .success(let resolved) = scope else {
            let redirect = AuthorizeRedirect(
                request, .error(.invalidScope, description: "the scope is not one that this client may have"),
                issuer: issuer)
            return (.redirect(redirect), nothing)
        }
        let session = signedIn.map { AuthorizeSession($0.session, isNew: isNew) }
        let before = AuthorizeDecision.beforePolicy(
            request, session: session, account: (signedIn?.account).standing, issuer: issuer, now: now)
        if let before { return (before, nothing) }
        guard let session, let account = signedIn?.account else { return (.unavailable(.sourceFailed), nothing) }
        let evaluation = AccessEvaluation(
            configuration, account: account, client: client, instance: nil, resource: resolved.resource,
            signIn: SignInEvidence(session, now: now), declared: request.declaredCapabilities,
            circumstances: environment.located(circumstances), now: now)
        let decision = AuthorizeDecision.afterPolicy(
            request, session: session, decision: evaluation.decision, issuer: issuer)
        guard case .issueCode = decision else {
            try await journalRefusal(evaluation.decided.record(configuration), request, session, tenant, circumstances)
            return (decision, evaluation.decision.session)
        }
        return (try await issue(request, session, tenant, issuer, circumstances), evaluation.decision.session)
    }

    private func issue(
        _ request: AuthorizeRequest, _ session: AuthorizeSession, _ tenant: TenantHead, _ issuer: String,
        _ circumstances: RequestCircumstances
    ) async throws(StoreError) -> AuthorizeDecision {
        let now = environment.now()
        let issued = AuthorizationCode.issue(
            for: request, session: session, tenant: tenant.id, grant: environment.newIdentifier(),
            platform: circumstances.platform, randomBytes: environment.randomBytes(32), now: now)
        guard let (token, code) = issued else { return .unavailable(.sourceFailed) }
        let entry = JournalEntry(
            .authorizationCodeIssued, at: now,
            subject: JournalSubject(account: session.account, client: request.client),
            correlation: circumstances.correlation, details: [("grant", .string(code.grant.rawValue))])
        let write = GatewayWrite(tenant: tenant.id, changes: [.grant(.insertCode(code))], entries: [entry])
        guard case .committed = try await environment.store.commit(write) else { return .unavailable(.sourceFailed) }
        let clientInfo =
            request.wantsClientInfo ? ClientInfo.encode(account: session.account, tenant: tenant.id) : nil
        return .redirect(AuthorizeRedirect(request, .code(token, clientInfo: clientInfo), issuer: issuer))
    }

    private func journalRefusal(
        _ record: SignInRecord, _ request: AuthorizeRequest, _ session: AuthorizeSession, _ tenant: TenantHead,
        _ circumstances: RequestCircumstances
    ) async throws(StoreError) {
        let reasons = Set(record.unmet.map(\.reason.rawValue)).sorted().map(JSONValue.string)
        let entry = JournalEntry(
            .authorizationRefused, at: environment.now(),
            subject: JournalSubject(account: session.account, client: request.client),
            correlation: circumstances.correlation,
            details: [
                ("reasons", .array(reasons)),
                ("policies", .array(record.unmet.map { .string($0.policy.rawValue) })),
            ], signIn: record)
        _ = try await environment.store.commit(GatewayWrite(tenant: tenant.id, changes: [], entries: [entry]))
    }
}

extension AuthorizeSession {
    init(_ session: SignInSession, isNew: Bool) {
        self.init(
            id: session.id, account: session.account,
            authenticationMethods: AuthenticationMethod.claim(session.methods),
            authenticatedAt: session.authenticatedAt, isNew: isNew)
    }
}
