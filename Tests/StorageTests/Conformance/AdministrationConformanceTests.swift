import AccessModel
import AccessPolicy
import Authentication
import AuthorizationServer
import Compliance
import ComplianceGateway
import Directory
import Testing

/// Tenants, their directory and what is published to them.
@Suite struct AdministrationConformanceTests {
    @Test(arguments: StoreDriver.all)
    func `a tenant has its identifier and its alias for itself`(driver: StoreDriver) async throws {
        try await driver.withStore { store async throws in
            let tenant = try await TestTenant.make(in: store)
            try await tenant.refuses(.administration(.createTenant(.sample(tenant.id, alias: "other"))))
            let same = GatewayWrite(
                tenant: "tenant-2", changes: [.administration(.createTenant(.sample("tenant-2", alias: "contoso")))],
                entries: [JournalEntry(.tenantCreated, at: .start)])
            #expect(try await store.commit(same) == .refused(change: 0))
            #expect(try await store.tenant(.id("tenant-2")) == nil)
            let head = try await tenant.head()
            #expect(try await store.tenant(.alias("contoso")) == head)
            #expect(head.epoch == 7)
            #expect(head.revisions == ConfigurationRevisions(directory: 2, policies: 0, protection: 0))
            let record = try #require(try await store.configuration(of: tenant.id))
            #expect(record.head == head)
            #expect(record.name == "Contoso")
            #expect(record.whenNothingMatches == .deny)
            #expect(record.sealedDataKey == [1, 2, 3])
            #expect(record.signingKeys.map(\.id) == ["new", "old"])
            #expect(record.signingKeys.first?.sealedPrivateKey == [5, 6])
            #expect(record.policyDocument == nil)
            #expect(record.protectionPolicies.isEmpty && record.exemptions.isEmpty)
        }
    }

    @Test(arguments: StoreDriver.all)
    func `publications are numbered and refused on an outdated revision`(driver: StoreDriver) async throws {
        try await driver.withTenant { tenant async throws in
            func policies(_ document: String, _ expecting: Int64) -> StateChange {
                .administration(
                    .publishPolicies(
                        PolicyDraft(Array(document.utf8), at: .start, actor: "root"), expecting: expecting))
            }
            func protection(_ id: AppProtectionPolicyID, _ expecting: Int64) throws -> StateChange {
                let policy = try AppProtectionPolicy(
                    id: id, displayName: "P", revision: 1, target: .init(include: .init(all: true)),
                    rules: ProtectionRules())
                let exemption = try Exemption(
                    id: "e", scope: .account(TestTenant.bob), check: .pin, reason: "r", approver: "a",
                    grantedAt: .start, ends: .start + .seconds(1))
                return .administration(
                    .publishProtection([policy], exemptions: [exemption], expecting: expecting, at: .start))
            }
            try await tenant.refuses(policies("a", 1))
            try await tenant.commit(policies("a", 0))
            try await tenant.refuses(policies("b", 0))
            try await tenant.refuses(protection("p", 1))
            try await tenant.commit(protection("p", 0))
            #expect(
                try await tenant.head().revisions == ConfigurationRevisions(directory: 2, policies: 1, protection: 1))
            try await tenant.commit(policies("b", 1), try protection("q", 1))
            #expect(
                try await tenant.head().revisions == ConfigurationRevisions(directory: 2, policies: 2, protection: 2))
            let record = try #require(try await tenant.store.configuration(of: tenant.id))
            #expect(record.policyDocument == Array("b".utf8))
            #expect(record.protectionPolicies.map(\.id) == ["q"])
            #expect(record.exemptions.map(\.id) == ["e"])
        }
    }

    @Test(arguments: StoreDriver.all)
    func `how exemptions are given is published with app protection`(driver: StoreDriver) async throws {
        try await driver.withTenant { tenant async throws in
            let settings = ProtectionSettings(exemptionsNeedApproval: true, remindAhead: .seconds(7200))
            try await tenant.commit(
                .administration(
                    .publishProtection([], exemptions: [], settings: settings, expecting: 0, at: .start)))
            #expect(try await tenant.store.configuration(of: tenant.id)?.protectionSettings == settings)
        }
    }

    @Test(arguments: StoreDriver.all)
    func `a request for an exemption is approved once, and by somebody else`(driver: StoreDriver) async throws {
        try await driver.withTenant { tenant async throws in
            let store = try #require(tenant.store as? any ExemptionRequestStore)
            let scopes: [Exemption.Scope] = [.account(TestTenant.bob), .device("d"), .instance("i")]
            let requests = try scopes.enumerated().map { index, scope in
                try ExemptionRequest(
                    id: "x\(index)", scope: scope, check: .pin, reason: "r", ends: .start + .seconds(60),
                    requestedBy: "ada", requestedAt: .start + .seconds(Int64(index)))
            }
            for request in requests { try await tenant.commit(.administration(.requestExemption(request))) }
            try await tenant.refuses(.administration(.requestExemption(requests[0])))
            #expect(try await store.exemptionRequests(of: tenant.id) == requests)
            #expect(try await store.exemptionRequests(of: "tenant-2").isEmpty)
            try await tenant.refuses(.administration(.approveExemption("x0", by: "ada")))
            try await tenant.commit(.administration(.approveExemption("x0", by: "bob")))
            try await tenant.refuses(.administration(.approveExemption("x0", by: "bob")))
            try await tenant.commit(.administration(.dropExemptionRequest("x1")))
            try await tenant.refuses(.administration(.dropExemptionRequest("x1")))
            #expect(try await store.exemptionRequests(of: tenant.id) == [requests[2]])
        }
    }

    @Test(arguments: StoreDriver.all)
    func `a document adds and replaces what it names and leaves the rest`(driver: StoreDriver) async throws {
        try await driver.withTenant { tenant async throws in
            let carol = Account(id: "carol", userPrincipalName: .named("carol@contoso.example"), displayName: "Carol")
            var bob = Account.bob
            bob.displayName = "Robert"
            bob.preferredLanguage = "ko-KR"
            bob.guest = GuestIdentity(.internalGuest)
            bob.userPrincipalName = .named("robert@contoso.example")
            let mail = ClientApp(id: "mail", name: "Mail", kind: .native)
            let contents = DirectoryContents(
                groups: [AccountGroup(id: "g", name: "staff", accounts: [TestTenant.bob, "carol"])],
                accounts: [bob, carol], clients: [mail, ClientApp(id: "chat", name: "Chat", kind: .web)])
            try await tenant.commit(.administration(.applyDirectory(contents, at: .start)))
            #expect(try await tenant.facts(.account(TestTenant.alice)).account?.account == .alice)
            #expect(try await tenant.facts(.userPrincipalName(bob.userPrincipalName)).account?.account == bob)
            #expect(try await tenant.facts(.userPrincipalName(Account.bob.userPrincipalName)).account == nil)
            let renamed = ClientApp(id: "mail", name: "Post", kind: .native)
            let second = DirectoryContents(
                groups: [AccountGroup(id: "g", name: "crew", accounts: ["carol"])], clients: [renamed])
            try await tenant.commit(.administration(.applyDirectory(second, at: .start)))
            #expect(try await tenant.facts(.account(TestTenant.bob)).account?.groups == [])
            #expect(try await tenant.facts(.account("carol")).account?.groups == ["g"])
            let record = try #require(try await tenant.store.configuration(of: tenant.id))
            #expect(Set(record.clients.map(\.name)) == ["Post", "Chat"])
            #expect(record.head.revisions.directory == 4)
        }
    }

    @Test(arguments: StoreDriver.all)
    func `a document disables an account and never enables one`(driver: StoreDriver) async throws {
        try await driver.withTenant { tenant async throws in
            func apply(enabled: Bool) async throws {
                var alice = Account.alice
                alice.isEnabled = enabled
                try await tenant.commit(
                    .administration(.applyDirectory(.init(accounts: [alice]), at: .start + .seconds(1))))
            }
            func isEnabled() async throws -> Bool? {
                try await tenant.facts(.account(TestTenant.alice)).account?.account.isEnabled
            }
            try await tenant.commit(.administration(.setPasswordHash(TestTenant.alice, "hash", at: .start)))
            try await apply(enabled: false)
            #expect(try await isEnabled() == false)
            try await apply(enabled: true)
            #expect(try await isEnabled() == false)
            try await tenant.commit(.administration(.setAccountEnabled(TestTenant.alice, true, at: .start)))
            #expect(try await isEnabled() == true)
            #expect(try await tenant.facts(.account(TestTenant.alice)).account?.passwordHash == "hash")
            try await apply(enabled: true)
            #expect(try await isEnabled() == true)
        }
    }

    /// The two ways to disable an account.
    static let waysToDisable = [false, true]

    @Test(arguments: StoreDriver.all, waysToDisable)
    func `disabling an account ends its grants, sessions and tokens, and nobody else's`(
        driver: StoreDriver, byDocument: Bool
    ) async throws {
        try await driver.withTenant { tenant async throws in
            let bobs = tenant.session(2, id: "session-2", account: TestTenant.bob)
            try await tenant.commit(
                .grant(.createGrant(tenant.grant())), .grant(.createGrant(tenant.grant("dead"))),
                .grant(.createGrant(tenant.grant("bobs", account: TestTenant.bob))),
                .session(.insertSession(tenant.session(), passwordHash: nil)),
                .session(.insertSession(bobs, passwordHash: nil)))
            try await tenant.commit(.grant(.killGrant("dead", .revoked, at: .start)))
            var alice = Account.alice
            alice.isEnabled = false
            let change: AdministrationChange =
                byDocument
                ? .applyDirectory(.init(accounts: [alice]), at: .start)
                : .setAccountEnabled(TestTenant.alice, false, at: .start)
            let sequence = try await tenant.commit(.administration(change))
            #expect(try await tenant.facts(.grant("grant-1")).grant?.state == .dead(.accountDisabled))
            #expect(try await tenant.facts(.grant("dead")).grant?.state == .dead(.revoked))
            #expect(try await tenant.facts(.grant("bobs")).grant?.state == .active)
            #expect(try await tenant.revocations(.account(TestTenant.alice)).map(\.sequence) == [sequence])
            #expect(try await tenant.revocations(.account(TestTenant.bob)) == [])
            #expect(try await tenant.facts(.session(hash(tenant.session()))).session == nil)
            #expect(try await tenant.facts(.session(hash(bobs))).session == bobs)
        }
    }

    @Test(arguments: StoreDriver.all)
    func `a new password ends the account's grants, sessions and tokens, and nobody else's`(
        driver: StoreDriver
    ) async throws {
        try await driver.withTenant { tenant async throws in
            let bobs = tenant.session(2, id: "session-2", account: TestTenant.bob)
            try await tenant.commit(
                .grant(.createGrant(tenant.grant())),
                .grant(.createGrant(tenant.grant("bobs", account: TestTenant.bob))),
                .session(.insertSession(tenant.session(), passwordHash: nil)),
                .session(.insertSession(bobs, passwordHash: nil)))
            let sequence = try await tenant.commit(
                .administration(.setPasswordHash(TestTenant.alice, "hash", at: .start)))
            #expect(try await tenant.facts(.grant("grant-1")).grant?.state == .dead(.revoked))
            #expect(try await tenant.facts(.grant("bobs")).grant?.state == .active)
            #expect(try await tenant.revocations(.account(TestTenant.alice)).map(\.sequence) == [sequence])
            #expect(try await tenant.facts(.session(hash(tenant.session()))).session == nil)
            #expect(try await tenant.facts(.session(hash(bobs))).session == bobs)
        }
    }

    @Test(arguments: StoreDriver.all)
    func `what is asked of an unknown account is refused`(driver: StoreDriver) async throws {
        try await driver.withTenant { tenant async throws in
            try await tenant.refuses(.administration(.setPasswordHash("nobody", "hash", at: .start)))
            try await tenant.refuses(.administration(.setAccountEnabled("nobody", false, at: .start)))
            try await tenant.refuses(.administration(.setAccountEnabled("nobody", true, at: .start)))
        }
    }

    @Test(arguments: StoreDriver.all)
    func `a name that another account has is a conflict that names both`(driver: StoreDriver) async throws {
        try await driver.withTenant { tenant async throws in
            let before = try await tenant.head()
            let eve = Account(id: "eve", userPrincipalName: .named("ALICE@contoso.example"), displayName: "Eve")
            let text = "the account `\(TestTenant.alice)` has the name `ALICE@contoso.example` already"
            let write = tenant.write(
                [.administration(.applyDirectory(.init(accounts: [.bob, eve]), at: .start))], entries: 1)
            await #expect(throws: StoreError.conflict(text)) { try await tenant.store.commit(write) }
            #expect(try await tenant.head() == before)
            #expect(try await tenant.facts(.account("eve")).account == nil)
        }
    }

    @Test(arguments: StoreDriver.all)
    func `a name that another group has is a conflict that names both`(driver: StoreDriver) async throws {
        try await driver.withTenant { tenant async throws in
            func apply(_ id: GroupID) -> GatewayWrite {
                tenant.write(
                    [
                        .administration(
                            .applyDirectory(.init(groups: [AccountGroup(id: id, name: "staff")]), at: .start))
                    ], entries: 1)
            }
            _ = try await tenant.store.commit(apply("g1"))
            let text = "the group `g1` has the name `staff` already"
            await #expect(throws: StoreError.conflict(text)) { try await tenant.store.commit(apply("g2")) }
        }
    }

    @Test(arguments: StoreDriver.all)
    func `two accounts exchange their names in one document`(driver: StoreDriver) async throws {
        try await driver.withTenant { tenant async throws in
            var alice = Account.alice
            var bob = Account.bob
            swap(&alice.userPrincipalName, &bob.userPrincipalName)
            let groups = [AccountGroup(id: "g1", name: "one"), AccountGroup(id: "g2", name: "two")]
            try await tenant.commit(.administration(.applyDirectory(.init(groups: groups), at: .start)))
            let crossed = [AccountGroup(id: "g1", name: "two"), AccountGroup(id: "g2", name: "one")]
            try await tenant.commit(
                .administration(.applyDirectory(.init(groups: crossed, accounts: [alice, bob]), at: .start)))
            #expect(try await tenant.facts(.userPrincipalName(alice.userPrincipalName)).account?.account == alice)
            #expect(try await tenant.facts(.userPrincipalName(bob.userPrincipalName)).account?.account == bob)
        }
    }
}

/// By what a session is asked for.
func hash(_ session: SignInSession) throws -> SecretHash {
    try #require(SecretHash(bytes: session.secretHash))
}
