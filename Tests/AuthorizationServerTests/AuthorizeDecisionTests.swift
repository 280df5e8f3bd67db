import AccessModel
import AuthorizationServer
import Testing

struct AuthorizeDecisionTests {
    private static func request(_ more: [(name: String, value: String)] = []) throws -> AuthorizeRequest {
        let parsing = AuthorizeRequest.parse(AuthorizeRequestTests.good + more, issuer: Fixture.issuer) { _, _ in
            .registered(actsForItself: false)
        }
        guard case .request(let request) = parsing else { throw Unexpected() }
        return request
    }

    private static func session(isNew: Bool = false) -> AuthorizeSession {
        AuthorizeSession(
            id: Fixture.session, account: Fixture.account, authenticationMethods: ["pwd"],
            authenticatedAt: Fixture.now - .seconds(100), isNew: isNew)
    }

    private func before(
        _ request: AuthorizeRequest, _ session: AuthorizeSession? = session(),
        account: AccountStanding = Fixture.active
    ) -> AuthorizeDecision? {
        AuthorizeDecision.beforePolicy(
            request, session: session, account: account, issuer: Fixture.issuer, now: Fixture.now)
    }

    private func code(_ decision: AuthorizeDecision?) -> AuthorizeErrorCode? {
        guard case .redirect(let redirect)? = decision, case .error(let code, _) = redirect.answer else { return nil }
        return code
    }

    @Test func `a session of an active account will do`() throws {
        #expect(before(try Self.request()) == nil)
        #expect(before(try Self.request([("prompt", "none")])) == nil)
        #expect(before(try Self.request([("login_hint", "ANA@contoso.example")])) == nil)
        #expect(before(try Self.request([("max_age", "100")])) == nil)
    }

    @Test func `asks to sign in whom the session does not show`() throws {
        let signIn = AuthorizeDecision.signIn(loginHint: nil)
        #expect(before(try Self.request(), nil) == signIn)
        #expect(before(try Self.request(), account: .disabled) == signIn)
        #expect(before(try Self.request(), account: .missing) == signIn)
        #expect(before(try Self.request([("prompt", "login")])) == signIn)
        #expect(before(try Self.request([("max_age", "99")])) == signIn)
        #expect(
            before(try Self.request([("login_hint", "bob@contoso.example")]))
                == .signIn(loginHint: "bob@contoso.example"))
    }

    @Test func `a sign-in made for this request answers it, whatever it asked for`() throws {
        for more in [[("prompt", "login")], [("max_age", "0")], [("login_hint", "bob@b")]]
            as [[(name: String, value: String)]]
        {
            #expect(before(try Self.request(more), Self.session(isNew: true)) == nil)
        }
        #expect(
            before(try Self.request(), Self.session(isNew: true), account: .disabled) == .signIn(loginHint: nil))
    }

    @Test func `with prompt none it answers with an error instead of asking`() throws {
        let none: (name: String, value: String) = ("prompt", "none")
        #expect(code(before(try Self.request([none]), nil)) == .loginRequired)
        #expect(code(before(try Self.request([none]), account: .disabled)) == .loginRequired)
        #expect(code(before(try Self.request([none, ("max_age", "1")]))) == .loginRequired)
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let outcome: AccessOutcome
        let decision: AuthorizeDecision
        let silent: AuthorizeErrorCode?
    }

    static let rows: [Row] = [
        Row(testDescription: "allowed", outcome: .allowed, decision: .issueCode(session()), silent: nil),
        Row(
            testDescription: "no policy", outcome: .allowedNoPolicyApplied, decision: .issueCode(session()), silent: nil
        ),
        Row(
            testDescription: "app protection is decided at redemption",
            outcome: .requires(.compliantApplication, .notEnrolled), decision: .issueCode(session()), silent: nil),
        Row(
            testDescription: "a device is decided at redemption", outcome: .requires(.compliantDevice, .deviceUnknown),
            decision: .issueCode(session()), silent: nil),
        Row(
            testDescription: "blocked", outcome: .blocked(.blockedByPolicy), decision: .blocked(.blockedByPolicy),
            silent: .accessDenied),
        Row(
            testDescription: "the control block", outcome: .requires(.block, .blockedByPolicy),
            decision: .blocked(.blockedByPolicy), silent: .accessDenied),
        Row(
            testDescription: "more factors", outcome: .requires(.mfa, .mfaRequired),
            decision: .interactionRequired(.mfaRequired), silent: .interactionRequired),
        Row(
            testDescription: "a stronger sign-in",
            outcome: .requires(.authenticationStrength, .authenticationStrengthRequired),
            decision: .interactionRequired(.authenticationStrengthRequired), silent: .interactionRequired),
        Row(
            testDescription: "a new password", outcome: .requires(.passwordChange, .passwordChangeRequired),
            decision: .interactionRequired(.passwordChangeRequired), silent: .interactionRequired),
        Row(
            testDescription: "a more recent sign-in", outcome: .requires(.signInFrequency, .signInFrequency),
            decision: .signIn(loginHint: nil), silent: .loginRequired),
        Row(
            testDescription: "a device of the domain is decided at redemption",
            outcome: .requires(.domainJoinedDevice, .deviceNotDomainJoined), decision: .issueCode(session()),
            silent: nil),
        Row(
            testDescription: "a bound token is decided at redemption",
            outcome: .requires(.tokenProtection, .tokenProtectionRequired), decision: .issueCode(session()), silent: nil
        ),
        Row(
            testDescription: "not decided", outcome: .failed(.evaluationFailed),
            decision: .unavailable(.evaluationFailed), silent: .temporarilyUnavailable),
    ]

    @Test(arguments: rows)
    func `a policy's decision comes to a page, an error or a code`(_ row: Row) throws {
        let decision = Decision(outcome: row.outcome)
        #expect(
            AuthorizeDecision.afterPolicy(
                try Self.request(), session: Self.session(), decision: decision, issuer: Fixture.issuer)
                == row.decision)
        let silent = AuthorizeDecision.afterPolicy(
            try Self.request([("prompt", "none")]), session: Self.session(), decision: decision,
            issuer: Fixture.issuer)
        #expect(code(silent) == row.silent)
        if row.silent == nil { #expect(silent == row.decision) }
    }

    @Test func `a new password is asked for before a code is issued, whatever redemption will ask for`() throws {
        let unmet = UnmetRequirement(policy: PolicyID("p"), control: .passwordChange, reason: .passwordChangeRequired)
        let decision = Decision(outcome: .requires(.compliantApplication, .notEnrolled), unmet: [unmet])
        let answer = AuthorizeDecision.afterPolicy(
            try Self.request(), session: Self.session(), decision: decision, issuer: Fixture.issuer)
        #expect(answer == .interactionRequired(.passwordChangeRequired))
    }

    @Test func `a code keeps what it was asked for, and can be redeemed for a minute`() throws {
        let request = try Self.request([("nonce", "n-1")])
        let issued = AuthorizationCode.issue(
            for: request, session: Self.session(), tenant: Fixture.tenant, grant: Fixture.grantID, platform: .android,
            randomBytes: Fixture.randomBytes, now: Fixture.now)
        let (token, code) = try #require(issued)
        #expect(code.hash == SecretHash(of: token.text))
        #expect(code.expiresAt == Fixture.now + .seconds(60))
        #expect(code.account == Fixture.account)
        #expect(code.nonce == "n-1")
        let validation = AuthorizationCodeGrant.validate(
            code, redirectURI: Fixture.redirectURI, codeVerifier: PresentedSecret(Fixture.verifier),
            account: Fixture.active, context: Fixture.context())
        guard case .valid(let grant) = validation else { throw Unexpected() }
        #expect(grant.grant.platform == .android)
        #expect(
            AuthorizationCode.issue(
                for: request, session: Self.session(), tenant: Fixture.tenant, grant: Fixture.grantID, platform: nil,
                randomBytes: [], now: Fixture.now) == nil)
    }
}
