import AccessModel
import AuthorizationServer
import Testing

struct ClientCredentialsGrantTests {
    private func settle(
        _ outcome: AccessOutcome = .allowed, client: AuthenticatedClient? = nil
    ) -> GrantOutcome {
        ClientCredentialsGrant.settle(
            client: client ?? Fixture.confidentialClient(actsForItself: true), tenant: Fixture.tenant,
            decision: Decision(outcome: outcome), target: Fixture.target, scope: Fixture.granted,
            declaredCapabilities: [.protapp, .cp1], keyThumbprint: nil)
    }

    @Test func `a client's own token has no account, no scopes, no refresh token and never protapp`() {
        let outcome = settle()
        #expect(outcome.result?.subject == .client)
        #expect(outcome.result?.scope.scopes == [])
        #expect(outcome.result?.scope.openID == false)
        #expect(outcome.result?.refreshToken == nil)
        #expect(outcome.result?.capabilities == [.cp1])
        #expect(outcome.writes == [])
    }

    @Test(arguments: [
        AccessOutcome.requires(.mfa, .mfaRequired), .requires(.compliantDevice, .deviceUnknown),
        .requires(.compliantApplication, .notEnrolled), .blocked(.blockedByPolicy),
    ])
    func `a client that acts for itself is never challenged`(_ outcome: AccessOutcome) {
        guard case .blocked? = settle(outcome).refusal else {
            Issue.record("not blocked")
            return
        }
    }

    @Test func `a failure is a failure here too`() {
        #expect(
            settle(.failed(.sourceUnreachable)).refusal
                == .temporarilyUnavailable(.sourceUnreachable, retryAfter: .seconds(5)))
    }

    @Test func `only a service that authenticated may use it, and a service nothing else`() {
        #expect(settle(client: Fixture.publicClient()).refusal == .unauthorizedGrantType)
        #expect(settle(client: Fixture.confidentialClient()).refusal == .unauthorizedGrantType)
        let service = Fixture.confidentialClient(actsForItself: true).registration
        #expect(GrantType.allCases.filter(service.mayUse) == [.clientCredentials])
        #expect(
            GrantType.allCases.filter(Fixture.publicClient().registration.mayUse)
                == [.authorizationCode, .refreshToken, .deviceCode])
    }
}
