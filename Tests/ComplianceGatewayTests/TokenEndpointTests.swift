import AccessModel
import AuthorizationServer
import Compliance
import ComplianceGateway
import JSONCoding
import ServiceRuntime
import Testing

@Suite struct TokenEndpointTests {
    @Test func `of two redemptions of one code at once one is issued and the family dies`() async throws {
        try await World.run { world async throws in
            let app = try TestApp()
            let code = try await world.code(for: app, scope: world.complianceScope)
            async let one = world.redeem(code, by: app)
            async let two = world.redeem(code, by: app)
            let replies = try await [one, two]
            let issued = replies.filter { $0.refusal == nil }
            #expect(issued.count == 1)
            #expect(replies.compactMap(\.refusal) == [.invalidGrant(.reused)])
            // The one that came later shows that somebody else has the code, so that the first is taken back.
            let token = try #require(issued.first).issued()
            #expect(try await world.grant(token.grant)?.state == .dead(.codeReused))
            #expect(try await world.refresh(token, by: app).refusal == .invalidGrant(.dead(.codeReused)))
            #expect(try await world.admission(token, by: app).isRefused(.invalidToken))
        }
    }

    @Test func `a refresh token used twice ends its grant`() async throws {
        try await World.run { world async throws in
            let app = try TestApp()
            let first = try await world.signIn(app, scope: world.complianceScope).issued()
            let second = try await world.refresh(first, by: app).issued()
            #expect(try await world.refresh(first, by: app).refusal == .invalidGrant(.reused))
            #expect(try await world.refresh(second, by: app).refusal == .invalidGrant(.dead(.refreshTokenReused)))
        }
    }

    @Test func `one proof opens the endpoint once`() async throws {
        try await World.run { world async throws in
            let app = try TestApp()
            let token = try await world.signIn(app, scope: world.complianceScope).issued()
            let before = try await world.head()
            let request = try world.request(
                .refreshToken(PresentedSecret(try #require(token.refreshToken))), by: app)
            let next = try await world.redeem(request).issued()
            var again = request
            again.grant = .refreshToken(PresentedSecret(try #require(next.refreshToken)))
            #expect(try await world.redeem(again).refusal == .invalidProof(.replayed))
            // The replay used nothing up.
            #expect(try await world.head().sequence == before.sequence + 1)
            _ = try await world.refresh(next, by: app).issued()
        }
    }

    @Test func `a token that was decided before posture broke is inactive`() async throws {
        let lock = Lock<InterposedStore?>(nil)
        try await World.run(wrap: { store in lock.kept(InterposedStore(store)) }) { world async throws in
            let store = try #require(lock.withLock { $0 })
            let enrolled = try await world.compliantApp(TestApp(), identity: world.identities.issue())
            let good = try await world.signIn(enrolled.app, scope: World.mailScope).issued()
            #expect(good.capabilities == ["protapp"])
            #expect(good.instance == enrolled.instance)
            #expect(try await world.isActive(good))
            world.advance(.seconds(1))
            // The report that breaks it arrives between this request's read and its write.
            store.beforeNextCommit {
                _ = try await world.report(enrolled, pin: false).report()
            }
            let late = try await world.refresh(good, by: enrolled.app).issued()
            #expect(try await world.isActive(late) == false)
            #expect(try await world.isActive(good) == false)
            // The grant is only suspended: refused now, and issued again after the fix.
            let refusal = try await world.refresh(late, by: enrolled.app).refusal
            #expect(refusal?.reason == .pinNotSet)
            world.advance(.seconds(1))
            #expect(try await world.report(enrolled).report().result.status == .compliant)
            let fixed = try await world.refresh(late, by: enrolled.app).issued()
            #expect(try await world.isActive(fixed))
        }
    }

    @Test func `an account that is disabled during a redemption gets no grant`() async throws {
        let lock = Lock<InterposedStore?>(nil)
        try await World.run(wrap: { store in lock.kept(InterposedStore(store)) }) { world async throws in
            let store = try #require(lock.withLock { $0 })
            let app = try TestApp()
            let code = try await world.code(for: app, scope: world.complianceScope)
            store.beforeNextCommit {
                _ = try await world.administration.setEnabled(
                    false, World.alice, in: World.tenant, reason: "left")
            }
            #expect(try await world.redeem(code, by: app).refusal == .invalidGrant(.unknown))
            #expect(
                try await world.administration.setEnabled(true, World.alice, in: World.tenant, reason: "back").isDone)
            #expect(try await world.redeem(code, by: app).refusal == .invalidGrant(.unknown))
        }
    }

    @Test func `a token ends when time alone may end what it was given for`() async throws {
        try await World.run { world async throws in
            let enrolled = try await world.compliantApp(TestApp(), identity: world.identities.issue())
            // The check-in is due an hour after the report; the token would live an hour.
            world.advance(.seconds(1000))
            let token = try await world.signIn(enrolled.app, scope: World.mailScope).issued()
            #expect(token.lifetime == 2600)
            // What the compliance API gives rests on nothing that ends then, and who follows their status waits for it.
            let own = try await world.signIn(enrolled.app, scope: world.complianceScope).issued().lifetime
            world.advance(.seconds(2599))
            #expect(try await world.signIn(enrolled.app, scope: World.mailScope).issued().lifetime == 1)
            #expect(try await world.signIn(enrolled.app, scope: world.complianceScope).issued().lifetime == own)
            world.advance(.seconds(1))
            #expect(try await world.signIn(enrolled.app, scope: World.mailScope).refusal?.reason == .checkInOverdue)
        }
    }

    @Test func `a token ends with the certificate that showed that the app is managed`() async throws {
        try await World.run { world async throws in
            let end = world.now.seconds + 100
            let identity = try world.identities.issue(until: end)
            let enrolled = try await world.compliantApp(TestApp(), identity: identity)
            let token = try await world.signIn(enrolled.app, scope: World.mailScope).issued()
            #expect(token.lifetime == 99)
            world.advance(.seconds(99))
            #expect(
                try await world.signIn(enrolled.app, scope: World.mailScope).refusal?.reason == .evidenceInsufficient)
        }
    }

    @Test func `the capability is earned, not asked for`() async throws {
        try await World.run { world async throws in
            let head = try await world.head()
            #expect(
                try await world.administration.publishPolicies(World.policies(state: "disabled"), to: head).isPublished)
            let unknown = try await world.signIn(TestApp(), scope: World.mailScope).issued()
            #expect(unknown.capabilities == [] && unknown.instance == nil)
            let enrolled = try await world.compliantApp(TestApp(), identity: world.identities.issue())
            let earned = try await world.signIn(enrolled.app, scope: World.mailScope).issued()
            #expect(earned.capabilities == ["protapp"])
            let silent = try await world.signIn(enrolled.app, scope: World.mailScope, capabilities: []).issued()
            #expect(silent.capabilities == [])
            let compliance = try await world.signIn(enrolled.app, scope: world.complianceScope).issued()
            #expect(compliance.capabilities == [])
        }
    }

    @Test func `an instance of another account or client is unknown and raises no alarm`() async throws {
        try await World.run { world async throws in
            let enrolled = try await world.compliantApp(TestApp(), identity: world.identities.issue())
            for other in [
                TestApp(enrolled.app, account: World.bob, client: "app"),
                TestApp(enrolled.app, account: World.alice, client: "other-app"),
            ] {
                let refusal = try await world.signIn(other, scope: World.mailScope).refusal
                #expect(refusal?.reason == .notEnrolled)
            }
            #expect(try await world.grant(enrolled.token.grant)?.state == .active)
        }
    }

    @Test func `each refusal is journalled with its reason and policy`() async throws {
        try await World.run { world async throws in
            let before = try await world.head().sequence
            let refusal = try await world.signIn(TestApp(), scope: World.mailScope).refusal
            #expect(refusal?.reason == .notEnrolled)
            let entries = try await world.journal(after: before)
            #expect(entries.map(\.kind) == ["tokenRefused"])
            #expect(entries.first?.account == World.alice.rawValue)
            #expect(entries.first?.details["reason"]?.stringValue == "not_enrolled")
            #expect(
                entries.first?.details["unmetPolicies"]?.arrayValue?.compactMap(\.stringValue)
                    == ["44444444-0000-4000-8000-000000000001"])
        }
    }
}

extension Result where Success == ComplianceCaller, Failure == ComplianceAccessRefusal {
    func isRefused(_ refusal: ComplianceAccessRefusal) -> Bool {
        if case .failure(refusal) = self { true } else { false }
    }
}
