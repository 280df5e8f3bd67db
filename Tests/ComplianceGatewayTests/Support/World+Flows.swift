import AccessModel
import AuthorizationServer
import Compliance
import ComplianceGateway
import Cryptography
import Directory
import JSONCoding
import Testing

/// What a token request came to, as far as tests look at it.
struct IssuedToken: Sendable {
    let accessToken: String
    let refreshToken: String?
    let lifetime: Int64
    let capabilities: [String]
    let grant: GrantID
    let instance: AppInstanceID?
    let point: Int64

    init(_ answer: TokenAnswer) throws {
        let body = try JSONValue.parse(answer.jsonBytes())
        accessToken = try #require(body["access_token"]?.stringValue)
        refreshToken = body["refresh_token"]?.stringValue
        guard case .integer(let seconds)? = body["expires_in"] else { throw Unexpected("no lifetime") }
        lifetime = seconds
        let payload = accessToken.split(separator: ".")[1]
        let claims = try JSONValue.parse(Base64URL.decode(String(payload)))
        capabilities = (claims["xms_cc"]?.arrayValue ?? []).compactMap(\.stringValue)
        let own = try #require(claims["postern"])
        grant = GrantID(try #require(own["g"]?.stringValue))
        instance = own["i"]?.stringValue.map { AppInstanceID($0) }
        guard case .integer(let sequence)? = own["s"] else { throw Unexpected("no sequence") }
        point = sequence
    }
}

extension TokenReply {
    func issued(sourceLocation: SourceLocation = #_sourceLocation) throws -> IssuedToken {
        switch self {
        case .issued(let answer): return try IssuedToken(answer)
        case .refused(let refusal):
            Issue.record("\(refusal)", sourceLocation: sourceLocation)
            throw Unexpected("refused")
        }
    }

    var refusal: TokenRequestRefusal? {
        if case .refused(let refusal) = self { refusal } else { nil }
    }
}

extension ComplianceAnswer {
    func report(sourceLocation: SourceLocation = #_sourceLocation) throws -> ComplianceReport {
        switch self {
        case .status(let report): return report
        case .refused(let refusal):
            Issue.record("\(refusal)", sourceLocation: sourceLocation)
            throw Unexpected("refused")
        }
    }

    var refusal: ComplianceRefusal? {
        if case .refused(let refusal) = self { refusal } else { nil }
    }
}

extension World {
    static let verifier = String(repeating: "v", count: 43)
    var complianceScope: String { urls.complianceResource + "/.default offline_access" }
    static let mailScope = "api://mail/Mail.Read offline_access"

    /// A fresh unique text.
    func unique() -> String { Base64URL.encode(environment.randomBytes(16)) }

    /// Puts a code into the store, as the authorization endpoint does.
    func code(
        for app: TestApp, scope: String, capabilities: Set<ClientCapability> = [.protapp]
    ) async throws -> OpaqueToken {
        let token = try #require(OpaqueToken(.authorizationCode, randomBytes: environment.randomBytes(32)))
        let code = AuthorizationCode(
            hash: token.hash, tenant: Self.tenant, client: app.client, account: app.account, session: "session",
            grant: GrantID(unique()), redirectURI: "http://127.0.0.1",
            codeChallenge: Base64URL.encode(Digest.sha256(Array(Self.verifier.utf8))), scope: scope,
            declaredCapabilities: capabilities, nonce: nil, keyThumbprint: nil, authenticationMethods: ["pwd"],
            authenticatedAt: now, expiresAt: now + AuthorizationCode.lifetime)
        let write = GatewayWrite(tenant: Self.tenant, changes: [.grant(.insertCode(code))], entries: [])
        guard case .committed = try await environment.store.commit(write) else { throw Unexpected("no code") }
        return token
    }

    func request(
        _ grant: TokenGrantRequest, by app: TestApp, scope: String? = nil, proves: Bool = true,
        enrollment: EnrollmentIdentifier? = nil
    ) throws -> TokenRequest {
        let proof = proves ? try app.proof("POST", urls.token, at: now, id: unique()) : nil
        return TokenRequest(
            grant: grant, credential: .none(app.client), scope: scope,
            enrollmentID: enrollment.map { PresentedSecret($0.text) }, proof: proof)
    }

    func redeem(_ request: TokenRequest) async throws -> TokenReply {
        try await tokens.redeem(request, tenant: head(), circumstances: circumstances(urls.token))
    }

    func redeem(
        _ code: OpaqueToken, by app: TestApp, proves: Bool = true, enrollment: EnrollmentIdentifier? = nil
    ) async throws -> TokenReply {
        try await redeem(
            request(
                .authorizationCode(
                    PresentedSecret(code.text), redirectURI: "http://127.0.0.1",
                    codeVerifier: PresentedSecret(Self.verifier)), by: app, proves: proves, enrollment: enrollment))
    }

    /// Signs in and redeems.
    func signIn(
        _ app: TestApp, scope: String, proves: Bool = true, capabilities: Set<ClientCapability> = [.protapp],
        enrollment: EnrollmentIdentifier? = nil
    ) async throws -> TokenReply {
        try await redeem(
            code(for: app, scope: scope, capabilities: capabilities), by: app, proves: proves, enrollment: enrollment)
    }

    func refresh(
        _ token: IssuedToken, by app: TestApp, scope: String? = nil, proves: Bool = true,
        enrollment: EnrollmentIdentifier? = nil
    ) async throws -> TokenReply {
        try await redeem(
            request(
                .refreshToken(PresentedSecret(#require(token.refreshToken))), by: app, scope: scope, proves: proves,
                enrollment: enrollment))
    }

    // MARK: The compliance API

    func admission(
        _ token: IssuedToken, by app: TestApp, _ method: String = "POST", url: String? = nil,
        instance: AppInstanceID? = nil, scheme: ComplianceCredentials.Scheme = .dpop, proves: Bool = true,
        correlation: CorrelationID = "correlation-1"
    ) async throws -> Result<ComplianceCaller, ComplianceAccessRefusal> {
        let url = url ?? urls.enrollments
        let proof =
            proves ? try app.proof(method, url, accessToken: token.accessToken, at: now, id: unique()) : nil
        return try await access.admit(
            ComplianceCredentials(
                scheme: scheme, accessToken: token.accessToken, proof: proof, method: method, instance: instance),
            tenant: head(), circumstances: circumstances(url, correlation: correlation))
    }

    func caller(
        _ token: IssuedToken, by app: TestApp, instance: AppInstanceID? = nil,
        scheme: ComplianceCredentials.Scheme = .dpop, correlation: CorrelationID = "correlation-1"
    ) async throws -> ComplianceCaller {
        try await admission(token, by: app, instance: instance, scheme: scheme, correlation: correlation).get()
    }

    func enrol(
        _ app: TestApp, with token: IssuedToken, identity: ManagedIdentity? = nil, platform: DevicePlatform = .iOS,
        scheme: ComplianceCredentials.Scheme = .dpop
    ) async throws -> ComplianceAnswer {
        let evidence = try identity?.proof(for: app, issuer: urls.issuer, at: now, id: unique())
        return try await compliance.enrol(
            caller(token, by: app, scheme: scheme), EnrolmentInput(platform: platform, evidence: evidence))
    }

    /// What an app has after it enrolled.
    struct Enrolled: Sendable {
        let app: TestApp
        let token: IssuedToken
        let instance: AppInstanceID
        let enrollment: EnrollmentIdentifier
    }

    /// Signs in for the compliance resource and enrols with a managed identity.
    func enrolled(
        _ app: TestApp, identity: ManagedIdentity, proves: Bool = true,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> Enrolled {
        let token = try await signIn(app, scope: complianceScope, proves: proves).issued(sourceLocation: sourceLocation)
        let report = try await enrol(app, with: token, identity: identity, scheme: proves ? .dpop : .bearer)
            .report(sourceLocation: sourceLocation)
        return Enrolled(
            app: app, token: token, instance: try #require(report.instance),
            enrollment: try #require(report.enrollmentID))
    }

    func revisionInForce() async throws -> String {
        let record = try #require(try await environment.store.configuration(of: Self.tenant))
        return try #require(PolicyRevision(combining: record.protectionPolicies)).description
    }

    func report(
        _ enrolled: Enrolled, pin: Bool? = true, rooted: Bool? = nil, revision: String? = nil, id: String? = nil,
        scheme: ComplianceCredentials.Scheme = .dpop
    ) async throws -> ComplianceAnswer {
        let applied = if let revision { revision } else { try await revisionInForce() }
        let token = try enrolled.app.posture(
            enrolled.instance, issuer: urls.issuer, revision: applied, pin: pin, rooted: rooted, at: now,
            id: id ?? unique())
        return try await compliance.reportPosture(
            caller(enrolled.token, by: enrolled.app, instance: enrolled.instance, scheme: scheme), token: token)
    }

    /// An app that is enrolled and compliant, a second after it enrolled.
    func compliantApp(_ app: TestApp, identity: ManagedIdentity) async throws -> Enrolled {
        let enrolled = try await enrolled(app, identity: identity)
        advance(.seconds(1))
        #expect(try await report(enrolled).report().result.status == .compliant)
        return enrolled
    }

    /// Whether a protected resource is told that the token is active.
    func isActive(_ token: IssuedToken) async throws -> Bool {
        let answer = try await introspection.introspect(
            token.accessToken, as: .post("reader", PresentedSecret(Self.secret)), tenant: head(),
            circumstances: circumstances(urls.introspect)
        ).get()
        if case .active = answer { return true }
        return false
    }
}
