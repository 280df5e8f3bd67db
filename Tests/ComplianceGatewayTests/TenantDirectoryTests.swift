import AccessModel
import AccessPolicy
import ComplianceGateway
import Cryptography
import Directory
import ServiceRuntime
import Testing

@Suite struct TenantDirectoryTests {
    @Test func `finds a tenant by identifier in any case and by alias`() async throws {
        try await World.run { world async throws in
            let head = try await world.head()
            #expect(try await world.directory.find(World.tenant.rawValue) == head)
            #expect(try await world.directory.find(World.tenant.rawValue.uppercased()) == head)
            #expect(try await world.directory.find("contoso") == head)
            for segment in [
                "", "Contoso", "fabrikam", "..", "contoso%20", "a' OR 1=1", String(repeating: "a", count: 64),
            ] {
                #expect(try await world.directory.find(segment) == nil)
            }
        }
    }

    @Test func `keeps a configuration for as long as its revisions and the store's life stand`() async throws {
        let lock = Lock<InterposedStore?>(nil)
        try await World.run(wrap: { store in lock.kept(InterposedStore(store)) }) { world async throws in
            let store = try #require(lock.withLock { $0 })
            let head = try await world.head()
            let first = try await world.directory.configuration(at: head)
            var planted = try #require(try await store.configuration(of: World.tenant))
            planted.name = "Planted"
            // Nothing is read while nothing changed, however far the journal has come.
            store.answerNext(planted)
            var further = head
            further.sequence += 100
            #expect(try await world.directory.configuration(at: further).name == first.name)
            // Another life of the store is another configuration.
            var reborn = head
            reborn.epoch += 1
            #expect(try await world.directory.configuration(at: reborn).name == "Planted")
        }
    }

    /// Raises one of the revisions.
    static let publications: [@Sendable (inout TenantHead) -> Void] = [
        { $0.revisions.directory += 1 }, { $0.revisions.policies += 1 }, { $0.revisions.protection += 1 },
    ]

    @Test(arguments: publications.indices)
    func `each revision that grew is a reason to read again`(index: Int) async throws {
        let lock = Lock<InterposedStore?>(nil)
        try await World.run(wrap: { store in lock.kept(InterposedStore(store)) }) { world async throws in
            let store = try #require(lock.withLock { $0 })
            var head = try await world.head()
            _ = try await world.directory.configuration(at: head)
            var record = try #require(try await store.configuration(of: World.tenant))
            record.name = "Newer"
            Self.publications[index](&record.head)
            record.head.sequence += 1
            store.answerNext(record)
            head = record.head
            #expect(try await world.directory.configuration(at: head).name == "Newer")
        }
    }

    @Test func `a reader that is late does not put an older configuration back`() async throws {
        let lock = Lock<InterposedStore?>(nil)
        try await World.run(wrap: { store in lock.kept(InterposedStore(store)) }) { world async throws in
            let store = try #require(lock.withLock { $0 })
            let old = try #require(try await store.configuration(of: World.tenant))
            #expect(
                try await world.administration.publishPolicies(World.policies(state: "disabled"), to: old.head)
                    .isPublished)
            let new = try await world.head()
            #expect(try await world.directory.configuration(at: new).policies.isEmptyOfDemands)
            // Somebody who read before the publication comes in only now.
            store.answerNext(old)
            #expect(try await world.directory.configuration(at: old.head).policies.isEmptyOfDemands == false)
            // Were the old one kept, this would be read anew; the planted one shows whether it is.
            var planted = old
            planted.name = "Read again"
            store.answerNext(planted)
            #expect(try await world.directory.configuration(at: new).name == "Contoso")
        }
    }

    @Test func `a configuration that cannot be opened is damage and decides nothing`() async throws {
        try await World.run { world async throws in
            let key = try #require(SealingKey(SecretBytes(Array(repeating: 8, count: 32))))
            let other = GatewayEnvironment(
                store: world.environment.store, origin: World.origin, now: world.environment.now, masterKey: key,
                passwords: world.environment.passwords)
            await Self.expectDamage { try await TenantDirectory(other).configuration(at: world.head()) }
            // The same tenant opens with the right key.
            _ = try await world.directory.configuration(at: world.head())
        }
    }

    /// What an operator's hand may do to the configuration.
    static let damages: [@Sendable (inout TenantRecord) -> Void] = [
        { $0.signingKeys = [] },
        { $0.sealedDataKey[0] ^= 1 },
        { $0.signingKeys[0].sealedPrivateKey[20] ^= 1 },
        { $0.signingKeys[0].id = "another" },
        { $0.head.id = "another" },
        { $0.policyDocument = [] },
        { $0.policyDocument?.removeLast() },
        { $0.policyDocument = Array("[{}]".utf8) },
        { $0.clients[0].authentication.certificates = ["-----BEGIN CERTIFICATE-----"] },
        { $0.authorities[0].certificate = "" },
    ]

    @Test(arguments: damages.indices)
    func `a part that cannot be read closes the tenant`(index: Int) async throws {
        let lock = Lock<InterposedStore?>(nil)
        try await World.run(wrap: { store in lock.kept(InterposedStore(store)) }) { world async throws in
            let store = try #require(lock.withLock { $0 })
            var record = try #require(try await store.configuration(of: World.tenant))
            Self.damages[index](&record)
            store.answerNext(record)
            let head = try await world.head()
            await Self.expectDamage { try await world.directory.configuration(at: head) }
        }
    }

    private static func expectDamage(_ body: () async throws -> TenantConfiguration) async {
        let error = await #expect(throws: StoreError.self) { _ = try await body() }
        guard case .damaged = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }
}

extension PolicySet {
    /// Whether no policy of the test's tenant asks anybody for anything.
    fileprivate var isEmptyOfDemands: Bool {
        !demandsAppProtection(
            of: AccountMembership(account: World.alice), for: [World.mail])
    }
}

extension Lock where State == InterposedStore? {
    /// Keeps the store and gives it back.
    func kept(_ store: InterposedStore) -> InterposedStore {
        withLock { $0 = store }
        return store
    }
}
