import AccessModel
import Authentication
import ComplianceGateway
import Cryptography
import FoundationEssentials
import GatewayAPI
import Glibc
import HTTPMessage
import Observability
import SQLDatabase
import ServiceRuntime
import Storage
import TestSupport
import Testing

/// A whole gateway in one process, without a socket: the real use cases over the real store in a temporary SQLite file,
/// with a clock that stands still and random bytes of a seed.
final class TestGateway: Sendable {
    let clock = ManualClock(nowMilliseconds: 1_780_000_000_000)
    let store: FlakyStore
    let environment: GatewayEnvironment
    let directory: TenantDirectory
    let administration: Administration
    let metrics = MetricsRegistry()
    let log = LogRecorder()
    let authority: DeviceManagement
    private let answer: GatewayAPI.Handler
    private let files: TemporaryDirectory
    let database: SQLiteDatabase
    let live: LiveStatus
    private let passwords: PasswordHashing
    private let counter = Lock(0)
    private let isHashing = Lock(true)

    /// Runs `body` with a gateway that knows ``World``, and takes it apart again.
    static func run(
        _ configuration: GatewayAPIConfiguration = GatewayAPIConfiguration(),
        countries: (any CountryLookup)? = nil,
        _ body: (TestGateway) async throws -> Void
    ) async throws {
        let gateway = try await TestGateway(configuration, countries)
        do {
            try await gateway.furnish()
            try await body(gateway)
        } catch {
            await gateway.close()
            throw error
        }
        await gateway.close()
    }

    private init(_ configuration: GatewayAPIConfiguration, _ countries: (any CountryLookup)?) async throws {
        files = try TemporaryDirectory()
        database = try await SQLiteDatabase.open(
            .patient(path: files.path + "/gateway.sqlite", counters: StorageMigrations.journalCounters))
        try await database.migrate(StorageMigrations.all)
        let bell = JournalBell()
        let own = SQLGatewayStore(database, bell: bell)
        store = FlakyStore(own)
        let cost = try Argon2id(memoryKiB: 64, iterations: 1, parallelism: 1)
        passwords = try PasswordHashing(threads: 1, cost: cost)
        let random = SeededBytes(seed: 7)
        guard let masterKey = SealingKey(SecretBytes(random.next(32))) else { throw FixtureFailure("no master key") }
        let clock = clock
        authority = try DeviceManagement(now: clock.nowMilliseconds / 1000)
        environment = GatewayEnvironment(
            store: store, origin: World.origin, now: { Timestamp(milliseconds: clock.nowMilliseconds) },
            randomBytes: { random.next($0) }, masterKey: masterKey, passwords: passwords,
            countries: countries, devices: SQLGatewayStore(database))
        directory = TenantDirectory(environment)
        administration = Administration(environment, actor: "fixture")
        let logger = Logger(label: "test", level: .debug, sink: log)
        live = GatewayAPI.liveStatus(environment, directory: directory, store: own, bell: bell, logger: logger)
        answer = GatewayAPI.handler(
            environment, directory: directory, live: live, configuration: configuration, logger: logger,
            metrics: metrics)
    }

    private func furnish() async throws {
        for (tenant, alias) in [(World.contoso, "contoso"), (World.fabrikam, "fabrikam")] {
            try #require(try await administration.createTenant(tenant, alias: alias, name: "The \(alias) & Co"))
            let contents = try WorldDocuments.directory(authority: authority.certificate.pem)
            try #require(try await administration.apply(contents, to: tenant).isDone)
            try #require(
                try await administration.publishPolicies(WorldDocuments.policies(), to: head(tenant)).isPublished)
            try #require(
                try await administration.publishProtection(
                    [WorldDocuments.protection()], exemptions: [], to: head(tenant)) != nil)
            for person in World.Person.allCases {
                let password = SecretBytes(Array(person.password.utf8))
                try #require(
                    try await administration.setPassword(password, of: AccountID(person.account), in: tenant))
            }
            try #require(try await disable(.dan, in: tenant))
        }
    }

    private func close() async {
        stopHashing()
        await database.close()
    }

    // MARK: What a test does with it

    func head(_ tenant: TenantID = World.contoso) async throws -> TenantHead {
        try #require(try await store.tenant(.id(tenant)))
    }

    func disable(_ person: World.Person, in tenant: TenantID = World.contoso) async throws -> Bool {
        try await administration.setEnabled(false, AccountID(person.account), in: tenant, reason: "test").isDone
    }

    /// Lets no more passwords be checked, as when far too many wait.
    func stopHashing() {
        let wasHashing = isHashing.withLock { isHashing in
            defer { isHashing = false }
            return isHashing
        }
        if wasHashing { passwords.close() }
    }

    /// A number that is given once.
    func nextNumber() -> Int {
        counter.withLock { counter in
            counter += 1
            return counter
        }
    }

    func advance(seconds: Int64) { clock.advance(byMilliseconds: seconds * 1000) }

    var now: Int64 { clock.nowMilliseconds / 1000 }

    /// Answers one request.
    func send(_ request: HTTPRequest) async -> Answer { Answer(await answer(request)) }

    /// Answers one request.
    func send(
        _ method: HTTPMethod, _ target: String, _ headers: [(HTTPHeaderName, String)] = [], body: String = ""
    ) async -> Answer {
        await send(
            HTTPRequest(method: method, target: target, headers: HTTPHeaders(headers), body: Array(body.utf8)))
    }

    /// Posts a form.
    func post(
        _ target: String, _ fields: [(name: String, value: String)], _ headers: [(HTTPHeaderName, String)] = []
    ) async -> Answer {
        let type: (HTTPHeaderName, String) = (.contentType, "application/x-www-form-urlencoded")
        return await send(.post, target, [type] + headers, body: URLEncoding.encode(fields))
    }
}

/// Random bytes that are the same in every run.
final class SeededBytes: Sendable {
    private let state: Lock<UInt64>

    init(seed: UInt64) {
        state = Lock(seed)
    }

    func next(_ count: Int) -> [UInt8] {
        state.withLock { state in
            (0..<count).map { _ in
                state &+= 0x9E37_79B9_7F4A_7C15
                var mixed = state
                mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
                mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
                return UInt8(truncatingIfNeeded: mixed ^ (mixed >> 31))
            }
        }
    }
}
