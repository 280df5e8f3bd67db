import AccessModel
import AuthorizationServer
import Compliance
import ComplianceGateway
import Testing

/// What every engine's store does with app instances, enrolment identifiers, managed identities and revocations.
@Suite struct InstanceConformanceTests {
    @Test(arguments: StoreDriver.all)
    func `an enrolled instance has its key and its identifier for itself`(driver: StoreDriver) async throws {
        try await driver.withTenant { tenant async throws in
            try await tenant.commit(.instance(.insert(tenant.instance())))
            try await tenant.refuses(.instance(.insert(tenant.instance("instance-1", key: "key-2"))))
            try await tenant.refuses(.instance(.insert(tenant.instance("instance-2", account: TestTenant.bob))))
            // Instances without a key do not stand in each other's way.
            try await tenant.commit(
                .instance(.insert(tenant.instance("keyless-1", key: nil))),
                .instance(.insert(tenant.instance("keyless-2", key: nil))))
        }
    }

    @Test(arguments: StoreDriver.all)
    func `a key is free again when its instance has left`(driver: StoreDriver) async throws {
        try await driver.withTenant { tenant async throws in
            let first = tenant.instance()
            try await tenant.commit(.instance(.insert(first)))
            let left = tenant.instance(lifecycle: .unenrolled(.start))
            try await tenant.commit(.instance(.update(left, expecting: 1)))
            #expect(try await tenant.facts(presented: .keyThumbprint("key-1")).presentedInstance == nil)
            let second = tenant.instance("instance-2", account: TestTenant.bob)
            try await tenant.commit(.instance(.insert(second)))
            let found = try await tenant.facts(presented: .keyThumbprint("key-1")).presentedInstance
            #expect(found?.instance == second)
            #expect(found?.version == 1)
        }
    }

    @Test(arguments: StoreDriver.all)
    func `an instance is replaced only at the version that was read`(driver: StoreDriver) async throws {
        try await driver.withTenant { tenant async throws in
            try await tenant.commit(.instance(.insert(tenant.instance())))
            let wiped = tenant.instance(lifecycle: .wiped(.start))
            try await tenant.refuses(.instance(.update(wiped, expecting: 2)))
            try await tenant.refuses(.instance(.update(tenant.instance("unknown"), expecting: 1)))
            try await tenant.commit(.instance(.update(wiped, expecting: 1)))
            try await tenant.refuses(.instance(.update(tenant.instance(), expecting: 1)))
            let found = try await tenant.facts(presented: .id("instance-1")).presentedInstance
            #expect(found?.instance == wiped)
            #expect(found?.version == 2)
        }
    }

    @Test(arguments: StoreDriver.all)
    func `one enrolment identifier of an instance is current`(driver: StoreDriver) async throws {
        try await driver.withTenant { tenant async throws in
            func holder(_ text: String) async throws -> AppInstanceID? {
                try await tenant.facts(presented: .enrollmentID(SecretHash(of: text))).presentedInstance?.instance.id
            }
            func issue(_ text: String, _ instance: AppInstanceID) -> StateChange {
                .instance(.replaceEnrollmentID(SecretHash(of: text), of: instance, at: .start))
            }
            try await tenant.commit(
                .instance(.insert(tenant.instance())), .instance(.insert(tenant.instance("instance-2", key: "key-2"))),
                issue("one", "instance-1"), issue("other", "instance-2"))
            #expect(try await holder("one") == "instance-1")
            try await tenant.commit(issue("two", "instance-1"))
            #expect(try await holder("one") == nil)
            #expect(try await holder("two") == "instance-1")
            try await tenant.commit(.instance(.retireEnrollmentIDs("instance-1")))
            #expect(try await holder("two") == nil)
            #expect(try await holder("other") == "instance-2")
        }
    }

    @Test(arguments: StoreDriver.all)
    func `an identity moves only from the instance that the caller saw`(driver: StoreDriver) async throws {
        try await driver.withTenant { tenant async throws in
            func holder() async throws -> AppInstanceID? {
                try await tenant.facts(presented: .managedIdentity(SecretHash(of: "c"))).presentedInstance?.instance.id
            }
            try await tenant.commit(
                .instance(.insert(tenant.instance("a", key: "a"))), .instance(.insert(tenant.instance("b", key: "b"))),
                tenant.claim("c", by: "a"))
            #expect(try await holder() == "a")
            try await tenant.refuses(tenant.claim("c", by: "b"))
            try await tenant.refuses(tenant.claim("c", by: "b", expecting: "b"))
            try await tenant.refuses(tenant.claim("c", by: "b", account: TestTenant.bob, expecting: "a"))
            try await tenant.refuses(tenant.claim("c", by: "b", client: "other", expecting: "a"))
            try await tenant.commit(tenant.claim("c", by: "a", expecting: "a"))
            try await tenant.commit(tenant.claim("c", by: "b", expecting: "a"))
            #expect(try await holder() == "b")
        }
    }

    @Test(arguments: StoreDriver.all)
    func `a revocation pair has the sequence of its write's last entry`(driver: StoreDriver) async throws {
        try await driver.withTenant { tenant async throws in
            let scopes: [RevocationScope] = [
                .tenant, .account(TestTenant.alice), .client("mail"), .instance("i"), .device("d"), .grant("g"),
            ]
            for scope in scopes {
                for entries in [1, 4] {
                    let sequence = try await tenant.commit(.instance(.revoke(scope, at: .start)), entries: entries)
                    #expect(try await tenant.head().sequence == sequence)
                    #expect(
                        try await tenant.revocations(scope)
                            == [RevocationPair(scope: scope, sequence: sequence, at: .start)])
                }
            }
            #expect(
                Set(try await tenant.facts(revocations: .init(scopes: scopes, after: 0)).revocations.map(\.scope))
                    == Set(scopes))
        }
    }

    @Test(arguments: StoreDriver.all)
    func `only revocations newer than the token are read`(driver: StoreDriver) async throws {
        try await driver.withTenant { tenant async throws in
            let first = try await tenant.commit(.instance(.revoke(.client("mail"), at: .start)))
            let second = try await tenant.commit(.instance(.revoke(.grant("g"), at: .start)))
            func read(after: Int64, _ scopes: [RevocationScope]) async throws -> [Int64] {
                try await tenant.facts(revocations: .init(scopes: scopes, after: after)).revocations.map(\.sequence)
                    .sorted()
            }
            let scopes: [RevocationScope] = [.client("mail"), .grant("g"), .grant("other")]
            #expect(try await read(after: first - 1, scopes) == [first, second])
            #expect(try await read(after: first, scopes) == [second])
            #expect(try await read(after: second, scopes) == [])
            #expect(try await read(after: 0, [.grant("other"), .account("g"), .tenant]) == [])
            #expect(try await read(after: 0, []) == [])
        }
    }

    @Test(arguments: StoreDriver.all)
    func `a revocation without a journal entry is refused whole`(driver: StoreDriver) async throws {
        try await driver.withTenant { tenant async throws in
            let write = tenant.write(
                [.grant(.insertCode(tenant.code())), .instance(.revoke(.tenant, at: .start))], entries: 0)
            await #expect(throws: StoreError.self) { try await tenant.store.commit(write) }
            #expect(try await tenant.facts(.code(tenant.code().hash)).code == nil)
        }
    }

    @Test(arguments: StoreDriver.all)
    func `an instance's grants die with a pair each, and no others`(driver: StoreDriver) async throws {
        try await driver.withTenant { tenant async throws in
            try await tenant.commit(.instance(.insert(tenant.instance())))
            try await tenant.commit(
                .grant(.createGrant(tenant.grant("mine", instance: "instance-1"))),
                .grant(.createGrant(tenant.grant("dead", instance: "instance-1"))),
                .grant(.createGrant(tenant.grant("free"))))
            let death = try await tenant.commit(.grant(.killGrant("dead", .revoked, at: .start)))
            let sequence = try await tenant.commit(.instance(.killGrants("instance-1", .wiped, at: .start)), entries: 2)
            #expect(try await tenant.facts(.grant("mine")).grant?.state == .dead(.wiped))
            #expect(try await tenant.facts(.grant("dead")).grant?.state == .dead(.revoked))
            #expect(try await tenant.facts(.grant("free")).grant?.state == .active)
            // A token that the grant gave out before it was bound names no instance: only the grant's own pair cuts it.
            #expect(try await tenant.revocations(.grant("mine")).map(\.sequence) == [sequence])
            #expect(try await tenant.revocations(.grant("dead")).map(\.sequence) == [death])
            #expect(try await tenant.revocations(.grant("free")) == [])
        }
    }

    @Test(arguments: StoreDriver.all)
    func `refusals are forgotten by account and client`(driver: StoreDriver) async throws {
        try await driver.withTenant { tenant async throws in
            let records = [
                tenant.refusal(at: .start), tenant.refusal(at: .start, account: TestTenant.bob),
                tenant.refusal(at: .start, client: "calendar"),
            ]
            for record in records { try await tenant.commit(.grant(.recordRefusal(record))) }
            try await tenant.commit(.instance(.clearRefusals(TestTenant.alice, "mail")))
            for record in records {
                let found = try await tenant.facts(
                    .account(record.account), refusals: RefusalQuery(client: record.client, since: .start)
                ).refusals
                #expect(found == (record == records[0] ? [] : [record]))
            }
        }
    }

    @Test(arguments: StoreDriver.all)
    func `instances are listed newest first, by account and within the limit`(driver: StoreDriver) async throws {
        try await driver.withTenant { tenant async throws in
            for number in 0..<5 {
                try await tenant.commit(
                    .instance(
                        .insert(
                            tenant.instance(
                                AppInstanceID("i\(number)"), account: number == 3 ? TestTenant.bob : TestTenant.alice,
                                key: "k\(number)", enrolledAt: .start + .seconds(Int64(number))))))
            }
            func list(_ account: AccountID?, _ limit: Int) async throws -> [String] {
                try await tenant.store.instances(of: tenant.id, account: account, limit: limit)
                    .map(\.instance.id.rawValue)
            }
            #expect(try await list(nil, 1000) == ["i4", "i3", "i2", "i1", "i0"])
            #expect(try await list(nil, 2) == ["i4", "i3"])
            #expect(try await list(TestTenant.alice, 1000) == ["i4", "i2", "i1", "i0"])
            #expect(try await list(TestTenant.alice, 0) == ["i4"])
            #expect(try await list("nobody", 10) == [])
            #expect(try await tenant.store.instances(of: "another", account: nil, limit: 10).isEmpty)
        }
    }
}
