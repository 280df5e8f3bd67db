import AccessModel
import ComplianceGateway
import Connectors
import GatewayAPI
import HTTPClient
import HTTPMessage
import HTTPServer
import Observability
import SQLDatabase
import ServiceRuntime
import Storage

/// The serving process: what is opened first is closed last.
enum GatewayProcess {
    /// Serves until a signal asks it to stop.
    ///
    /// - Throws: ``CommandFailure`` with one line that says what to do, when it cannot start.
    static func run(_ settings: ServeSettings) async throws {
        let clock = SystemWallClock()
        let logger = Logger(
            label: "postern", level: settings.logLevel, sink: LogStream(format: settings.logFormat, clock: clock))
        warn(about: settings, logger)
        let lock = try lockState(settings.state)
        let masterKey = try settings.state.readMasterKey(settings.masterKeyFile)
        let database = try await settings.state.open(actor: nil) { tenants in
            for tenant in tenants {
                logger.warning(
                    "the database is a restored one or a copy; tokens issued before are not active any more",
                    [.tenantAlias: .string(tenant.alias), .epoch: .integer(tenant.epoch + 1)])
            }
        }
        do {
            try await serve(settings, masterKey: masterKey, database: database, clock: clock, logger: logger)
        } catch {
            await database.close()
            throw error
        }
        await database.close()
        withExtendedLifetime(lock) {}
    }

    /// What does not keep the gateway from starting, and that an operator should correct.
    private static func warn(about settings: ServeSettings, _ logger: Logger) {
        for variable in settings.unknownVariables {
            logger.warning("unknown variable", [.variable: .string(variable)])
        }
        if let file = settings.state.exposedMasterKey(settings.masterKeyFile) {
            logger.warning("the master key is open to others than its owner; chmod 600", [.file: .string(file)])
        }
    }

    private static func lockState(_ state: StateDirectory) throws -> StateDirectoryLock {
        do {
            return try StateDirectoryLock(directory: state.path)
        } catch {
            throw CommandFailure("\(error); stop that process, or serve another state directory")
        }
    }

    private static func serve(
        _ settings: ServeSettings, masterKey: SealingKey, database: SQLiteDatabase, clock: SystemWallClock,
        logger: Logger
    ) async throws {
        let bell = JournalBell()
        let store = SQLGatewayStore(database, bell: bell)
        let countries = try settings.countryDatabase.map {
            try Countries(path: $0, clock: clock, logger: logger.labelled("countries"))
        }
        let environment = GatewayEnvironment(
            store: store, origin: settings.origin, now: { Timestamp(milliseconds: clock.nowMilliseconds) },
            masterKey: masterKey, passwords: try PasswordHashing(threads: settings.server.loops),
            issuanceEntries: settings.issuanceEntries, countries: countries, devices: store)
        defer { environment.passwords.close() }
        let directory = TenantDirectory(environment)
        try await openTenants(store, directory)
        try await warnAboutAlerts(store, logger)
        let metrics = MetricsRegistry()
        metrics.addProcessMetrics(startedAtMilliseconds: clock.nowMilliseconds)
        let live = GatewayAPI.liveStatus(environment, directory: directory, store: store, bell: bell, logger: logger)
        let open = GatewayAPI.handler(
            environment, directory: directory, live: live, configuration: settings.api, logger: logger, metrics: metrics
        )
        let operations = GatewayAPI.operationsHandler(store: store, logger: logger, metrics: metrics)
        let http = HTTPService(settings.server, logger: logger.labelled("http"), metrics: metrics) { request in
            request.listener == ServeSettings.operations ? await operations(request) : await open(request)
        }
        if settings.issuanceEntries == .omitted {
            logger.warning("app-only tokens are not journalled", [.setting: "issuanceEntries"])
        }
        let keeper = JournalKeeper(
            environment, directory: directory, store: store, tenants: { try await store.tenants() },
            checkpoints: CheckpointExport(settings.state), settings: settings.journal, clock: clock,
            logger: logger.labelled("journal"))
        let life = StoreLifeKeeper(
            StoreLifeFile(settings.state), store, clock: clock, logger: logger.labelled("store life"))
        let client = try DeliveryClient.make()
        defer { client.close() }
        let fetcher = try SourceClient.make()
        defer { fetcher.close() }
        let background: [any Service] = [
            keeper, Housekeeping(store, environment, clock: clock, logger: logger.labelled("housekeeping")),
            ReevaluationService(
                Reevaluation(environment, store: store, directory: directory), store: store, bell: bell, clock: clock,
                logger: logger.labelled("re-evaluation"), metrics: metrics),
            LiveStatusService(live, clock: clock),
            DeliveryService(
                Deliveries(
                    environment, store: store, directory: directory,
                    sender: HTTPDeliverySender(client, now: environment.now)), store: store, bell: bell, clock: clock,
                logger: logger.labelled("deliveries"), metrics: metrics),
            PullService(
                SourcePulls(environment, store: store, directory: directory, fetcher: fetcher), store: store,
                bell: bell, clock: clock, logger: logger.labelled("pull-sources"), metrics: metrics),
            JournalWatch(store, bell: bell, clock: clock, logger: logger.labelled("journal")), life,
        ]
        try await run(background, countries, http)
        // Nothing is written any more: what is left is sealed before the database is closed.
        await keeper.finish()
        await life.finish()
        logger.notice("stopped")
    }

    private static func run(_ background: [any Service], _ countries: Countries?, _ http: HTTPService) async throws {
        var services = background
        if let countries { services.append(countries) }
        let group = ServiceGroup(services + [http])
        do {
            try await group.runUntilSignalled(reload: {
                await http.reload()
                await countries?.reload()
            })
        } catch .startFailed(_, let cause) {
            throw CommandFailure("the gateway cannot start: \(cause)")
        }
    }

    /// An alarm that reaches nobody is found before it is needed.
    private static func warnAboutAlerts(_ store: SQLGatewayStore, _ logger: Logger) async throws {
        for tenant in try await store.tenants() {
            let alerts = try await BreakGlassAlerts.look(at: tenant.id, store: store, deliveries: store)
            guard let alerts, alerts.warning != nil else { continue }
            logger.warning(
                "the use of a break-glass account is told by fewer than two destinations",
                [.tenantAlias: .string(tenant.alias), .channels: .integer(Int64(alerts.channels))])
        }
    }

    /// Opens every tenant before anything listens, so that a wrong master key stops the start and not the first request.
    private static func openTenants(_ store: SQLGatewayStore, _ directory: TenantDirectory) async throws {
        for tenant in try await store.tenants() {
            do {
                _ = try await directory.configuration(at: tenant)
            } catch {
                throw CommandFailure(
                    "tenant `\(tenant.alias)` cannot be opened: \(error); is this the master key that init made?")
            }
        }
    }
}
