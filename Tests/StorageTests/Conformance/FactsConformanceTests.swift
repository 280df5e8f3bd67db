import AccessModel
import Authentication
import AuthorizationServer
import Compliance
import ComplianceGateway
import Directory
import Testing

/// What follows from each anchor, in one snapshot.
@Suite struct FactsConformanceTests {
    /// What a query of an anchor has to find.
    struct Case: Sendable, CustomTestStringConvertible {
        let note: String
        let anchor: FactsAnchor
        var grant: GrantID?
        var hasAccount = true
        var hasInstance = false
        var testDescription: String { note }
    }

    static let cases = [
        Case(note: "nothing", anchor: .none, hasAccount: false),
        Case(note: "a code that was not redeemed", anchor: .code(SecretHash(of: "fresh"))),
        Case(
            note: "a redeemed code", anchor: .code(SecretHash(of: "redeemed")), grant: "bound", hasInstance: true),
        Case(note: "an unknown code", anchor: .code(SecretHash(of: "unknown")), hasAccount: false),
        Case(
            note: "a refresh token", anchor: .refreshToken(SecretHash(of: "refresh")), grant: "bound",
            hasInstance: true),
        Case(note: "an unknown refresh token", anchor: .refreshToken(SecretHash(of: "code")), hasAccount: false),
        Case(note: "a pending device code", anchor: .deviceCode(SecretHash(of: "pending")), hasAccount: false),
        Case(note: "an approved device code", anchor: .deviceCode(SecretHash(of: "approved"))),
        Case(note: "its user code", anchor: .userCode("CDFGHJKL")),
        Case(note: "an unknown user code", anchor: .userCode("XXXXXXXX"), hasAccount: false),
        Case(note: "a session", anchor: .session(SecretHash(of: Array(repeating: 1, count: 32)))),
        Case(
            note: "an unknown session", anchor: .session(SecretHash(of: Array(repeating: 2, count: 32))),
            hasAccount: false),
        Case(note: "an unbound grant", anchor: .grant("free"), grant: "free"),
        Case(note: "a bound grant", anchor: .grant("bound"), grant: "bound", hasInstance: true),
        Case(note: "an unknown grant", anchor: .grant("unknown"), hasAccount: false),
        Case(note: "an account", anchor: .account(TestTenant.alice)),
        Case(note: "an unknown account", anchor: .account("unknown"), hasAccount: false),
        Case(note: "a name in another case", anchor: .userPrincipalName(.named("ALICE@contoso.example"))),
        Case(
            note: "an unknown name", anchor: .userPrincipalName(.named("eve@contoso.example")), hasAccount: false),
        Case(note: "an instance", anchor: .instance("instance-1"), hasInstance: true),
        Case(note: "an unknown instance", anchor: .instance("unknown"), hasAccount: false),
        Case(note: "a remediation", anchor: .remediation(SecretHash(of: "remediation")), hasInstance: true),
        Case(note: "an unknown remediation", anchor: .remediation(SecretHash(of: "unknown")), hasAccount: false),
    ]

    @Test(arguments: StoreDriver.all)
    func `account, grant and bound instance follow from each anchor`(driver: StoreDriver) async throws {
        try await driver.withTenant { tenant async throws in
            try await Self.fill(tenant)
            for one in Self.cases {
                let facts = try await tenant.facts(one.anchor, refusals: .init(client: "mail", since: .start))
                #expect(facts.account?.account.id == (one.hasAccount ? TestTenant.alice : nil), "\(one.note)")
                #expect(facts.account?.groups == (one.hasAccount ? ["direct", "parent"] : nil), "\(one.note)")
                #expect(facts.account?.passwordHash == (one.hasAccount ? "$argon2id$x" : nil), "\(one.note)")
                #expect(facts.grant?.id == one.grant, "\(one.note)")
                #expect(facts.boundInstance?.instance.id == (one.hasInstance ? "instance-1" : nil), "\(one.note)")
                #expect(facts.refusals.count == (one.hasAccount ? 1 : 0), "\(one.note)")
                #expect(facts.presentedInstance == nil && facts.revocations.isEmpty, "\(one.note)")
            }
        }
    }

    @Test(arguments: StoreDriver.all)
    func `each anchor's own row comes with it and no other's`(driver: StoreDriver) async throws {
        try await driver.withTenant { tenant async throws in
            try await Self.fill(tenant)
            for one in Self.cases {
                let facts = try await tenant.facts(one.anchor)
                var rows = [
                    facts.code == nil ? nil : "code", facts.refreshToken == nil ? nil : "refresh",
                    facts.deviceAuthorization == nil ? nil : "device", facts.session == nil ? nil : "session",
                    facts.remediation == nil ? nil : "remediation",
                ].compactMap(\.self)
                let expected: [String] =
                    switch one.anchor {
                    case _ where one.note.contains("unknown"): []
                    case .code: ["code"]
                    case .refreshToken: ["refresh"]
                    case .deviceCode, .userCode: ["device"]
                    case .session: ["session"]
                    case .remediation: ["remediation"]
                    case .none, .grant, .account, .userPrincipalName, .instance: []
                    }
                rows.sort()
                #expect(rows == expected, "\(one.note)")
            }
        }
    }

    @Test(arguments: StoreDriver.all)
    func `nothing follows from another tenant's key`(driver: StoreDriver) async throws {
        try await driver.withStore { store async throws in
            let tenant = try await TestTenant.make(in: store)
            try await Self.fill(tenant)
            try await store.commitEntryless(.sample("tenant-2", alias: "fabrikam"))
            let other = TestTenant(store: store, id: "tenant-2")
            for one in Self.cases {
                let facts = try await other.facts(
                    one.anchor, presented: .id("instance-1"), refusals: .init(client: "mail", since: .start),
                    revocations: .init(scopes: [.tenant], after: 0))
                #expect(facts.account == nil, "\(one.note)")
                #expect(facts.grant == nil && facts.boundInstance == nil, "\(one.note)")
                #expect(facts.code == nil && facts.refreshToken == nil, "\(one.note)")
                #expect(facts.deviceAuthorization == nil && facts.session == nil, "\(one.note)")
                #expect(facts.presentedInstance == nil && facts.refusals.isEmpty, "\(one.note)")
                #expect(facts.revocations.isEmpty, "\(one.note)")
            }
        }
    }

    @Test(arguments: StoreDriver.all)
    func `there are no facts of an unknown tenant`(driver: StoreDriver) async throws {
        try await driver.withStore { store async throws in
            #expect(try await store.facts(FactsQuery(tenant: "nowhere")) == nil)
            #expect(try await store.configuration(of: "nowhere") == nil)
            #expect(try await store.tenant(.id("nowhere")) == nil)
            #expect(try await store.tenant(.alias("nowhere")) == nil)
        }
    }

    @Test(arguments: StoreDriver.all)
    func `groups are followed upwards through circles`(driver: StoreDriver) async throws {
        try await driver.withTenant { tenant async throws in
            let groups = [
                AccountGroup(id: "a", name: "a", accounts: [TestTenant.alice], groups: ["c"]),
                AccountGroup(id: "b", name: "b", groups: ["a"]),
                AccountGroup(id: "c", name: "c", groups: ["b"]),
                AccountGroup(id: "self", name: "self", accounts: [TestTenant.bob], groups: ["self"]),
                AccountGroup(id: "empty", name: "empty"),
            ]
            try await tenant.commit(.administration(.applyDirectory(.init(groups: groups), at: .start)))
            #expect(try await tenant.facts(.account(TestTenant.alice)).account?.groups == ["a", "b", "c"])
            #expect(try await tenant.facts(.account(TestTenant.bob)).account?.groups == ["self"])
        }
    }

    @Test(arguments: StoreDriver.all)
    func `a hundred nested groups are one answer`(driver: StoreDriver) async throws {
        try await driver.withTenant { tenant async throws in
            let groups = (0..<100).map { number in
                AccountGroup(
                    id: GroupID("g\(number)"), name: "g\(number)", accounts: number == 0 ? [TestTenant.alice] : [],
                    groups: number == 0 ? [] : [GroupID("g\(number - 1)")])
            }
            try await tenant.commit(.administration(.applyDirectory(.init(groups: groups), at: .start)))
            #expect(try await tenant.facts(.account(TestTenant.alice)).account?.groups.count == 100)
        }
    }

    @Test(arguments: StoreDriver.all)
    func `the newest refusals come oldest first`(driver: StoreDriver) async throws {
        try await driver.withTenant { tenant async throws in
            let times = (0..<300).map { Timestamp.start + .seconds(Int64($0)) }
            for time in times.shuffledByStep(7) {
                try await tenant.commit(
                    .grant(.recordRefusal(tenant.refusal(at: time, instance: "i"))), entries: 0)
            }
            func read(since: Timestamp) async throws -> [Timestamp] {
                try await tenant.facts(
                    .account(TestTenant.alice), refusals: RefusalQuery(client: "mail", since: since)
                ).refusals.map(\.at)
            }
            #expect(try await read(since: times[290]) == Array(times[290...]))
            #expect(try await read(since: .start) == Array(times.suffix(256)))
            #expect(try await read(since: times[299] + .milliseconds(1)) == [])
            let last = try await tenant.facts(
                .account(TestTenant.alice), refusals: RefusalQuery(client: "mail", since: times[299])
            ).refusals
            #expect(last == [tenant.refusal(at: times[299], instance: "i")])
        }
    }

    /// Codes, tokens, device codes, a session, grants and an instance of `alice`.
    private static func fill(_ tenant: TestTenant) async throws {
        let groups = [
            AccountGroup(id: "direct", name: "direct", accounts: [TestTenant.alice]),
            AccountGroup(id: "parent", name: "parent", groups: ["direct"]),
            AccountGroup(id: "foreign", name: "foreign", accounts: [TestTenant.bob]),
        ]
        try await tenant.commit(
            .administration(.applyDirectory(.init(groups: groups), at: .start)),
            .administration(.setPasswordHash(TestTenant.alice, "$argon2id$x", at: .start - .seconds(1))),
            .instance(.insert(tenant.instance())),
            .session(.insertSession(tenant.session(), passwordHash: "$argon2id$x")))
        try await tenant.commit(
            .grant(.insertCode(tenant.code("fresh", grant: "later"))),
            .grant(.insertCode(tenant.code("redeemed", grant: "bound"))),
            .grant(.createGrant(tenant.grant("bound", instance: "instance-1"))),
            .grant(.createGrant(tenant.grant("free"))),
            .grant(.insertRefreshToken(tenant.refreshToken("refresh", grant: "bound"))),
            .grant(.insertDeviceAuthorization(tenant.device("pending"))),
            .grant(.insertDeviceAuthorization(tenant.device("approved", userCode: "CDFGHJKL", grant: "d2"))),
            .grant(.recordRefusal(tenant.refusal(at: .start))), .instance(.revoke(.tenant, at: .start)))
        try await tenant.commit(
            .remediation(
                .open(tenant.remediation("r", instance: "instance-1"), SecretHash(of: "remediation"))),
            .grant(
                .decideDeviceAuthorization(SecretHash(of: "approved"), .approved(tenant.approval), at: .start)))
    }
}

extension Array {
    /// The elements in another order that follows from the step.
    fileprivate func shuffledByStep(_ step: Int) -> [Element] {
        (0..<step).flatMap { start in stride(from: start, to: count, by: step).map { self[$0] } }
    }
}

extension GatewayStore {
    func commitEntryless(_ record: TenantRecord) async throws {
        let result = try await commit(
            GatewayWrite(tenant: record.head.id, changes: [.administration(.createTenant(record))], entries: []))
        #expect(result == .committed(sequence: 0))
    }
}
