import AccessModel
import Authentication
import HTTPMessage
import JSONCoding
import Testing

@testable import GatewayAPI

/// Each route with another tenant's credential: the answer is that of an unknown object.
@Suite(.timeLimit(.minutes(10))) struct TenantIsolationTests {
    @Test func `no route of the compliance API takes another tenant's token`() async throws {
        try await TestGateway.run { gateway in
            let app = try TestApp(gateway)
            let own = try await app.becomeCompliant(.alex)
            let services = GatewayServices(
                gateway.environment, directory: gateway.directory, live: gateway.live, budget: SignInBudget())
            let routes = RouteTable.routes(services).filter { $0.surface == .compliance }
            #expect(routes.count == 11)
            for route in routes {
                let path = route.template.description.replacing("{tenant}", with: World.fabrikam.rawValue)
                    .replacing("{instance}", with: app.instance ?? "")
                    .replacing("{account}", with: World.Person.alex.account)
                let token = own["access_token"] ?? ""
                let proof = app.proof(route.method.rawValue, World.origin + path, token: token)
                let answer = await gateway.send(
                    route.method, path,
                    [(.authorization, "DPoP " + token), (.dpop, proof), (.contentType, "application/json")],
                    body: #"{"silent":true}"#)
                // A wipe is asked for by the key alone, since the app has no token any more.
                let isByKey = path.hasSuffix("/wipe") || path.hasSuffix("/wipe-confirmation")
                #expect(answer.status == (isByKey ? 404 : 401), "\(route.method) \(route.template)")
                #expect(answer["error"] == (isByKey ? "unknown_instance" : "invalid_token"))
            }
        }
    }

    @Test func `tokens, codes and sessions end at their tenant`() async throws {
        try await TestGateway.run { gateway in
            let app = try TestApp(gateway)
            let mail = try await app.tokens(.robin, World.mailScope)
            let other = try TestApp(gateway, tenant: World.fabrikam.rawValue)
            other.key = app.key
            #expect(await other.refresh(mail["refresh_token"])["error"] == "invalid_grant")
            let arrival = await app.browser.get(app.authorizeTarget())
            #expect(await other.redeem(arrival.redirected["code"] ?? "")["error"] == "invalid_grant")
            let seen = await introspect(mail["access_token"], at: gateway, tenant: World.fabrikam.rawValue)
            #expect(seen.text == #"{"active":false}"#)
            let revoked = await gateway.post(
                other.path("oauth2/v2.0/revoke"),
                [("token", mail["refresh_token"] ?? ""), ("client_id", World.mailApp)])
            #expect(revoked.status == 200)
            #expect(await introspect(mail["access_token"], at: gateway).json?["active"] == .bool(true))
            #expect(await app.refresh(mail["refresh_token"]).status == 200)
        }
    }

    @Test func `a session of one tenant is nothing under another's name`() async throws {
        try await TestGateway.run { gateway in
            let app = try TestApp(gateway)
            _ = await app.browser.signIn(app.authorizeTarget(), .robin)
            let session = try #require(app.browser.cookies.first { $0.name == "__Host-postern-11111111" })
            let other = try TestApp(gateway, tenant: World.fabrikam.rawValue)
            other.browser.plant("__Host-postern-22222222", session.value)
            #expect(await other.browser.get(other.authorizeTarget()).hasField("password"))
        }
    }

    @Test func `a user code of one tenant is unknown in another`() async throws {
        try await TestGateway.run { gateway in
            let dance = try DeviceDance(gateway, .robin)
            let begun = await dance.begin(World.mailScope)
            let other = try TestApp(gateway, tenant: World.fabrikam.rawValue)
            _ = await other.browser.signIn(other.authorizeTarget(), .robin)
            let page = other.path("oauth2/v2.0/deviceauth")
            let entry = await other.browser.get(page)
            let shown = await other.browser.post(
                page, [("csrf", entry.field("csrf") ?? ""), ("user_code", begun["user_code"] ?? "")])
            #expect(shown.status == 400)
            let polled = await other.token([
                ("grant_type", "urn:ietf:params:oauth:grant-type:device_code"),
                ("device_code", begun["device_code"] ?? ""),
            ])
            #expect(polled["error"] == "invalid_grant")
        }
    }
}
