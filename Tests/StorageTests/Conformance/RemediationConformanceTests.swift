import AccessModel
import AuthorizationServer
import Compliance
import ComplianceGateway
import Directory
import SQLDatabase
import Storage
import Testing

/// What every engine's store does with remediation sessions.
@Suite struct RemediationConformanceTests {
    private static let secret = SecretHash(of: "secret")

    @Test(arguments: StoreDriver.all)
    func `one session of an account's installation of an app is open at a time`(driver: StoreDriver) async throws {
        try await driver.withTenant { tenant async throws in
            try await tenant.commit(.remediation(.open(tenant.remediation("one"), Self.secret)))
            try await tenant.refuses(.remediation(.open(tenant.remediation("two"), SecretHash(of: "two"))))
            try await tenant.refuses(
                .remediation(.open(tenant.remediation("three", instance: "other"), Self.secret)))
            // An expired one makes no room by itself.
            try await tenant.refuses(
                .remediation(.open(tenant.remediation("two", at: .start + .seconds(5000)), SecretHash(of: "two"))))
            // Another installation, another account and another app have their own.
            try await tenant.commit(
                .remediation(.open(tenant.remediation("tablet", instance: "tablet"), SecretHash(of: "a"))),
                .remediation(.open(tenant.remediation("none", instance: nil), SecretHash(of: "b"))),
                .remediation(.open(tenant.remediation("bob", account: TestTenant.bob), SecretHash(of: "c"))))
            try await tenant.commit(.remediation(.close("one", .left, at: .start)))
            try await tenant.commit(.remediation(.open(tenant.remediation("two"), SecretHash(of: "two"))))
        }
    }

    @Test(arguments: StoreDriver.all)
    func `a session is found by its secret, with account, installation and refusals`(driver: StoreDriver) async throws {
        try await driver.withTenant { tenant async throws in
            let instance = tenant.instance("phone")
            let session = tenant.remediation("one")
            try await tenant.commit(
                .instance(.insert(instance)), .remediation(.open(session, Self.secret)),
                .grant(.recordRefusal(tenant.refusal(at: .start))))
            let facts = try await tenant.facts(
                .remediation(Self.secret), refusals: RefusalQuery(client: nil, since: .start), openRemediations: true)
            #expect(facts.remediation == session)
            #expect(facts.account?.account.id == TestTenant.alice)
            #expect(facts.boundInstance?.instance == instance)
            #expect(facts.refusals.count == 1)
            #expect(facts.openRemediations == [session])
            let other = try await tenant.facts(.remediation(SecretHash(of: "other")), openRemediations: true)
            #expect(other.remediation == nil && other.account == nil && other.openRemediations.isEmpty)
            try await tenant.commit(.remediation(.close("one", .compliant, at: .start)))
            let closed = try await tenant.facts(.remediation(Self.secret), openRemediations: true)
            #expect(closed.remediation?.closure == .compliant && closed.openRemediations.isEmpty)
        }
    }

    @Test(arguments: StoreDriver.all)
    func `a session opens, is used and is closed in its own tenant only`(driver: StoreDriver) async throws {
        try await driver.withStore { store async throws in
            let one = try await TestTenant.make(in: store)
            let two = try await TestTenant.make(in: store, id: "tenant-2", alias: "fabrikam")
            try await one.commit(.remediation(.open(one.remediation("one"), Self.secret)))
            #expect(try await two.facts(.remediation(Self.secret)).remediation == nil)
            try await two.refuses(.remediation(.close("one", .left, at: .start)))
            try await two.refuses(.remediation(.use(one.remediation("one"), at: .start)))
            #expect(try await one.facts(.remediation(Self.secret)).remediation?.closure == nil)
        }
    }

    @Test(arguments: StoreDriver.all)
    func `what is closed or expired is not used, and what is closed stays so`(driver: StoreDriver) async throws {
        try await driver.withTenant { tenant async throws in
            let session = tenant.remediation("one")
            try await tenant.commit(.remediation(.open(session, Self.secret)))
            let later = Timestamp.start + .seconds(600)
            try await tenant.commit(.remediation(.use(session.used(at: later), at: later)))
            let used = try await tenant.facts(.remediation(Self.secret)).remediation
            #expect(used == session.used(at: later) && used != session)
            let end = later + RemediationSession.idleLimit
            try await tenant.refuses(.remediation(.use(session, at: end)))
            try await tenant.commit(.remediation(.close("one", .inactivity, at: end)))
            try await tenant.refuses(.remediation(.close("one", .compliant, at: end)))
            try await tenant.refuses(.remediation(.use(session, at: .start)))
        }
    }

    @Test(arguments: StoreDriver.all)
    func `an installation takes over what was opened before it, unless it has its own`(
        driver: StoreDriver
    ) async throws {
        try await driver.withTenant { tenant async throws in
            try await tenant.commit(
                .remediation(.open(tenant.remediation("early", instance: nil), Self.secret)),
                .remediation(.adopt("early", "phone")))
            let adopted = try await tenant.facts(.remediation(Self.secret)).remediation
            #expect(adopted?.instance == "phone")
            try await tenant.commit(
                .remediation(.open(tenant.remediation("second", instance: nil), SecretHash(of: "second"))),
                .remediation(.adopt("second", "phone")))
            #expect(try await tenant.facts(.remediation(SecretHash(of: "second"))).remediation?.instance == nil)
            // Nobody takes over what belongs to an installation.
            try await tenant.commit(.remediation(.adopt("early", "tablet")))
            #expect(try await tenant.facts(.remediation(Self.secret)).remediation?.instance == "phone")
        }
    }

    @Test func `expired sessions are listed oldest first, and closed ones are not`() async throws {
        try await withSQLite { database async throws in
            let store = SQLGatewayStore(database)
            let tenant = try await TestTenant.make(in: store)
            for (index, id) in ["c", "a", "b"].enumerated() {
                let session = tenant.remediation(
                    RemediationSessionID(id), instance: AppInstanceID(id), at: .start + .seconds(Int64(index)))
                try await tenant.commit(.remediation(.open(session, SecretHash(of: id))))
            }
            let now = Timestamp.start + RemediationSession.idleLimit + .seconds(1)
            #expect(try await store.expiredRemediations(in: tenant.id, at: now, limit: 10).map(\.id) == ["c", "a"])
            #expect(try await store.expiredRemediations(in: tenant.id, at: now, limit: 1).map(\.id) == ["c"])
            try await tenant.commit(.remediation(.close("c", .inactivity, at: now)))
            #expect(try await store.expiredRemediations(in: tenant.id, at: now, limit: 10).map(\.id) == ["a"])
            #expect(try await store.expiredRemediations(in: "tenant-2", at: now, limit: 10).isEmpty)
        }
    }
}
