import AccessModel
import AuthorizationServer
import Testing

struct RevocationTests {
    private let kill = GrantChange.killGrant(Fixture.grantID, .revoked, at: Fixture.now)

    private func revoke(
        _ token: RefreshToken? = Fixture.refreshToken(), grant: Grant? = Fixture.grant(),
        client: AuthenticatedClient = Fixture.publicClient(), tenant: TenantID = Fixture.tenant
    ) -> [GrantChange] {
        Revocation.changes(refreshToken: token, grant: grant, client: client, tenant: tenant, now: Fixture.now)
    }

    @Test func `revoking a refresh token ends its grant, also by a token that was rotated`() {
        #expect(revoke() == [kill])
        #expect(revoke(Fixture.refreshToken(rotatedAt: Fixture.now)) == [kill])
    }

    @Test func `an unknown token, another client's or tenant's, and a dead grant change nothing`() {
        #expect(revoke(nil) == [])
        #expect(revoke(grant: nil) == [])
        #expect(revoke(client: Fixture.publicClient(ClientID("other"))) == [])
        #expect(revoke(tenant: Fixture.otherTenant) == [])
        #expect(revoke(grant: Fixture.grant(state: .dead(.wiped))) == [])
    }

    @Test func `revoking an access token ends its grant, and only its own client can`() {
        let account = TokenClaimAccount(
            id: Fixture.account, grant: Fixture.grantID, instance: nil, device: nil, authenticationMethods: [],
            authenticatedAt: Fixture.now)
        func changes(_ subject: TokenClaimSubject, client: AuthenticatedClient) -> [GrantChange] {
            let claims = AccessTokenClaims(
                issuer: Fixture.issuer, audience: "a", subject: subject, tenant: Fixture.tenant, client: Fixture.app,
                scopes: [], issuedAt: Fixture.now, expiresAt: Fixture.now, tokenID: "j", point: Fixture.point)
            return Revocation.changes(accessToken: claims, client: client, tenant: Fixture.tenant, now: Fixture.now)
        }
        #expect(changes(.account(account), client: Fixture.publicClient()) == [kill])
        #expect(changes(.account(account), client: Fixture.publicClient(ClientID("other"))) == [])
        #expect(changes(.client, client: Fixture.publicClient()) == [])
    }

    @Test func `a request is read like every other`() throws {
        let request = try TokenInspectionRequest.parse(
            [("client_id", Fixture.app.rawValue), ("token", "pr_x"), ("token_type_hint", "refresh_token")],
            headers: TokenRequestHeaders()
        ).get()
        #expect(request.token == PresentedSecret("pr_x"))
        #expect(
            TokenInspectionRequest.parse([("client_id", "x")], headers: TokenRequestHeaders())
                == .failure(.invalidRequest(RequestFault("token", .missing))))
        #expect(
            TokenInspectionRequest.parse(
                [("client_id", "x"), ("token", "a"), ("token", "a")], headers: TokenRequestHeaders())
                == .failure(.invalidRequest(RequestFault("token", .repeated))))
    }
}
