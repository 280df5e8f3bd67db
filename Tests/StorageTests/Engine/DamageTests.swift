import AccessModel
import AuthorizationServer
import ComplianceGateway
import SQLDatabase
import Storage
import Testing

/// What is stored and is not what the gateway wrote fails closed.
@Suite struct DamageTests {
    /// A row that somebody altered, and the query that comes upon it.
    struct Case: Sendable, CustomTestStringConvertible {
        let note: String
        let damage: SQLStatement
        let query: FactsQuery
        var testDescription: String { note }

        init(_ damage: SQLStatement, _ anchor: FactsAnchor = .none, presented: InstanceKey? = nil, _ note: String) {
            self.note = note
            self.damage = damage
            query = FactsQuery(
                tenant: "tenant-1", anchor: anchor, presented: presented,
                refusals: .init(client: "mail", since: .start),
                revocations: .init(scopes: [.tenant], after: 0))
        }
    }

    static let cases = [
        Case("UPDATE grants SET death = 'bored'", .grant("grant-1"), "a death that is none"),
        Case("UPDATE grants SET origin = 'thin_air'", .grant("grant-1"), "an origin that is none"),
        Case("UPDATE grants SET capabilities = 'protapp fly'", .grant("grant-1"), "a capability that is none"),
        Case("UPDATE accounts SET user_principal_name = 'alice'", .account(TestTenant.alice), "a name that is none"),
        Case("UPDATE accounts SET is_enabled = 2", .account(TestTenant.alice), "neither enabled nor disabled"),
        Case(
            "UPDATE authorization_codes SET capabilities = 'protapp fly'", .code(SecretHash(of: "code")),
            "a capability of a code that is none"),
        Case(
            "UPDATE device_authorizations SET state = 'maybe'", .userCode("BCDFGHJK"), "a device state that is none"),
        Case(
            "UPDATE device_authorizations SET state = 'approved', account = NULL", .userCode("BCDFGHJK"),
            "an approval by nobody"),
        Case("UPDATE refusals SET reason = 'mood'", .account(TestTenant.alice), "a reason that is none"),
        Case(
            "UPDATE instances SET state = CAST('{}' AS BLOB)", presented: .id("instance-1"),
            "an instance without members"),
        Case(
            "UPDATE instances SET state = CAST(REPLACE(state, '\"id\"', '\"new\":1,\"id\"') AS BLOB)",
            presented: .id("instance-1"), "an instance of a newer binary"),
        Case("UPDATE instances SET state = X'FF'", presented: .id("instance-1"), "an instance that is no JSON"),
    ]

    @Test(arguments: cases)
    func `a row that the gateway did not write is damage`(damage: Case) async throws {
        try await withSQLite { database async throws in
            let store = SQLGatewayStore(database)
            let tenant = try await TestTenant.make(in: store)
            try await tenant.commit(
                .instance(.insert(tenant.instance())), .grant(.createGrant(tenant.grant())),
                .grant(.insertCode(tenant.code())), .grant(.insertDeviceAuthorization(tenant.device())),
                .grant(.recordRefusal(tenant.refusal(at: .start))))
            _ = try await store.facts(damage.query)
            _ = try await database.write(SQLWrite([SQLStep(damage.damage, expecting: .rows(atLeast: 1))]))
            let error = await #expect(throws: StoreError.self) { try await store.facts(damage.query) }
            guard case .damaged = error else {
                Issue.record("\(String(describing: error))")
                return
            }
        }
    }

    @Test(
        arguments: [
            "UPDATE tenants SET when_nothing_matches = 'shrug'",
            "UPDATE clients SET document = CAST('{\"id\":\"c\"}' AS BLOB)", "UPDATE resources SET document = X'00'",
            "UPDATE authorities SET document = CAST('[]' AS BLOB)",
            "UPDATE protection_sets SET policies = CAST('[{}]' AS BLOB)",
            "UPDATE protection_sets SET exemptions = CAST('{}' AS BLOB)", "UPDATE signing_keys SET is_active = 3",
            "DELETE FROM policy_sets", "DELETE FROM protection_sets",
            "UPDATE policy_sets SET document = CAST('[]' AS BLOB)",
        ] as [SQLStatement])
    func `a configuration that cannot be read is damage`(damage: SQLStatement) async throws {
        try await withSQLite { database async throws in
            let store = SQLGatewayStore(database)
            let tenant = try await TestTenant.make(in: store)
            var random = SeededGenerator(seed: 1)
            let contents = random.directory()
            try await tenant.commit(
                .administration(.applyDirectory(contents, at: .start)),
                .administration(.publishProtection([], exemptions: [], expecting: 0, at: .start)),
                .administration(
                    .publishPolicies(PolicyDraft([1, 2], at: .start, actor: "root"), expecting: 0)))
            #expect(try await store.configuration(of: tenant.id) != nil)
            _ = try await database.write(SQLWrite([SQLStep(damage, expecting: .rows(atLeast: 1))]))
            let error = await #expect(throws: StoreError.self) { try await store.configuration(of: tenant.id) }
            guard case .damaged = error else {
                Issue.record("\(String(describing: error))")
                return
            }
        }
    }

    @Test func `a closed database is unavailable, not damaged`() async throws {
        try await withSQLite { database async throws in
            let store = SQLGatewayStore(database)
            let tenant = try await TestTenant.make(in: store)
            await database.close()
            for answer in [
                await #expect(throws: StoreError.self) { try await store.tenant(.id(tenant.id)) },
                await #expect(throws: StoreError.self) { try await store.commit(tenant.write([], entries: 1)) },
            ] {
                guard case .unavailable = answer else {
                    Issue.record("\(String(describing: answer))")
                    return
                }
            }
        }
    }
}
