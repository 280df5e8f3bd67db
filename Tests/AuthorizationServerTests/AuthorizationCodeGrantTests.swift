import AccessModel
import AuthorizationServer
import Testing

struct AuthorizationCodeGrantTests {
    private static let consume = GrantChange.consumeCode(
        SecretHash(of: "code"), grant: Fixture.grantID, at: Fixture.now)

    private static func redeem(
        _ code: AuthorizationCode?, redirectURI: String? = Fixture.redirectURI, verifier: String? = Fixture.verifier,
        account: AccountStanding = Fixture.active, context: GrantContext = Fixture.context()
    ) -> GrantValidation {
        AuthorizationCodeGrant.validate(
            code, redirectURI: redirectURI, codeVerifier: verifier.map(PresentedSecret.init), account: account,
            context: context)
    }

    @Test func `a good code gives the grant that was chosen with it, and the account's hints`() throws {
        guard case .valid(let grant) = Self.redeem(Fixture.code(declared: [.protapp])) else { throw Unexpected() }
        #expect(grant.grant.id == Fixture.grantID)
        #expect(grant.grant.account == Fixture.account)
        #expect(grant.grant.instance == nil)
        #expect(grant.grant.createdAt == Fixture.now)
        #expect(grant.grant.authenticatedAt == Fixture.now - .seconds(30))
        #expect(grant.scope == Fixture.scope)
        #expect(grant.nonce == "n-1")
        #expect(grant.declaredCapabilities == [.protapp])
        #expect(grant.hints.userPrincipalName == "ana@contoso.example")
    }

    @Test func `capabilities count that either request declared`() throws {
        let context = Fixture.context(declared: [.cp1])
        guard case .valid(let grant) = Self.redeem(Fixture.code(declared: [.protapp]), context: context) else {
            throw Unexpected()
        }
        #expect(grant.declaredCapabilities == [.cp1, .protapp])
    }

    struct Refused: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let validation: GrantValidation
        let refusal: TokenRequestRefusal
        var writes = [consume]
    }

    static let refused: [Refused] = [
        Refused(testDescription: "no such code", validation: redeem(nil), refusal: .invalidGrant(.unknown), writes: []),
        Refused(
            testDescription: "another tenant's code",
            validation: redeem(Fixture.code(), context: Fixture.context(tenant: Fixture.otherTenant)),
            refusal: .invalidGrant(.unknown), writes: []),
        Refused(
            testDescription: "another client's code",
            validation: redeem(
                Fixture.code(), context: Fixture.context(client: Fixture.publicClient(ClientID("other")))),
            refusal: .invalidGrant(.otherClient)),
        Refused(
            testDescription: "an expired code",
            validation: redeem(Fixture.code(), context: Fixture.context(now: Fixture.now + .seconds(60))),
            refusal: .invalidGrant(.expired),
            writes: [.consumeCode(SecretHash(of: "code"), grant: Fixture.grantID, at: Fixture.now + .seconds(60))]),
        Refused(
            testDescription: "a code that was used",
            validation: redeem(Fixture.code(consumedAt: Fixture.now - .seconds(1))), refusal: .invalidGrant(.reused),
            writes: [.killGrant(Fixture.grantID, .codeReused, at: Fixture.now)]),
        Refused(
            testDescription: "a code that was used, long expired",
            validation: redeem(
                Fixture.code(consumedAt: Fixture.now), context: Fixture.context(now: Fixture.now + .seconds(3600))),
            refusal: .invalidGrant(.reused),
            writes: [.killGrant(Fixture.grantID, .codeReused, at: Fixture.now + .seconds(3600))]),
        Refused(
            testDescription: "another redirect URI",
            validation: redeem(Fixture.code(), redirectURI: Fixture.redirectURI + "/"),
            refusal: .invalidGrant(.redirectURI)),
        Refused(
            testDescription: "no redirect URI", validation: redeem(Fixture.code(), redirectURI: nil),
            refusal: .invalidGrant(.redirectURI)),
        Refused(
            testDescription: "a challenge without a verifier", validation: redeem(Fixture.code(), verifier: nil),
            refusal: .invalidGrant(.codeVerifier)),
        Refused(
            testDescription: "a verifier without a challenge", validation: redeem(Fixture.code(challenge: nil)),
            refusal: .invalidGrant(.codeVerifier)),
        Refused(
            testDescription: "another verifier",
            validation: redeem(Fixture.code(), verifier: String(Fixture.verifier.reversed())),
            refusal: .invalidGrant(.codeVerifier)),
        Refused(
            testDescription: "a bound code without a proof",
            validation: redeem(Fixture.code(keyThumbprint: "key")), refusal: .invalidProof(.missing)),
        Refused(
            testDescription: "a bound code with another key",
            validation: redeem(Fixture.code(keyThumbprint: "key"), context: Fixture.context(keyThumbprint: "other")),
            refusal: .invalidProof(.otherKey)),
        Refused(
            testDescription: "a disabled account", validation: redeem(Fixture.code(), account: .disabled),
            refusal: .invalidGrant(.dead(.accountDisabled))),
        Refused(
            testDescription: "a removed account", validation: redeem(Fixture.code(), account: .missing),
            refusal: .invalidGrant(.dead(.accountDisabled))),
        Refused(
            testDescription: "a scope beyond the code's",
            validation: redeem(Fixture.code(), context: Fixture.context(scope: "openid api://contoso-mail/Mail.Send")),
            refusal: .invalidScope(named: "api://contoso-mail/Mail.Send")),
    ]

    @Test(arguments: refused)
    func `refuses a code, and uses up one that it knows`(_ refused: Refused) {
        #expect(refused.validation == .refused(refused.refusal, writes: refused.writes))
    }

    @Test func `a code is good until the last millisecond, for a part of its scope, with its key`() {
        let context = Fixture.context(
            keyThumbprint: "key", scope: "api://contoso-mail/Mail.Read", now: Fixture.now + .milliseconds(59_999))
        guard case .valid(let grant) = Self.redeem(Fixture.code(keyThumbprint: "key"), context: context) else {
            Issue.record("refused")
            return
        }
        #expect(grant.scope == "api://contoso-mail/Mail.Read")
    }
}
