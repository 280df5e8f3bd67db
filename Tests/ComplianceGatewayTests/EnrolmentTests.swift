import AccessModel
import AuthorizationServer
import Compliance
import ComplianceGateway
import ServiceRuntime
import Testing

@Suite struct EnrolmentTests {
    @Test func `an enrolment registers the key and binds the token's grant`() async throws {
        try await World.run { world async throws in
            let app = try TestApp()
            let token = try await world.signIn(app, scope: world.complianceScope).issued()
            let before = try await world.head().sequence
            let report = try await world.enrol(app, with: token, identity: world.identities.issue()).report()
            let id = try #require(report.instance)
            #expect(report.result.reasons == [.postureMissing])
            #expect(report.result.evidence == .managedSecret)
            #expect(report.enrollmentID?.sequence == (try await world.head().sequence))
            let stored = try await world.instance(id)
            #expect(stored.keyThumbprint == app.thumbprint)
            #expect(stored.account == World.alice && stored.client == "app" && stored.platform == .iOS)
            #expect(try await world.grant(token.grant)?.instance == id)
            let kinds = try await world.journal(after: before).map(\.kind)
            #expect(Set(kinds) == ["enrollmentIDIssued", "complianceChanged", "instanceEnrolled", "evidenceProved"])
        }
    }

    @Test func `without evidence an app has no more than its own word`() async throws {
        try await World.run { world async throws in
            let app = try TestApp()
            let token = try await world.signIn(app, scope: world.complianceScope).issued()
            let report = try await world.enrol(app, with: token).report()
            #expect(report.result.evidence == .selfReported)
            #expect(report.result.status == .notCompliant)
            #expect(report.result.reasons.first == .evidenceInsufficient)
        }
    }

    @Test func `the same key renews the instance and the enrolment identifier before dies`() async throws {
        try await World.run { world async throws in
            let identity = try world.identities.issue()
            let first = try await world.compliantApp(TestApp(), identity: identity)
            let again = try await world.enrol(first.app, with: first.token, identity: identity).report()
            #expect(again.instance == first.instance)
            #expect(again.result.status == .compliant)
            let next = try #require(again.enrollmentID)
            #expect(next != first.enrollment)
            func holder(_ id: EnrollmentIdentifier) async throws -> AppInstanceID? {
                try await world.environment.store.facts(
                    FactsQuery(tenant: World.tenant, presented: .enrollmentID(id.hash)))?.presentedInstance?.instance.id
            }
            #expect(try await holder(first.enrollment) == nil)
            #expect(try await holder(next) == first.instance)
        }
    }

    @Test func `a renewal on another platform is refused`() async throws {
        try await World.run { world async throws in
            let enrolled = try await world.enrolled(TestApp(), identity: world.identities.issue())
            let answer = try await world.enrol(enrolled.app, with: enrolled.token, platform: .android)
            #expect(answer.refusal == .transition(.platformChanged))
        }
    }

    @Test func `a key that another account or client enrolled is in use`() async throws {
        try await World.run { world async throws in
            let enrolled = try await world.enrolled(TestApp(), identity: world.identities.issue())
            for other in [
                TestApp(enrolled.app, account: World.bob, client: "app"),
                TestApp(enrolled.app, account: World.alice, client: "other-app"),
            ] {
                let token = try await world.signIn(other, scope: world.complianceScope).issued()
                #expect(try await world.enrol(other, with: token).refusal == .keyInUse)
                #expect(try await world.grant(token.grant)?.instance == nil)
            }
        }
    }

    @Test func `an identity that backs another account or client is in use`() async throws {
        try await World.run { world async throws in
            let identity = try world.identities.issue()
            let enrolled = try await world.enrolled(TestApp(), identity: identity)
            for other in [try TestApp(World.bob), try TestApp(World.alice, client: "other-app")] {
                let token = try await world.signIn(other, scope: world.complianceScope).issued()
                #expect(try await world.enrol(other, with: token, identity: identity).refusal == .identityInUse)
                #expect(try await world.grant(token.grant)?.instance == nil)
            }
            #expect(try await world.instance(enrolled.instance).isEnrolled)
        }
    }

    @Test func `an identity that moves to a new key gives up the instance and grants that it backed`() async throws {
        try await World.run { world async throws in
            let identity = try world.identities.issue()
            let old = try await world.compliantApp(TestApp(), identity: identity)
            let mail = try await world.signIn(old.app, scope: World.mailScope).issued()
            #expect(try await world.isActive(mail))
            let before = try await world.head().sequence
            let new = try await world.enrolled(TestApp(), identity: identity)
            #expect(new.instance != old.instance)
            #expect(try await world.instance(old.instance).lifecycle == .unenrolled(world.now))
            #expect(try await world.grant(mail.grant)?.state == .dead(.unenrolled))
            #expect(try await world.grant(old.token.grant)?.state == .dead(.unenrolled))
            #expect(try await world.grant(new.token.grant)?.state == .active)
            #expect(try await world.isActive(mail) == false)
            #expect(try await world.refresh(mail, by: old.app).refusal == .invalidGrant(.dead(.unenrolled)))
            let left = try await world.journal(after: before).filter { $0.kind == "instanceUnenrolled" }
            #expect(left.map(\.instance) == [old.instance.rawValue])
        }
    }

    @Test func `a reinstalled app moves its grant and does not lose it with the old instance`() async throws {
        try await World.run { world async throws in
            let identity = try world.identities.issue()
            // A bearer token, so that another key may enrol with it.
            let first = try await world.enrolled(TestApp(), identity: identity, proves: false)
            let again = try TestApp()
            let report = try await world.enrol(again, with: first.token, identity: identity, scheme: .bearer).report()
            #expect(report.instance != first.instance)
            #expect(try await world.grant(first.token.grant)?.instance == report.instance)
            #expect(try await world.grant(first.token.grant)?.state == .active)
            #expect(try await world.instance(first.instance).isEnrolled == false)
        }
    }

    @Test func `a blocked instance's certificate backs no other key`() async throws {
        try await World.run { world async throws in
            let identity = try world.identities.issue()
            let blocked = try await world.compliantApp(TestApp(), identity: identity)
            try await world.act(.block, on: blocked.instance)
            let fresh = try TestApp()
            let token = try await world.signIn(fresh, scope: world.complianceScope).issued()
            let refused = ComplianceRefusal.transition(.blockedEarlier)
            #expect(try await world.enrol(fresh, with: token, identity: identity).refusal == refused)
            #expect(try await world.enrol(blocked.app, with: blocked.token, identity: identity).refusal == refused)
            // Nor is the block left behind by giving the instance up.
            #expect(
                try await world.compliance.unenrol(
                    world.caller(blocked.token, by: blocked.app, instance: blocked.instance)
                ).refusal == nil)
            #expect(try await world.enrol(fresh, with: token, identity: identity).refusal == refused)
            // Another certificate is another device.
            _ = try await world.enrol(fresh, with: token, identity: world.identities.issue()).report()
        }
    }

    @Test func `a certificate may be shown later and then backs the instance`() async throws {
        try await World.run { world async throws in
            let app = try TestApp()
            let token = try await world.signIn(app, scope: world.complianceScope).issued()
            let id = try #require(try await world.enrol(app, with: token).report().instance)
            let identity = try world.identities.issue()
            let proof = try identity.proof(for: app, issuer: world.urls.issuer, at: world.now, id: "p1")
            let caller = try await world.caller(token, by: app, instance: id)
            let report = try await world.compliance.proveEvidence(caller, proof: proof).report()
            #expect(report.instance == id)
            #expect(report.result.evidence == .managedSecret)
            #expect(try await world.instance(id).evidence.level == .managedSecret)
            // The proof is used once.
            let second = try await world.caller(token, by: app, instance: id)
            #expect(try await world.compliance.proveEvidence(second, proof: proof).refusal == .replayed)
            let unenrolled = try await world.compliance.unenrol(world.caller(token, by: app, instance: id))
            #expect(unenrolled.refusal == nil)
            let other = try await world.signIn(app, scope: world.complianceScope).issued()
            let gone = try await world.caller(other, by: app, instance: id)
            #expect(
                try await world.compliance.proveEvidence(
                    gone, proof: identity.proof(for: app, issuer: world.urls.issuer, at: world.now, id: "p2")
                ).refusal == .transition(.unenrolled))
        }
    }

    @Test func `two keys that enrol at once with one certificate are never both backed by it`() async throws {
        let lock = Lock<InterposedStore?>(nil)
        try await World.run(wrap: { store in lock.kept(InterposedStore(store)) }) { world async throws in
            let store = try #require(lock.withLock { $0 })
            let identity = try world.identities.issue()
            let (one, two) = (try TestApp(), try TestApp())
            let first = try await world.signIn(one, scope: world.complianceScope).issued()
            let second = try await world.signIn(two, scope: world.complianceScope).issued()
            store.beforeNextCommit { _ = try await world.enrol(two, with: second, identity: identity).report() }
            #expect(try await world.enrol(one, with: first, identity: identity).refusal == .concurrentChange)
            let enrolled = try await store.instances(of: World.tenant, account: World.alice, limit: 10)
                .filter(\.instance.isEnrolled)
            #expect(enrolled.map(\.instance.keyThumbprint) == [two.thumbprint])
        }
    }

    @Test func `a proof of another key, client, time or authority is no evidence`() async throws {
        try await World.run { world async throws in
            let app = try TestApp()
            let token = try await world.signIn(app, scope: world.complianceScope).issued()
            let identity = try world.identities.issue()
            let issuer = world.urls.issuer
            let stranger = try Identities().issue()
            let late = world.now - .seconds(400)
            let cases: [(EvidenceFault, String)] = [
                (.claims, try identity.proof(for: TestApp(), issuer: issuer, at: world.now, id: "1")),
                (
                    .claims,
                    try identity.proof(
                        for: TestApp(app, account: World.alice, client: "other-app"), issuer: issuer, at: world.now,
                        id: "2")
                ),
                (.claims, try identity.proof(for: app, issuer: "https://other.example", at: world.now, id: "3")),
                (.claims, try identity.proof(for: app, issuer: issuer, at: late, id: "4")),
                (.certificate, try stranger.proof(for: app, issuer: issuer, at: world.now, id: "5")),
                (
                    .signature,
                    try ManagedIdentity(key: stranger.key, certificate: identity.certificate)
                        .proof(for: app, issuer: issuer, at: world.now, id: "6")
                ),
                (.malformed, "x.y.z"),
            ]
            for (fault, evidence) in cases {
                let answer = try await world.compliance.enrol(
                    world.caller(token, by: app), EnrolmentInput(platform: .iOS, evidence: evidence))
                #expect(answer.refusal == .invalidEvidence(fault))
            }
            #expect(try await world.grant(token.grant)?.instance == nil)
        }
    }
}

extension World {
    /// Acts as an administrator and demands that it is done.
    func act(
        _ act: InstanceAct, on instance: AppInstanceID, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let outcome = try await administration.act(
            act, on: instance, in: Self.tenant, reason: "because", directory: directory)
        guard case .done = outcome else {
            Issue.record("\(outcome)", sourceLocation: sourceLocation)
            return
        }
    }
}
