import AccessModel
import AuthorizationServer
import Compliance
import ComplianceGateway
import JOSE
import SQLDatabase
import Testing

@Suite struct ComplianceAccessTests {
    @Test func `a bound token is good only with its scheme and its key`() async throws {
        try await World.run { world async throws in
            let app = try TestApp()
            let token = try await world.signIn(app, scope: world.complianceScope).issued()
            let caller = try await world.admission(token, by: app).get()
            #expect(caller.grant.id == token.grant)
            #expect(caller.proof?.keyThumbprint.encoded == app.thumbprint)
            #expect(try await world.admission(token, by: app, scheme: .bearer).isRefused(.invalidToken))
            #expect(try await world.admission(token, by: app, scheme: .bearer, proves: false).isRefused(.invalidToken))
            #expect(try await world.admission(token, by: app, proves: false).isRefused(.invalidProof))
            #expect(try await world.admission(token, by: TestApp()).isRefused(.invalidProof))
        }
    }

    @Test func `a bearer token comes as one, and a proof with it is of whatever key`() async throws {
        try await World.run { world async throws in
            let app = try TestApp()
            let token = try await world.signIn(app, scope: world.complianceScope, proves: false).issued()
            #expect(try await world.admission(token, by: app, scheme: .bearer, proves: false).get().proof == nil)
            let other = try TestApp()
            let caller = try await world.admission(token, by: other, scheme: .bearer).get()
            #expect(caller.proof?.keyThumbprint.encoded == other.thumbprint)
            #expect(try await world.admission(token, by: app, scheme: .dpop).isRefused(.invalidToken))
            #expect(try await world.admission(token, by: app, scheme: .dpop, proves: false).isRefused(.invalidToken))
        }
    }

    @Test func `a proof is for this method, address, token and moment`() async throws {
        try await World.run { world async throws in
            let app = try TestApp()
            let token = try await world.signIn(app, scope: world.complianceScope).issued()
            let (url, now) = (world.urls.enrollments, world.now)
            let proofs = [
                try app.proof("GET", url, accessToken: token.accessToken, at: now, id: "1"),
                try app.proof("POST", url + "/x", accessToken: token.accessToken, at: now, id: "2"),
                try app.proof("POST", url, accessToken: token.accessToken + "x", at: now, id: "3"),
                try app.proof("POST", url, at: now, id: "4"),
                try app.proof("POST", url, accessToken: token.accessToken, at: now - .seconds(61), id: "5"),
                try app.proof("POST", url, accessToken: token.accessToken, at: now + .seconds(61), id: "6"),
                "", "a.b.c",
            ]
            for proof in proofs {
                let answer = try await world.access.admit(
                    ComplianceCredentials(
                        scheme: .dpop, accessToken: token.accessToken, proof: proof, method: "POST", instance: nil),
                    tenant: world.head(), circumstances: world.circumstances(url))
                #expect(answer.isRefused(.invalidProof))
            }
        }
    }

    @Test func `a token of another resource, tenant, key or time is refused`() async throws {
        try await World.run { world async throws in
            let enrolled = try await world.compliantApp(TestApp(), identity: world.identities.issue())
            let mail = try await world.signIn(enrolled.app, scope: World.mailScope).issued()
            #expect(try await world.admission(mail, by: enrolled.app).isRefused(.invalidToken))
            let other = TenantID("11111111-0000-4000-8000-000000000002")
            #expect(try await world.administration.createTenant(other, alias: "fabrikam", name: "Fabrikam"))
            let foreign = try await world.access.admit(
                ComplianceCredentials(
                    scheme: .dpop, accessToken: enrolled.token.accessToken,
                    proof: enrolled.app.proof(
                        "POST", world.urls.enrollments, accessToken: enrolled.token.accessToken, at: world.now, id: "x"),
                    method: "POST", instance: nil),
                tenant: #require(try await world.environment.store.tenant(.id(other))),
                circumstances: world.circumstances(world.urls.enrollments))
            #expect(foreign.isRefused(.invalidToken))
            world.advance(.seconds(598))
            #expect(try await world.admission(enrolled.token, by: enrolled.app).isRefused(.invalidToken) == false)
            world.advance(.seconds(1))
            #expect(try await world.admission(enrolled.token, by: enrolled.app).isRefused(.invalidToken))
        }
    }

    @Test func `an instance of another account or client is unknown`() async throws {
        try await World.run { world async throws in
            let own = try await world.enrolled(TestApp(), identity: world.identities.issue())
            let bobs = try await world.enrolled(TestApp(World.bob), identity: world.identities.issue())
            let others = try await world.enrolled(
                TestApp(World.alice, client: "other-app"), identity: world.identities.issue())
            for foreign in [bobs.instance, others.instance, "unknown"] {
                #expect(
                    try await world.admission(own.token, by: own.app, instance: foreign).isRefused(.unknownInstance))
            }
            let caller = try await world.caller(own.token, by: own.app, instance: own.instance)
            #expect(caller.namedInstance?.instance.id == own.instance)
            #expect(caller.boundInstance?.instance.id == own.instance)
        }
    }

    @Test func `a suspension leaves the way back open and a wipe does not`() async throws {
        try await World.run { world async throws in
            let enrolled = try await world.compliantApp(TestApp(), identity: world.identities.issue())
            let token = try await world.signIn(enrolled.app, scope: world.complianceScope).issued()
            #expect(token.instance == enrolled.instance)
            try await world.act(.block, on: enrolled.instance)
            let caller = try await world.caller(token, by: enrolled.app, instance: enrolled.instance)
            #expect(try world.compliance.status(caller).report().result.reasons == [.instanceBlocked])
            try await world.act(.unblock, on: enrolled.instance)
            try await world.act(.wipe, on: enrolled.instance)
            #expect(try await world.admission(token, by: enrolled.app).isRefused(.invalidToken))
            #expect(try await world.admission(enrolled.token, by: enrolled.app).isRefused(.invalidToken))
        }
    }

    @Test func `a disabled account, a dead grant and an earlier life of the store are not let in`() async throws {
        try await World.run { world async throws in
            let app = try TestApp()
            let token = try await world.signIn(app, scope: world.complianceScope).issued()
            let other = try await world.signIn(app, scope: world.complianceScope).issued()
            _ = try await world.environment.store.commit(
                GatewayWrite(
                    tenant: World.tenant, changes: [.grant(.killGrant(other.grant, .revoked, at: world.now))],
                    entries: [JournalEntry(.grantRevoked, at: world.now)]))
            #expect(try await world.admission(other, by: app).isRefused(.invalidToken))
            _ = try await world.database.write(.init([.init("UPDATE tenants SET epoch = epoch + 1")]))
            #expect(try await world.admission(token, by: app).isRefused(.invalidToken))
            _ = try await world.database.write(.init([.init("UPDATE tenants SET epoch = epoch - 1")]))
            #expect(try await world.admission(token, by: app).isRefused(.invalidToken) == false)
            _ = try await world.administration.setEnabled(false, World.alice, in: World.tenant, reason: "left")
            #expect(try await world.admission(token, by: app).isRefused(.invalidToken))
            // Enabled again, the token of before stays dead.
            _ = try await world.administration.setEnabled(true, World.alice, in: World.tenant, reason: "back")
            #expect(try await world.admission(token, by: app).isRefused(.invalidToken))
        }
    }

    @Test func `the policy goes to a living instance, signed for it alone`() async throws {
        try await World.run { world async throws in
            let enrolled = try await world.enrolled(TestApp(), identity: world.identities.issue())
            let caller = try await world.caller(enrolled.token, by: enrolled.app, instance: enrolled.instance)
            let token = try world.compliance.protectionPolicy(caller).get()
            #expect(token.split(separator: ".").count == 3)
            let unnamed = try await world.caller(enrolled.token, by: enrolled.app)
            #expect(throws: RefusedCompliance.self) { try world.compliance.protectionPolicy(unnamed).get() }
            #expect(
                try await world.administration.publishProtection([], exemptions: [], to: world.head()) == [])
            let later = try await world.caller(enrolled.token, by: enrolled.app, instance: enrolled.instance)
            guard case .failure(let refused) = try world.compliance.protectionPolicy(later) else {
                Issue.record("a policy that nobody published")
                return
            }
            #expect(refused.refusal == .noPolicy)
        }
    }
}
