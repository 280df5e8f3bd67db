import AccessModel
import AuthorizationServer
import Testing

struct DeviceCodeGrantTests {
    private static let hash = SecretHash(of: "device")
    private static let consume = GrantChange.consumeDeviceCode(hash, grant: Fixture.grantID, at: Fixture.now)

    private static func poll(
        _ authorization: DeviceAuthorization?, account: AccountStanding = Fixture.active,
        context: GrantContext = Fixture.context()
    ) -> GrantValidation {
        DeviceCodeGrant.validate(authorization, account: account, context: context)
    }

    @Test func `a confirmed code gives a grant that no device control can be met by`() throws {
        guard case .valid(let grant) = Self.poll(Fixture.deviceAuthorization(.approved(Fixture.approval))) else {
            throw Unexpected()
        }
        #expect(grant.grant.origin == .deviceCode)
        #expect(grant.grant.account == Fixture.account)
        #expect(grant.grant.authenticatedAt == Fixture.now - .seconds(10))
        #expect(grant.declaredCapabilities == [.protapp])
    }

    struct Refused: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let validation: GrantValidation
        let refusal: TokenRequestRefusal
        var writes: [GrantChange] = []
    }

    static let refused: [Refused] = [
        Refused(testDescription: "no such code", validation: poll(nil), refusal: .invalidGrant(.unknown)),
        Refused(
            testDescription: "another tenant's code",
            validation: poll(
                Fixture.deviceAuthorization(.approved(Fixture.approval)),
                context: Fixture.context(tenant: Fixture.otherTenant)), refusal: .invalidGrant(.unknown)),
        Refused(
            testDescription: "another client's code",
            validation: poll(
                Fixture.deviceAuthorization(.approved(Fixture.approval)),
                context: Fixture.context(client: Fixture.publicClient(ClientID("other")))),
            refusal: .invalidGrant(.otherClient)),
        Refused(
            testDescription: "a first poll", validation: poll(Fixture.deviceAuthorization(.pending)),
            refusal: .authorizationPending(interval: .seconds(5)),
            writes: [.recordPoll(hash, at: Fixture.now, interval: .seconds(5))]),
        Refused(
            testDescription: "a poll at the interval",
            validation: poll(Fixture.deviceAuthorization(.pending, polledAt: Fixture.now - .seconds(5))),
            refusal: .authorizationPending(interval: .seconds(5)),
            writes: [.recordPoll(hash, at: Fixture.now, interval: .seconds(5))]),
        Refused(
            testDescription: "a poll too soon",
            validation: poll(Fixture.deviceAuthorization(.pending, polledAt: Fixture.now - .milliseconds(4_999))),
            refusal: .slowDown(interval: .seconds(10)),
            writes: [.recordPoll(hash, at: Fixture.now, interval: .seconds(10))]),
        Refused(
            testDescription: "another poll too soon",
            validation: poll(
                Fixture.deviceAuthorization(.pending, polledAt: Fixture.now - .seconds(9), interval: .seconds(10))),
            refusal: .slowDown(interval: .seconds(15)),
            writes: [.recordPoll(hash, at: Fixture.now, interval: .seconds(15))]),
        Refused(
            testDescription: "polls without end",
            validation: poll(
                Fixture.deviceAuthorization(.pending, polledAt: Fixture.now, interval: .seconds(898))),
            refusal: .slowDown(interval: .seconds(900)),
            writes: [.recordPoll(hash, at: Fixture.now, interval: .seconds(900))]),
        Refused(
            testDescription: "the user declined", validation: poll(Fixture.deviceAuthorization(.denied)),
            refusal: .deviceDeclined),
        Refused(
            testDescription: "an expired code, though confirmed",
            validation: poll(
                Fixture.deviceAuthorization(.approved(Fixture.approval)),
                context: Fixture.context(now: Fixture.now + .seconds(840))), refusal: .deviceCodeExpired),
        Refused(
            testDescription: "a code that was redeemed", validation: poll(Fixture.deviceAuthorization(.consumed)),
            refusal: .invalidGrant(.reused),
            writes: [.killGrant(Fixture.grantID, .codeReused, at: Fixture.now)]),
        Refused(
            testDescription: "an account that was disabled after it confirmed",
            validation: poll(Fixture.deviceAuthorization(.approved(Fixture.approval)), account: .disabled),
            refusal: .invalidGrant(.dead(.accountDisabled)), writes: [consume]),
        Refused(
            testDescription: "a scope beyond what was confirmed",
            validation: poll(
                Fixture.deviceAuthorization(.approved(Fixture.approval)),
                context: Fixture.context(scope: "api://contoso-mail/Mail.Send")),
            refusal: .invalidScope(named: "api://contoso-mail/Mail.Send"), writes: [consume]),
    ]

    @Test(arguments: refused)
    func `refuses a poll`(_ refused: Refused) {
        #expect(refused.validation == .refused(refused.refusal, writes: refused.writes))
    }

    @Test func `policy is decided at redemption, whatever the sign-in page decided`() throws {
        let grant = try Fixture.validated(.device)
        let outcome = Fixture.settle(grant, Fixture.evaluation(.blocked(.blockedByPolicy)))
        #expect(outcome.refusal == .blocked(.blockedByPolicy))
        #expect(outcome.writes.first == Self.consume)
    }
}
