import AccessModel
import AuthorizationServer
import ComplianceGateway
import Directory
import Testing

/// Published sets of policies, and those who administer a tenant.
@Suite struct PolicyRevisionConformanceTests {
    private static func publish(
        _ document: String, expecting: Int64, reason: String? = nil, origin: PolicySetOrigin = .applied
    ) -> StateChange {
        let draft = PolicyDraft(
            Array(document.utf8), at: .start + .seconds(expecting), actor: "root", reason: reason, origin: origin)
        return .administration(.publishPolicies(draft, expecting: expecting))
    }

    @Test(arguments: StoreDriver.all)
    func `every published set is kept with who published it, why and how`(driver: StoreDriver) async throws {
        try await driver.withTenant { tenant async throws in
            let store = tenant.store
            #expect(try await store.policyRevisions(of: tenant.id, before: nil, limit: 10).isEmpty)
            try await tenant.commit(Self.publish("a", expecting: 0))
            let first = try await tenant.head().sequence
            try await tenant.commit(Self.publish("b", expecting: 1, reason: "because", origin: .rolledBack))
            try await tenant.commit(Self.publish("c", expecting: 2, origin: .recovered))
            let revisions = try await store.policyRevisions(of: tenant.id, before: nil, limit: 10)
            #expect(revisions.map(\.number) == [3, 2, 1])
            #expect(revisions.map(\.origin) == [.recovered, .rolledBack, .applied])
            #expect(revisions.map(\.reason) == [nil, "because", nil])
            #expect(revisions.allSatisfy { $0.actor == "root" })
            #expect(revisions.map(\.contentHash) == ["c", "b", "a"].map { SecretHash(of: $0) })
            #expect(revisions.map(\.publishedAt) == [2, 1, 0].map { .start + .seconds($0) })
            #expect(revisions.last?.sequence == first)
            #expect(try await store.policyRevisions(of: tenant.id, before: 3, limit: 1).map(\.number) == [2])
            let published = try #require(try await store.publishedPolicies(of: tenant.id, revision: 2))
            #expect(published.revision == revisions[1] && published.document == Array("b".utf8))
            #expect(try await store.publishedPolicies(of: tenant.id, revision: 4) == nil)
            #expect(try await store.publishedPolicies(of: "other", revision: 1) == nil)
        }
    }

    @Test(arguments: StoreDriver.all)
    func `a write that looked at other revisions is refused whole`(driver: StoreDriver) async throws {
        try await driver.withTenant { tenant async throws in
            let now = try await tenant.head().revisions
            func require(directory: Int64 = 0, policies: Int64 = 0) -> StateChange {
                .administration(
                    .requireRevisions(directory: now.directory + directory, policies: now.policies + policies))
            }
            try await tenant.refuses(require(directory: 1))
            try await tenant.refuses(require(directory: -1))
            try await tenant.refuses(require(policies: 1))
            let write = tenant.write([require(), Self.publish("a", expecting: 1)], entries: 1)
            #expect(try await tenant.store.commit(write) == .refused(change: 1))
            try await tenant.commit(require(), Self.publish("a", expecting: 0))
            #expect(try await tenant.head().revisions.directory == now.directory)
        }
    }

    // MARK: Administrators

    @Test(arguments: StoreDriver.all)
    func `administrators are read with their groups, nested ones apart`(driver: StoreDriver) async throws {
        try await driver.withTenant { tenant async throws in
            var alice = Account.alice
            alice.roles = ["admins"]
            let glass = Account(
                id: "glass", userPrincipalName: .named("glass@contoso.example"), displayName: "Glass",
                isBreakGlass: true)
            let plain = Account(
                id: "plain", userPrincipalName: .named("plain@contoso.example"), displayName: "Plain")
            let groups = [
                AccountGroup(id: "inner", name: "inner", accounts: [alice.id, "plain"]),
                AccountGroup(id: "outer", name: "outer", groups: ["inner"]),
            ]
            try await tenant.commit(
                .administration(
                    .applyDirectory(.init(groups: groups, accounts: [alice, glass, plain]), at: .start)))
            let few = try #require(try await tenant.store.administrators(of: tenant.id, including: []))
            #expect(few.accounts[alice.id]?.groups == ["inner"] && few.accounts[alice.id]?.roles == ["admins"])
            #expect(few.accounts["glass"]?.isBreakGlass == true)
            #expect(few.accounts["plain"] == nil)
            #expect(few.nesting == ["inner": ["outer"]])
            #expect(try await few.head == tenant.head())
            let more = try #require(try await tenant.store.administrators(of: tenant.id, including: ["plain", "x"]))
            #expect(more.accounts["plain"]?.groups == ["inner"] && more.accounts["x"] == nil)
            #expect(try await tenant.store.administrators(of: "other", including: []) == nil)
        }
    }

    @Test(arguments: StoreDriver.all)
    func `whoever is enabled or disabled raises the directory's revision`(driver: StoreDriver) async throws {
        try await driver.withTenant { tenant async throws in
            func revision() async throws -> Int64 { try await tenant.head().revisions.directory }
            let before = try await revision()
            try await tenant.commit(.administration(.setAccountEnabled(TestTenant.bob, false, at: .start)))
            #expect(try await revision() == before + 1)
            try await tenant.commit(.administration(.setAccountEnabled(TestTenant.bob, true, at: .start)))
            #expect(try await revision() == before + 2)
        }
    }
}
