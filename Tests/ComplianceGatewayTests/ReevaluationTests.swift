import AccessModel
import Compliance
import ComplianceGateway
import JSONCoding
import Storage
import Testing

/// What is evaluated again, when, and what follows.
@Suite(.timeLimit(.minutes(10))) struct ReevaluationTests {
    @Test func `an instance is evaluated when its time comes and not before`() async throws {
        try await World.run { world async throws in
            let enrolled = try await world.compliantApp(TestApp(), identity: world.identities.issue())
            let token = try await world.signIn(enrolled.app, scope: World.mailScope).issued()
            #expect(try await world.store.nextDue() == world.now + .seconds(3600))
            world.advance(.seconds(3599))
            #expect(try await world.reevaluation.evaluateDue() == (0, 0))
            #expect(try await world.isActive(token))
            world.advance(.seconds(1))
            let before = try await world.head().sequence
            #expect(try await world.reevaluation.evaluateDue() == (1, 1))
            #expect(try await world.instance(enrolled.instance).result.reasons == [.checkInOverdue])
            #expect(try await world.journal(after: before).map(\.kind) == ["complianceChanged", "tokensSuspended"])
            #expect(try await !world.isActive(token))
            // What is done is done once.
            #expect(try await world.reevaluation.evaluateDue() == (0, 0))
            #expect(try await world.head().sequence == before + 2)
        }
    }

    @Test func `a published protection policy is applied to the apps that it is for, without their asking`()
        async throws
    {
        try await World.run { world async throws in
            let first = try await world.compliantApp(TestApp(), identity: world.identities.issue())
            let other = try await world.compliantApp(
                TestApp(client: "other-app"), identity: world.identities.issue())
            try await world.settle()
            let policy = try AppProtectionPolicy(
                id: "mail", displayName: "Mail", revision: 1, target: .init(include: .init(all: true)),
                apps: .clients(["app"]), rules: ProtectionRules(revisionGrace: .zero))
            let before = try await world.head()
            _ = try await world.administration.publishProtection(
                [World.protection(), policy], exemptions: [], to: before)
            let events = try await world.settle()
            #expect(
                events == [.completed(cause: before.sequence + 1, instances: 1, changed: 1, tokens: 0, suspended: 0)])
            #expect(try await world.instance(first.instance).result.reasons == [.policyNotApplied])
            #expect(try await world.instance(other.instance).result.status == .compliant)
            let entries = try await world.journal(after: before.sequence)
            #expect(
                entries.map(\.kind) == [
                    "protectionPoliciesPublished", "complianceChanged", "tokensSuspended", "reevaluationCompleted",
                ])
            #expect(entries.last?.details["instances"] == .integer(1))
        }
    }

    @Test func `a live token that would no longer be issued is cut, and one that would stands`() async throws {
        try await World.run { world async throws in
            let enrolled = try await world.compliantApp(TestApp(), identity: world.identities.issue())
            let mail = try await world.signIn(enrolled.app, scope: World.mailScope).issued()
            try await world.settle()
            // Nothing that the token rests on has changed.
            #expect(try await world.publish(state: "enabled", "compliantApplication", "compliantDevice"))
            #expect(try await world.settle().last?.suspended == 0)
            #expect(try await world.isActive(mail))
            #expect(try await world.publish(state: "enabled", "block"))
            #expect(try await world.isActive(mail))
            #expect(try await world.settle().last?.suspended == 1)
            #expect(try await !world.isActive(mail))
            // The way back to compliance stays open.
            #expect(try await !world.admission(enrolled.token, by: enrolled.app).isRefused(.invalidToken))
            #expect(try await world.admission(mail, by: enrolled.app).isRefused(.invalidToken))
            let cut = try #require(
                try await world.journal(after: 0).last { $0.kind == "tokensSuspended" })
            #expect(cut.details["reason"]?.stringValue == "blocked_by_policy")
            #expect(cut.details["cause"]?.stringValue == "policies")
            // The grant lives: when the policy goes, a refresh is enough.
            #expect(try await world.publish(state: "enabled", "compliantApplication"))
            #expect(try await world.settle().last?.suspended == 0)
            let again = try await world.refresh(mail, by: enrolled.app).issued()
            #expect(try await world.isActive(again))
        }
    }

    @Test func `a token that has ended, or was cut, is not cut again`() async throws {
        try await World.run { world async throws in
            let enrolled = try await world.compliantApp(TestApp(), identity: world.identities.issue())
            let short = try await world.signIn(enrolled.app, scope: World.mailScope).issued()
            try await world.settle()
            world.advance(.seconds(short.lifetime))
            #expect(try await world.publish(state: "enabled", "block"))
            #expect(try await world.settle().last?.tokens == 0)
        }
        try await World.run { world async throws in
            let enrolled = try await world.compliantApp(TestApp(), identity: world.identities.issue())
            _ = try await world.signIn(enrolled.app, scope: World.mailScope).issued()
            try await world.settle()
            #expect(try await world.publish(state: "enabled", "block"))
            #expect(try await world.settle().last?.suspended == 1)
            #expect(try await world.publish(state: "enabled", "block", "mfa"))
            #expect(try await world.settle().last?.suspended == 0)
        }
    }

    @Test func `disabling an account reaches its instances and nobody else's`() async throws {
        try await World.run { world async throws in
            let alice = try await world.compliantApp(TestApp(), identity: world.identities.issue())
            let bob = try await world.compliantApp(
                TestApp(World.bob), identity: world.identities.issue())
            try await world.settle()
            #expect(
                try await world.administration.setEnabled(false, World.alice, in: World.tenant, reason: "left").isDone)
            #expect(try await world.settle().last?.instances == 1)
            #expect(try await world.instance(alice.instance).result.reasons == [.accountDisabled])
            #expect(try await world.instance(bob.instance).result.status == .compliant)
        }
    }

    @Test func `what was under way goes on where it was, in another process too`() async throws {
        try await World.run { world async throws in
            _ = try await world.compliantApp(TestApp(), identity: world.identities.issue())
            try await world.settle()
            #expect(try await world.publish(state: "enabled", "block"))
            let cause = try await world.head().sequence
            var (place, event) = try await world.reevaluation.step(in: World.tenant, from: nil)
            #expect(event == .began(cause: cause))
            let stored = try #require(try await world.store.cursor(.reevaluation, of: World.tenant))
            #expect(stored.sequence == cause && stored.progress != nil)
            // A process that starts now knows only what is stored.
            var steps = 0
            var fresh: ReevaluationPlace?
            repeat {
                (place, event) = try await world.reevaluation.step(in: World.tenant, from: fresh)
                fresh = nil
                steps += 1
                try #require(steps < 10)
            } while event == .worked
            #expect(event == .completed(cause: cause, instances: 1, changed: 0, tokens: 1, suspended: 0))
            #expect(try await world.store.cursor(.reevaluation, of: World.tenant)?.progress == nil)
            // One that still believes in the old place is told so, and does nothing twice.
            await #expect(throws: StoreError.self) {
                _ = try await world.reevaluation.step(in: World.tenant, from: place)
                _ = try await world.reevaluation.step(in: World.tenant, from: ReevaluationPlace(stored))
            }
        }
    }

    @Test func `many instances are gone through in batches, each once`() async throws {
        try await World.run { world async throws in
            let sample = try await world.compliantApp(TestApp(), identity: world.identities.issue())
            let template = try await world.instance(sample.instance)
            for number in 0..<450 {
                let copy = AppInstance(
                    id: AppInstanceID("copy-\(number)"), account: template.account, client: template.client,
                    platform: template.platform, keyThumbprint: "key-\(number)", enrolledAt: template.enrolledAt,
                    evidence: template.evidence, posture: template.posture, lastCheckIn: template.lastCheckIn,
                    confirmedRevision: template.confirmedRevision, result: template.result)
                let write = GatewayWrite(
                    tenant: World.tenant, changes: [.instance(.insert(copy))], entries: [])
                _ = try await world.store.commit(write)
            }
            try await world.settle()
            let before = try await world.head()
            _ = try await world.administration.publishProtection(
                [World.protection(requiresPIN: false)], exemptions: [], to: before)
            let done = try await world.settle()
            #expect(
                done == [
                    .completed(cause: before.sequence + 1, instances: 451, changed: 451, tokens: 0, suspended: 0)
                ])
            let changes = try await world.journal(after: before.sequence).filter { $0.kind == "complianceChanged" }
            #expect(Set(changes.compactMap(\.instance)).count == 451 && changes.count == 451)
        }
    }
}

extension World {
    /// Takes every step there is to take; what was completed on the way.
    @discardableResult
    func settle() async throws -> [ReevaluationEvent] {
        var place: ReevaluationPlace?
        var done: [ReevaluationEvent] = []
        for _ in 0..<100 {
            let step = try await reevaluation.step(in: Self.tenant, from: place)
            place = step.place
            switch step.event {
            case .idle: return done
            case .completed: done.append(step.event)
            case .worked, .began: break
            }
        }
        throw Unexpected("there is no end to it")
    }

    /// Publishes the one policy in another form.
    func publish(state: String, _ controls: String...) async throws -> Bool {
        let control = controls.joined(separator: "\", \"")
        return try await administration.publishPolicies(
            Self.policies(state: state, control: control), to: head()
        ).isPublished
    }
}

extension ReevaluationEvent {
    fileprivate var suspended: Int64? {
        if case .completed(_, _, _, _, let suspended, _) = self { suspended } else { nil }
    }
    fileprivate var tokens: Int64? {
        if case .completed(_, _, _, let tokens, _, _) = self { tokens } else { nil }
    }
    fileprivate var instances: Int64? {
        if case .completed(_, let instances, _, _, _, _) = self { instances } else { nil }
    }
}
