import AccessModel
import ComplianceGateway
import Directory
import Storage
import Testing

/// What the operator's commands learn about a directory.
@Suite struct HoldingsTests {
    @Test func `gives every name of the tenant and none of another`() async throws {
        try await withSQLite { database async throws in
            let store = SQLGatewayStore(database)
            let tenant = try await TestTenant.make(in: store)
            let other = try await TestTenant.make(in: store, id: "tenant-2", alias: "fabrikam")
            let mail = ResourceApp(id: "r", identifier: "api://mail", name: "Mail", scopes: ["mail.read"])
            try await tenant.commit(
                .administration(
                    .applyDirectory(
                        .init(
                            groups: [AccountGroup(id: "g", name: "Staff")], resources: [mail],
                            clients: [ClientApp(id: "c", name: "App", kind: .native)]), at: .start)))
            let accounts = [
                TestTenant.alice: Account.alice.userPrincipalName, TestTenant.bob: Account.bob.userPrincipalName,
            ]
            #expect(
                try await store.holdings(of: tenant.id)
                    == DirectoryHoldings(accounts: accounts, groups: ["g": "Staff"], resources: [mail], clients: ["c"]))
            #expect(try await store.holdings(of: other.id) == DirectoryHoldings(accounts: accounts))
            #expect(try await store.holdings(of: "tenant-3") == nil)
        }
    }

    @Test func `gives more names than one statement may give rows`() async throws {
        try await withSQLite { database async throws in
            let store = SQLGatewayStore(database)
            let tenant = try await TestTenant.make(in: store)
            let groups = (0..<20_001).map { AccountGroup(id: GroupID("g\($0)"), name: "Group \($0)") }
            try await tenant.commit(.administration(.applyDirectory(.init(groups: groups), at: .start)))
            #expect(try await store.holdings(of: tenant.id)?.groups.count == groups.count)
        }
    }
}
