import AccessModel
import AccessPolicy
import AuthorizationServer
import ComplianceGateway
import Directory
import JSONCoding
import PolicyFormat
import Storage
import Testing

/// Report-only policies that are put in force on a schedule, under a clock that stands still.
@Suite struct PolicyPromotionTests {
    static let watched = PolicyID("44444444-0000-4000-8000-000000000003")
    static let day = Duration.seconds(86_400)

    // MARK: What stands in the way

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var after: Int64 = 7
        var threshold = 0
        var evaluated: Int64 = 100
        var denied: Int64 = 0
        var passed: Int64 = 7
        let standing: PolicyPromotion.Standing
    }

    @Test(arguments: [
        Case(testDescription: "due", standing: .due),
        Case(
            testDescription: "a moment too early", passed: 6,
            standing: .waits(until: Timestamp(seconds: 1_000) + .seconds(7 * 86_400))),
        Case(testDescription: "nobody came", evaluated: 0, standing: .nothingSeen),
        Case(testDescription: "one denial and none allowed", denied: 1, standing: .deniesTooMuch),
        Case(testDescription: "at the threshold", threshold: 100, denied: 1, standing: .due),
        Case(testDescription: "over the threshold", threshold: 99, denied: 1, standing: .deniesTooMuch),
        Case(testDescription: "everything allowed", threshold: 10_000, denied: 100, standing: .due),
        Case(testDescription: "at once", after: 0, passed: 0, standing: .due),
    ])
    func `a policy is due when it was watched long enough and would have refused little`(_ sample: Case) {
        let start = Timestamp(seconds: 1_000)
        let promotion = PolicyPromotion(
            policy: Self.watched, after: .seconds(sample.after * 86_400), maximumDenials: sample.threshold,
            actor: "root", reason: nil,
            observation: PromotionObservation(
                contentHash: SecretHash(of: "x"), since: start, cursor: 0, evaluated: sample.evaluated,
                denied: sample.denied))
        #expect(promotion.standing(at: start + .seconds(sample.passed * 86_400)) == sample.standing)
    }

    @Test(arguments: [
        (PolicyResult.reportOnlySuccess, 1, 0), (.reportOnlyInterrupted, 1, 0), (.reportOnlyFailure, 1, 1),
        (.unknown, 1, 1),
    ])
    func `a refusal and what cannot be evaluated are denials, a prompt is none`(
        result: PolicyResult, evaluated: Int64, denied: Int64
    ) {
        var seen = PromotionObservation(contentHash: SecretHash(of: "x"), since: Timestamp(seconds: 0), cursor: 0)
        let request = AccessRequest(subject: .servicePrincipal(ServicePrincipal("c")), resource: .application("r"))
        func record(_ policy: PolicyID) -> SignInRecord {
            SignInRecord(
                request: request, policyRevision: 1, outcome: .allowed,
                reportOnly: [ReportOnlyResult(policy, result)])
        }
        seen.add(record("another"), of: Self.watched)
        #expect(seen.evaluated == 0)
        seen.add(record(Self.watched), of: Self.watched)
        #expect(seen.evaluated == evaluated && seen.denied == denied)
    }

    // MARK: With a store

    static func promotions(_ world: World) -> PolicyPromotions {
        PolicyPromotions(world.environment, log: SQLGatewayStore(world.database), actor: "gateway", reason: "scheduled")
    }

    static func publish(
        _ world: World, _ control: String, state: String = "enabledForReportingButNotEnforced",
        name: String = "Watched"
    ) async throws {
        let document = SignInRecordTests.policies(watched: control, state: state, name: name)
        #expect(try await world.administration.publishPolicies(document, to: world.head()).isPublished)
    }

    static func schedule(_ world: World, days: Int64 = 7, threshold: Int = 0) async throws {
        let outcome = try await promotions(world).schedule(
            watched, after: .seconds(days * 86_400), maximumDenials: threshold, in: world.head())
        guard case .scheduled = outcome else { throw Unexpected("\(outcome)") }
    }

    static func signIn(_ world: World) async throws {
        _ = try await world.signIn(TestApp(), scope: world.complianceScope).issued()
    }

    @Test func `a policy is enabled once its time has come, as a revision of its own`() async throws {
        try await World.run { world async throws in
            try await Self.publish(world, "mfa")
            try await Self.signIn(world)
            try await Self.schedule(world)
            let promotions = Self.promotions(world)
            world.advance(Self.day * 6)
            #expect(try await promotions.advance(in: World.tenant) == [])
            world.advance(Self.day)
            let revision = try await world.head().revisions.policies
            let before = try await world.head().sequence
            #expect(
                try await promotions.advance(in: World.tenant) == [.promoted(Self.watched, revision: revision + 1)])
            let published = try #require(
                try await world.environment.store.publishedPolicies(of: World.tenant, revision: revision + 1))
            #expect(published.revision.origin == .promoted && published.revision.actor == "gateway")
            #expect(published.document == SignInRecordTests.policies(watched: "mfa", state: "enabled"))
            let entry = try #require(try await world.journal(after: before).last)
            #expect(entry.kind == "policySetPublished" && entry.details["evaluated"] == .integer(1))
            #expect(entry.details["denied"] == .integer(0) && entry.details["origin"]?.stringValue == "promoted")
            #expect(try await promotions.advance(in: World.tenant) == [])
            #expect(try await SQLGatewayStore(world.database).promotions(of: World.tenant).isEmpty)
        }
    }

    @Test func `would-be denials keep a policy where it is, as far as they were recorded since it was published`()
        async throws
    {
        try await World.run { world async throws in
            // What an earlier content would have refused does not count.
            try await Self.publish(world, "block")
            try await Self.signIn(world)
            try await Self.publish(world, "block", name: "Watched again")
            try await Self.schedule(world, days: 1, threshold: 5_000)
            world.advance(Self.day * 2)
            let promotions = Self.promotions(world)
            // Nobody came so far.
            #expect(try await promotions.advance(in: World.tenant) == [])
            try await Self.signIn(world)
            #expect(try await promotions.advance(in: World.tenant) == [])
            let seen = try await SQLGatewayStore(world.database).promotions(of: World.tenant).first?.observation
            #expect(seen?.evaluated == 1 && seen?.denied == 1)
            // The same entries are not counted twice.
            #expect(try await promotions.advance(in: World.tenant) == [])
            #expect(try await SQLGatewayStore(world.database).promotions(of: World.tenant).first?.observation == seen)
        }
    }

    @Test func `another content is watched anew`() async throws {
        try await World.run { world async throws in
            try await Self.publish(world, "mfa")
            try await Self.signIn(world)
            try await Self.schedule(world)
            world.advance(Self.day * 6)
            try await Self.publish(world, "compliantDevice")
            world.advance(Self.day * 2)
            try await Self.signIn(world)
            let promotions = Self.promotions(world)
            #expect(try await promotions.advance(in: World.tenant) == [])
            world.advance(Self.day * 5)
            let revision = try await world.head().revisions.policies
            #expect(
                try await promotions.advance(in: World.tenant) == [.promoted(Self.watched, revision: revision + 1)])
        }
    }

    @Test func `a revision that leaves the policy as it is does not start the time anew`() async throws {
        try await World.run { world async throws in
            try await Self.publish(world, "mfa")
            world.advance(Self.day * 5)
            #expect(
                try await world.administration.publishPolicies(
                    PolicyPublication.bytes(
                        of: PolicyCollection([
                            PolicyReader().read(SignInRecordTests.policies(watched: "mfa"), named: "a"),
                            PolicyReader().read(PolicyAdministrationTests.policies(state: "disabled"), named: "b"),
                        ])), to: world.head()
                ).isPublished)
            try await Self.signIn(world)
            try await Self.schedule(world)
            world.advance(Self.day * 2)
            let revision = try await world.head().revisions.policies
            #expect(
                try await Self.promotions(world).advance(in: World.tenant)
                    == [.promoted(Self.watched, revision: revision + 1)])
        }
    }

    @Test func `the lock-out guard is asked, and asked again`() async throws {
        try await World.run { world async throws in
            let admin = try PolicyAdministrationTests.account(PolicyAdministrationTests.ada, "ada")
            #expect(try await world.administration.apply(.init(accounts: [admin]), to: World.tenant).isDone)
            try await Self.publish(world, "compliantApplication")
            try await Self.signIn(world)
            try await Self.schedule(world, days: 0, threshold: 10_000)
            let promotions = Self.promotions(world)
            let revisions = try await world.head().revisions
            let refused: [PromotionEvent] = [.refused(Self.watched, .nobodyCanAdminister, at: revisions)]
            #expect(try await promotions.advance(in: World.tenant) == refused)
            #expect(try await promotions.advance(in: World.tenant) == refused)
            #expect(try await world.head().revisions == revisions)
        }
    }

    @Test func `only a report-only policy that can be enforced is scheduled, and one that is not any more ends`()
        async throws
    {
        try await World.run { world async throws in
            let promotions = Self.promotions(world)
            func outcome(_ policy: PolicyID) async throws -> ScheduleOutcome {
                try await promotions.schedule(policy, after: .zero, maximumDenials: 0, in: world.head())
            }
            guard case .unknownPolicy = try await outcome("nothing"),
                case .notReportOnly(.enabled) = try await outcome("44444444-0000-4000-8000-000000000001")
            else {
                Issue.record("scheduled")
                return
            }
            #expect(try await promotions.cancel(Self.watched, in: World.tenant) == false)
            try await Self.publish(world, "mfa")
            try await Self.schedule(world)
            try await Self.publish(world, "mfa", state: "disabled")
            #expect(try await promotions.advance(in: World.tenant) == [.ended(Self.watched)])
            #expect(try await promotions.advance(in: World.tenant) == [])
            let kinds = try await world.journal(after: 0).map(\.kind)
            #expect(
                kinds.filter { $0.hasPrefix("policyPromotion") } == [
                    "policyPromotionScheduled", "policyPromotionCancelled",
                ])
        }
    }
}
