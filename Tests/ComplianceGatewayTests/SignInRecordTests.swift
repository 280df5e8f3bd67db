import AccessModel
import AccessPolicy
import ComplianceGateway
import Directory
import JSONCoding
import PolicyFormat
import ServiceRuntime
import Storage
import Testing

/// What is kept of a decision about a token, and what can be done with it.
@Suite struct SignInRecordTests {
    static func store(_ world: World) -> SQLGatewayStore { SQLGatewayStore(world.database) }

    static func records(_ world: World) async throws -> [SignInRecord] {
        try await store(world).signIns(of: World.tenant, .after(0), limit: 1000).compactMap { try $0.record() }
    }

    /// The mail resource's policy, and a report-only one for everything.
    static func policies(
        watched control: String, state: String = "enabledForReportingButNotEnforced", name: String = "Watched"
    ) -> [UInt8] {
        let watched = """
            {"id": "44444444-0000-4000-8000-000000000003", "displayName": "\(name)", "state": "\(state)",
             "conditions": {"users": {"includeUsers": ["All"]}, "applications": {"includeApplications": ["All"]}},
             "grantControls": {"operator": "OR", "builtInControls": ["\(control)"]}}
            """
        let collection = PolicyCollection([
            PolicyReader().read(World.policies(), named: "published"),
            PolicyReader().read(Array(watched.utf8), named: "watched.json"),
        ])
        return PolicyPublication.bytes(of: collection)
    }

    @Test func `an issue and a refusal keep what they were decided on, and by which revision`() async throws {
        try await World.run { world async throws in
            let published = try await world.administration.publishPolicies(
                Self.policies(watched: "block"), to: world.head())
            #expect(published.isPublished)
            let app = try TestApp()
            let first = try await world.signIn(app, scope: world.complianceScope).issued()
            #expect(try await world.refresh(first, by: app, scope: World.mailScope).refusal != nil)
            let revision = try await world.head().revisions.policies
            let records = try await Self.records(world)
            #expect(records.count == 2)
            #expect(records.allSatisfy { $0.policyRevision == revision })
            #expect(
                records.map(\.reportOnly)
                    == Array(
                        repeating: [ReportOnlyResult("44444444-0000-4000-8000-000000000003", .reportOnlyFailure)],
                        count: 2))
            #expect(records[0].outcome == .allowedNoPolicyApplied && records[0].unmet.isEmpty)
            #expect(records[0].request.purpose == .becomeCompliant)
            #expect(records[1].request.resource == .application(World.mail))
            #expect(records[1].request.subject == .account(AccountMembership(account: World.alice)))
            #expect(records[1].request.context.clientAppType == .mobileAppsAndDesktopClients)
            #expect(records[1].outcome == .requires(.compliantApplication, .notEnrolled))
            #expect(records[1].unmet.map(\.control) == [.compliantApplication])
            #expect(records[1].appliedPolicies == ["44444444-0000-4000-8000-000000000001"])
        }
    }

    @Test func `a request that was kept is decided as it was`() async throws {
        try await World.run { world async throws in
            _ = try await world.signIn(TestApp(), scope: World.mailScope)
            let enrolled = try await world.compliantApp(TestApp(), identity: world.identities.issue())
            _ = try await world.signIn(enrolled.app, scope: World.mailScope).issued()
            let records = try await Self.records(world)
            let set = try PolicyPublication.collection(of: World.policies()).policySet()
            #expect(records.contains { !$0.outcome.isAllowed } && records.contains { $0.outcome == .allowed })
            for record in records {
                let again = set.evaluate(record.request)
                #expect(again.outcome == record.outcome && again.unmet == record.unmet)
                #expect(again.appliedPolicies == record.appliedPolicies)
            }
        }
    }

    @Test func `the history gives each request with the groups of now, page by page`() async throws {
        try await World.run { world async throws in
            for _ in 0..<3 { _ = try await world.signIn(TestApp(), scope: world.complianceScope).issued() }
            let groups = [
                AccountGroup(id: "inner", name: "inner", accounts: [World.alice]),
                AccountGroup(id: "outer", name: "outer", groups: ["inner"]),
            ]
            #expect(try await world.administration.apply(.init(groups: groups), to: World.tenant).isDone)
            let store = Self.store(world)
            let history = SignInHistory(of: World.tenant, store: store, log: store)
            let first = try #require(try await history.page(after: 0, limit: 2))
            #expect(first.requests.count == 2)
            let membership = AccountMembership(account: World.alice, groups: ["inner", "outer"])
            #expect(first.requests.allSatisfy { $0.request.subject == .account(membership) && $0.at == world.now })
            let second = try #require(try await history.page(after: first.end, limit: 2))
            #expect(second.requests.count == 1)
            #expect(try await history.page(after: second.end, limit: 2) == nil)
        }
    }

    @Test func `policies that are published while a request is decided decide none or all of it`() async throws {
        let lock = Lock<InterposedStore?>(nil)
        try await World.run(wrap: { store in lock.kept(InterposedStore(store)) }) { world async throws in
            let store = try #require(lock.withLock { $0 })
            let before = try await world.head().revisions.policies
            store.beforeNextCommit {
                let disabled = World.policies(state: "disabled")
                let outcome = try await world.administration.publishPolicies(disabled, to: world.head())
                #expect(outcome.isPublished)
            }
            _ = try await world.signIn(TestApp(), scope: World.mailScope)
            let record = try #require(try await Self.records(world).last)
            let now = try await world.head().revisions.policies
            let set = try await PolicyPublication.collection(
                of: world.environment.store.publishedPolicies(of: World.tenant, revision: record.policyRevision)?
                    .document
            ).policySet()
            #expect(now == before + 1 && [before, now].contains(record.policyRevision))
            #expect(set.evaluate(record.request).outcome == record.outcome)
        }
    }
}
