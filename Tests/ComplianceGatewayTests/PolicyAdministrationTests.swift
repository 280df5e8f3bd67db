import AccessModel
import AccessPolicy
import ComplianceGateway
import Directory
import JSONCoding
import PolicyFormat
import ServiceRuntime
import Storage
import Testing

/// Publishing policies, going back to earlier ones, and who is left to administer.
@Suite struct PolicyAdministrationTests {
    static let ada = AccountID("22222222-0000-4000-8000-00000000ada0")
    static let bea = AccountID("22222222-0000-4000-8000-00000000bea0")
    static let glass = AccountID("22222222-0000-4000-8000-0000000091a5")
    static let spared = GroupID("22222222-0000-4000-8000-000000005bad")

    static func account(
        _ id: AccountID, _ name: String, administers: Bool = true, breakGlass: Bool = false
    ) throws -> Account {
        let upn = try #require(UserPrincipalName("\(name)@contoso.example"))
        return Account(
            id: id, userPrincipalName: upn, displayName: name, roles: administers ? [.globalAdministrator] : [],
            isBreakGlass: breakGlass)
    }

    /// A set of one policy for everybody and every application.
    static func policies(
        _ control: String = "compliantApplication", state: String = "enabled", excluding: String = ""
    ) -> [UInt8] {
        let text = """
            {"id": "44444444-0000-4000-8000-000000000002", "displayName": "Everything", "state": "\(state)",
             "conditions": {"users": {"includeUsers": ["All"]\(excluding)},
              "applications": {"includeApplications": ["All"]}},
             "grantControls": {"operator": "OR", "builtInControls": ["\(control)"]}}
            """
        return PolicyPublication.bytes(
            of: PolicyCollection([PolicyReader().read(Array(text.utf8), named: "policies.json")]))
    }

    static func run(
        wrap: ((SQLGatewayStore) -> any GatewayStore)? = nil, _ accounts: [Account], groups: [AccountGroup] = [],
        _ body: (World) async throws -> Void
    ) async throws {
        try await World.run(wrap: wrap ?? { $0 }) { world async throws in
            let contents = DirectoryContents(groups: groups, accounts: accounts)
            try #require(try await world.administration.apply(contents, to: World.tenant).isDone)
            try await body(world)
        }
    }

    // MARK: Publishing

    @Test func `what would lock every administrator out is not published, and the policy is named`() async throws {
        try await Self.run([Self.account(Self.ada, "ada"), Self.account(Self.bea, "bea")]) { world async throws in
            let before = try await world.head()
            let outcome = try await world.administration.publishPolicies(Self.policies(), to: before)
            guard case .refused(.nobodyCanAdminister, let verdict) = outcome else {
                Issue.record("\(outcome)")
                return
            }
            #expect(verdict.lockedOut.map(\.account.name) == ["ada@contoso.example", "bea@contoso.example"])
            let demand = verdict.lockedOut.first?.lockOut?.demands.first
            #expect(demand?.displayName == "Everything" && demand?.policy == "44444444-0000-4000-8000-000000000002")
            #expect(demand?.reason == .notEnrolled)
            #expect(try await world.head() == before)
            // Excluded by a nested group, one of them is left.
            let groups = [
                AccountGroup(id: Self.spared, name: "spared", groups: ["22222222-0000-4000-8000-000000005bae"]),
                AccountGroup(id: "22222222-0000-4000-8000-000000005bae", name: "inner", accounts: [Self.bea]),
            ]
            try #require(try await world.administration.apply(.init(groups: groups), to: World.tenant).isDone)
            let sparing = Self.policies(excluding: #", "excludeGroups": ["\#(Self.spared)"]"#)
            #expect(try await world.administration.publishPolicies(sparing, to: world.head()).isPublished)
        }
    }

    @Test func `a break-glass account that a policy reaches is a refusal unless that is allowed`() async throws {
        let accounts = [
            try Self.account(Self.ada, "ada"), try Self.account(Self.glass, "glass", breakGlass: true),
        ]
        try await Self.run(accounts) { world async throws in
            let mfa = Self.policies("mfa")
            let refused = try await world.administration.publishPolicies(mfa, to: world.head())
            guard case .refused(.breakGlassReached, let verdict) = refused else {
                Issue.record("\(refused)")
                return
            }
            #expect(verdict.breakGlassReach.map(\.account.name) == ["glass@contoso.example"])
            let allowed = try await world.administration.publishPolicies(
                mfa, to: world.head(), allowsBreakGlass: true)
            #expect(allowed.isPublished)
            let excluding = Self.policies("mfa", excluding: #", "excludeUsers": ["\#(Self.glass)"]"#)
            #expect(try await world.administration.publishPolicies(excluding, to: world.head()).isPublished)
        }
    }

    @Test func `a publication that looked at administrators of before is not made`() async throws {
        let lock = Lock<InterposedStore?>(nil)
        try await Self.run(
            wrap: { lock.kept(InterposedStore($0)) },
            [Self.account(Self.ada, "ada"), Self.account(Self.bea, "bea")]
        ) { world async throws in
            let store = try #require(lock.withLock { $0 })
            let sparing = Self.policies(excluding: #", "excludeUsers": ["\#(Self.bea)"]"#)
            let head = try await world.head()
            store.beforeNextCommit {
                let outcome = try await world.administration.setEnabled(
                    false, Self.bea, in: World.tenant, reason: "left")
                #expect(outcome.isDone)
            }
            let outcome = try await world.administration.publishPolicies(sparing, to: head)
            guard case .concurrentChange = outcome else {
                Issue.record("\(outcome)")
                return
            }
            guard
                case .refused = try await world.administration.publishPolicies(sparing, to: world.head())
            else {
                Issue.record("not refused")
                return
            }
        }
    }

    // MARK: Going back

    @Test func `an earlier revision comes back as a new one, by the same checks`() async throws {
        try await Self.run([]) { world async throws in
            #expect(try await world.administration.publishPolicies(Self.policies(), to: world.head()).isPublished)
            let dangerous = try await world.head().revisions.policies
            let reasoned = Administration(world.environment, actor: "root", reason: "because")
            let first = try await reasoned.rollBackPolicies(to: dangerous - 1, in: world.head())
            guard case .published(dangerous + 1, _)? = first else {
                Issue.record("\(String(describing: first))")
                return
            }
            let revisions = try await world.environment.store.policyRevisions(of: World.tenant, before: nil, limit: 3)
            #expect(revisions.map(\.origin) == [.rolledBack, .applied, .applied])
            #expect(revisions.first?.contentHash == revisions.last?.contentHash)
            #expect(revisions.first?.reason == "because" && revisions.first?.actor == "root")
            let entry = try await world.journal(after: world.head().sequence - 1).last
            #expect(entry?.details["restored"] == .integer(dangerous - 1))
            #expect(entry?.details["origin"]?.stringValue == "rolledBack")
            // Meanwhile somebody administers the tenant: the set of before would lock him out.
            let accounts = [try Self.account(Self.ada, "ada")]
            #expect(try await world.administration.apply(.init(accounts: accounts), to: World.tenant).isDone)
            let second = try await reasoned.rollBackPolicies(to: dangerous, in: world.head())
            guard case .refused(.nobodyCanAdminister, _)? = second else {
                Issue.record("\(String(describing: second))")
                return
            }
            #expect(try await reasoned.rollBackPolicies(to: 99, in: world.head()) == nil)
        }
    }

    // MARK: Recovery

    @Test func `a recovery sets every enabled policy to report-only, whoever is locked out`() async throws {
        try await Self.run([]) { world async throws in
            #expect(
                try await world.administration.publishPolicies(Self.policies("block"), to: world.head()).isPublished)
            let locked = [try Self.account(Self.ada, "ada")]
            #expect(try await world.administration.apply(.init(accounts: locked), to: World.tenant).isDone)
            let operatorsOwn = Administration(world.environment, actor: "os:root", reason: "locked out")
            let revision = try await world.head().revisions.policies
            let recovery = try #require(try await operatorsOwn.recoverPolicies(of: World.tenant))
            #expect(recovery.revision == revision + 1)
            #expect(recovery.policies.map(\.displayName) == ["Everything"])
            let published = try #require(
                try await world.environment.store.publishedPolicies(of: World.tenant, revision: revision + 1))
            #expect(published.document == Self.policies("block", state: "enabledForReportingButNotEnforced"))
            #expect(published.revision.origin == .recovered)
            let entry = try #require(try await world.journal(after: world.head().sequence - 1).last)
            #expect(entry.kind == "policySetPublished" && entry.actor == "os:root")
            #expect(entry.details["reason"]?.stringValue == "locked out")
            #expect(entry.details["setToReportOnly"]?.arrayValue?.count == 1)
            // There is nothing left to do.
            let again = try #require(try await operatorsOwn.recoverPolicies(of: World.tenant))
            #expect(again.policies.isEmpty && again.revision == revision + 1)
            #expect(try await world.head().revisions.policies == revision + 1)
        }
    }

    // MARK: The directory

    @Test func `the last administrator is neither disabled nor taken his role or his exclusion`() async throws {
        let groups = [AccountGroup(id: Self.spared, name: "spared", accounts: [Self.ada, Self.bea])]
        let accounts = [try Self.account(Self.ada, "ada"), try Self.account(Self.bea, "bea")]
        try await Self.run(accounts, groups: groups) { world async throws in
            let administration = world.administration
            let sparing = Self.policies(excluding: #", "excludeGroups": ["\#(Self.spared)"]"#)
            #expect(try await administration.publishPolicies(sparing, to: world.head()).isPublished)
            func refuses(_ contents: DirectoryContents) async throws -> Bool {
                let before = try await world.head()
                guard case .refused = try await administration.apply(contents, to: World.tenant) else { return false }
                return try await world.head() == before
            }
            let demoted = try [
                Self.account(Self.ada, "ada", administers: false), Self.account(Self.bea, "bea", administers: false),
            ]
            #expect(try await refuses(.init(accounts: demoted)))
            #expect(try await refuses(.init(groups: [AccountGroup(id: Self.spared, name: "spared")])))
            let marked = try [
                Self.account(Self.ada, "ada", breakGlass: true), Self.account(Self.bea, "bea", breakGlass: true),
            ]
            #expect(try await refuses(.init(accounts: marked)))
            #expect(try await administration.setEnabled(false, Self.bea, in: World.tenant, reason: "x").isDone)
            guard
                case .refused(let verdict) = try await administration.setEnabled(
                    false, Self.ada, in: World.tenant, reason: "x")
            else {
                Issue.record("not refused")
                return
            }
            #expect(verdict.administrators.isEmpty)
            // A disabled account that a document enables does not count: it stays disabled.
            let enabled = try [Self.account(Self.ada, "ada", administers: false), Self.account(Self.bea, "bea")]
            #expect(try await refuses(.init(accounts: enabled)))
        }
    }

    /// Expects that an act on the directory is refused when Ada is disabled between its look at the administrators and its
    /// commit.
    private static func expectRefusal(
        _ accounts: [Account],
        whileAdaIsDisabled act: @escaping @Sendable (World) async throws -> DirectoryChangeOutcome
    ) async throws {
        let lock = Lock<InterposedStore?>(nil)
        try await run(wrap: { lock.kept(InterposedStore($0)) }, accounts) { world async throws in
            let store = try #require(lock.withLock { $0 })
            store.beforeNextCommit {
                let first = try await world.administration.setEnabled(false, ada, in: World.tenant, reason: "x")
                #expect(first.isDone)
            }
            let second = try await act(world)
            guard case .refused = second else {
                Issue.record("\(second)")
                return
            }
        }
    }

    @Test func `two administrators who disable each other at once leave one`() async throws {
        let both = try [Self.account(Self.ada, "ada"), Self.account(Self.bea, "bea")]
        try await Self.expectRefusal(both) {
            try await $0.administration.setEnabled(false, Self.bea, in: World.tenant, reason: "x")
        }
    }

    @Test func `whoever is disabled while a document makes him the administrator keeps the other one`() async throws {
        let before = try [Self.account(Self.ada, "ada", administers: false), Self.account(Self.bea, "bea")]
        let exchanged = try [Self.account(Self.ada, "ada"), Self.account(Self.bea, "bea", administers: false)]
        try await Self.expectRefusal(before) {
            try await $0.administration.apply(.init(accounts: exchanged), to: World.tenant)
        }
    }

    @Test func `who is locked out already keeps nobody from changing the directory`() async throws {
        try await Self.run([]) { world async throws in
            #expect(try await world.administration.publishPolicies(Self.policies(), to: world.head()).isPublished)
            let locked = [try Self.account(Self.ada, "ada")]
            #expect(try await world.administration.apply(.init(accounts: locked), to: World.tenant).isDone)
            #expect(try await world.administration.setEnabled(false, Self.ada, in: World.tenant, reason: "x").isDone)
        }
    }

    @Test func `a new break-glass account that policies reach is told of`() async throws {
        try await Self.run([Self.account(Self.ada, "ada")]) { world async throws in
            #expect(try await world.administration.publishPolicies(Self.policies("mfa"), to: world.head()).isPublished)
            let glass = try Self.account(Self.glass, "glass", breakGlass: true)
            guard
                case .done(let reached) = try await world.administration.apply(
                    .init(accounts: [glass]), to: World.tenant)
            else {
                Issue.record("not done")
                return
            }
            #expect(reached.map(\.displayName) == ["Everything"])
        }
    }
}
