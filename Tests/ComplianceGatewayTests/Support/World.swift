public import AccessModel
import AuthorizationServer
import Compliance
import ComplianceGateway
import Cryptography
import Directory
import FoundationEssentials
import Glibc
import JSONCoding
import PolicyFormat
import SQLDatabase
import ServiceRuntime
import Storage
import TestSupport
import Testing

/// A gateway over a real database file, with a clock that stands still and randomness that follows from a seed.
final class World: Sendable {
    static let origin = "https://gateway.example"
    static let tenant = TenantID("11111111-0000-4000-8000-000000000001")
    static let alice = AccountID("22222222-0000-4000-8000-00000000a11c")
    static let bob = AccountID("22222222-0000-4000-8000-000000000b0b")
    static let mail = ApplicationID("33333333-0000-4000-8000-000000000001")

    let database: SQLiteDatabase
    let clock = ManualClock(nowMilliseconds: 1_800_000_000_000)
    let environment: GatewayEnvironment
    let directory: TenantDirectory
    let identities: Identities
    /// Rings with every commit.
    let bell: JournalBell
    /// The store without anything in between.
    let store: SQLGatewayStore

    private init(
        _ database: SQLiteDatabase, _ own: SQLGatewayStore, _ bell: JournalBell, store: any GatewayStore,
        passwords: PasswordHashing
    ) throws {
        self.database = database
        self.bell = bell
        self.store = own
        identities = try Identities()
        let random = Lock(SeededGenerator(seed: 42))
        guard let key = SealingKey(SecretBytes(Array(repeating: 7, count: 32))) else { throw Unexpected("no key") }
        environment = GatewayEnvironment(
            store: store, origin: Self.origin, now: { [clock] in Timestamp(milliseconds: clock.nowMilliseconds) },
            randomBytes: { count in random.withLock { $0.bytes(count) } }, masterKey: key, passwords: passwords,
            devices: SQLGatewayStore(database))
        directory = TenantDirectory(environment)
    }

    /// Runs a test in a world of its own.
    static func run(
        wrap: (SQLGatewayStore) -> any GatewayStore = { $0 }, _ body: (World) async throws -> Void
    ) async throws {
        let path = try TemporaryDirectory()
        let database = try await SQLiteDatabase.open(
            .patient(path: path.path + "/store.sqlite", counters: StorageMigrations.journalCounters))
        let passwords = try PasswordHashing(threads: 1, cost: .cheap())
        do {
            try await database.migrate(StorageMigrations.all)
            let bell = JournalBell()
            let store = SQLGatewayStore(database, bell: bell)
            let world = try World(database, store, bell, store: wrap(store), passwords: passwords)
            try await world.fill()
            try await body(world)
        } catch {
            passwords.close()
            await database.close()
            throw error
        }
        passwords.close()
        await database.close()
    }

    private func fill() async throws {
        #expect(try await administration.createTenant(Self.tenant, alias: "contoso", name: "Contoso"))
        #expect(try await administration.apply(Self.contents(identities), to: Self.tenant).isDone)
        #expect(try await administration.publishPolicies(Self.policies(), to: head()).isPublished)
        #expect(
            try await administration.publishProtection([Self.protection()], exemptions: [], to: head()) != nil)
    }

    // MARK: The use cases

    var now: Timestamp { environment.now() }
    var administration: Administration { Administration(environment, actor: "root") }
    var tokens: TokenEndpoint { TokenEndpoint(environment, directory: directory) }
    var access: ComplianceAccess { ComplianceAccess(environment, directory: directory) }
    var compliance: AppCompliance { AppCompliance(environment) }
    var reevaluation: Reevaluation { Reevaluation(environment, store: store, directory: directory) }
    var signals: SignalIntake { SignalIntake(environment, directory: directory) }
    var introspection: TokenIntrospection { TokenIntrospection(environment, directory: directory) }
    var urls: TenantURLs { TenantURLs(origin: Self.origin, tenant: Self.tenant) }

    func head() async throws -> TenantHead {
        try #require(try await environment.store.tenant(.id(Self.tenant)))
    }

    func circumstances(_ url: String, correlation: CorrelationID = "correlation-1") -> RequestCircumstances {
        RequestCircumstances(ipAddress: nil, platform: nil, correlation: correlation, url: url)
    }

    func advance(_ duration: Duration) { clock.advance(byMilliseconds: duration.wholeMilliseconds) }

    /// An instance as it is stored.
    func instance(_ id: AppInstanceID) async throws -> AppInstance {
        let facts = try await environment.store.facts(FactsQuery(tenant: Self.tenant, presented: .id(id)))
        return try #require(facts?.presentedInstance?.instance)
    }

    func grant(_ id: GrantID) async throws -> Grant? {
        try await environment.store.facts(FactsQuery(tenant: Self.tenant, anchor: .grant(id)))?.grant
    }

    /// The kinds of the journal's entries after a sequence, in order.
    func journal(after sequence: Int64) async throws -> [Entry] {
        let rows = try await database.read(
            """
            SELECT kind, account, instance, actor, details, device FROM journal WHERE tenant = \(Self.tenant.rawValue) \
            AND sequence > \(sequence) ORDER BY sequence
            """)
        return try rows.map { row in
            Entry(
                kind: try row.text(0), account: try row.optionalText(1), instance: try row.optionalText(2),
                actor: try row.optionalText(3), details: try JSONValue.parse(row.text(4)),
                device: try row.optionalText(5))
        }
    }

    /// One entry of the journal.
    struct Entry: Sendable {
        let kind: String
        let account: String?
        let instance: String?
        let actor: String?
        let details: JSONValue
        let device: String?
    }
}

/// What a test did not expect.
struct Unexpected: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

extension Argon2id {
    /// The least that the library takes.
    static func cheap() throws -> Argon2id { try Argon2id(memoryKiB: 8, iterations: 1, parallelism: 1) }
}

extension Identifier: ExpressibleByUnicodeScalarLiteral {}
extension Identifier: ExpressibleByExtendedGraphemeClusterLiteral {}
extension Identifier: ExpressibleByStringLiteral {
    /// Takes the literal as the identifier.
    public init(stringLiteral value: String) { self.init(value) }
}
