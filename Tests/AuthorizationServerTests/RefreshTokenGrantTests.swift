import AccessModel
import AuthorizationServer
import Testing

struct RefreshTokenGrantTests {
    private static func use(
        _ token: RefreshToken? = Fixture.refreshToken(), grant: Grant? = Fixture.grant(),
        account: AccountStanding = Fixture.active, context: GrantContext = Fixture.context()
    ) -> GrantValidation {
        RefreshTokenGrant.validate(token, grant: grant, account: account, context: context)
    }

    private static func kill(_ death: GrantDeath) -> GrantChange { .killGrant(Fixture.grantID, death, at: Fixture.now) }

    @Test func `a current token is good, and nothing of the sign-in moves`() throws {
        guard case .valid(let grant) = Self.use(grant: Fixture.grant(declared: [.protapp])) else { throw Unexpected() }
        #expect(grant.grant.authenticatedAt == Fixture.now - .seconds(3600))
        #expect(grant.scope == Fixture.scope)
        #expect(grant.nonce == nil)
        // A stock client's refresh may say nothing of capabilities: what the grant was made with counts then.
        #expect(grant.declaredCapabilities == [.protapp])
    }

    @Test func `claims of the request itself replace what the grant was made with`() throws {
        let context = Fixture.context(declared: [])
        guard case .valid(let grant) = Self.use(grant: Fixture.grant(declared: [.protapp]), context: context) else {
            throw Unexpected()
        }
        #expect(grant.declaredCapabilities == [])
    }

    @Test func `another resource may be asked for; registration and policy decide on it`() throws {
        guard case .valid(let grant) = Self.use(context: Fixture.context(scope: "api://files/Files.Read")) else {
            throw Unexpected()
        }
        #expect(grant.scope == "api://files/Files.Read")
    }

    struct Refused: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let validation: GrantValidation
        let refusal: TokenRequestRefusal
        var writes: [GrantChange] = []
    }

    static let refused: [Refused] =
        [
            Refused(testDescription: "no such token", validation: use(nil), refusal: .invalidGrant(.unknown)),
            Refused(testDescription: "no grant", validation: use(grant: nil), refusal: .invalidGrant(.unknown)),
            Refused(
                testDescription: "another tenant's token",
                validation: use(context: Fixture.context(tenant: Fixture.otherTenant)), refusal: .invalidGrant(.unknown)
            ),
            Refused(
                testDescription: "another client's token",
                validation: use(context: Fixture.context(client: Fixture.publicClient(ClientID("other")))),
                refusal: .invalidGrant(.otherClient)),
            Refused(
                testDescription: "a rotated token", validation: use(Fixture.refreshToken(rotatedAt: Fixture.now)),
                refusal: .invalidGrant(.reused), writes: [kill(.refreshTokenReused)]),
            Refused(
                testDescription: "a rotated token, by another client",
                validation: use(
                    Fixture.refreshToken(rotatedAt: Fixture.now),
                    context: Fixture.context(client: Fixture.publicClient(ClientID("other")))),
                refusal: .invalidGrant(.otherClient)),
            Refused(
                testDescription: "an idle token",
                validation: use(context: Fixture.context(now: Fixture.now + .seconds(90 * 86_400))),
                refusal: .invalidGrant(.expired)),
            Refused(
                testDescription: "a disabled account", validation: use(account: .disabled),
                refusal: .invalidGrant(.dead(.accountDisabled)), writes: [kill(.accountDisabled)]),
            Refused(
                testDescription: "a removed account", validation: use(account: .missing),
                refusal: .invalidGrant(.dead(.accountDisabled)), writes: [kill(.accountDisabled)]),
            Refused(
                testDescription: "a bound token without a proof",
                validation: use(Fixture.refreshToken(keyThumbprint: "key")), refusal: .invalidProof(.missing)),
            Refused(
                testDescription: "a bound token with another key",
                validation: use(
                    Fixture.refreshToken(keyThumbprint: "key"), context: Fixture.context(keyThumbprint: "other")),
                refusal: .invalidProof(.otherKey)),
        ]
        + GrantDeath.allCases.map {
            Refused(
                testDescription: "a grant that is dead: \($0)", validation: use(grant: Fixture.grant(state: .dead($0))),
                refusal: .invalidGrant(.dead($0)))
        }

    @Test(arguments: refused)
    func `refuses a token`(_ refused: Refused) {
        #expect(refused.validation == .refused(refused.refusal, writes: refused.writes))
    }
}
