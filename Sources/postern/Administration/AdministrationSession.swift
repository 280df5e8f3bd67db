import AccessModel
import ComplianceGateway
import Directory
import SQLDatabase
import ServiceRuntime
import Storage

/// A state directory that a command works on, with its one tenant or the one that was named.
struct AdministrationSession {
    let environment: GatewayEnvironment
    let directory: TenantDirectory
    let tenant: TenantHead
    /// The state directory.
    let state: StateDirectory
    private let url: String?
    private let reason: String?
    private let database: SQLiteDatabase
    private let store: SQLGatewayStore

    static let tenantOption = CommandOption(
        "tenant", .text("ALIAS-OR-GUID"), help: "the tenant; not needed when there is only one")
    static let reasonOption = CommandOption(
        "reason", .text("TEXT"), isRequired: true, help: "why, for the journal")
    static let optionalReason = CommandOption("reason", .text("TEXT"), help: "why, for the journal")
    /// The options that every command on a state directory takes.
    static let options = [Setting.state.option, Setting.masterKeyFile.option, Settings.configOption, tenantOption]

    /// Runs a command's work on the state directory that its arguments name, and closes the database after it.
    ///
    /// A command that `examines` looks for what was done to the database, and leaves it as it is.
    static func run<Result>(
        _ arguments: CommandArguments, examines: Bool = false, _ work: (AdministrationSession) async throws -> Result
    ) async throws -> Result {
        let settings = try Settings(arguments, [.state, .masterKeyFile], environment: Environment.variables)
        let state = StateDirectory(try settings.required(.state))
        let database = try await state.open(examines: examines)
        do {
            let session = try await AdministrationSession(
                database, of: state, masterKey: state.readMasterKey(settings[.masterKeyFile]),
                url: Environment.variables[Setting.url.variable] ?? settings[.url],
                tenant: arguments.text(tenantOption), reason: arguments.text(optionalReason))
            do {
                let result = try await work(session)
                await session.close()
                return result
            } catch {
                // The threads are joined here; the database is closed by whoever opened it, below.
                session.environment.passwords.close()
                throw error
            }
        } catch {
            await database.close()
            throw error
        }
    }

    init(
        _ database: SQLiteDatabase, of state: StateDirectory, masterKey: SealingKey, url: String?,
        tenant named: String?, reason: String?
    ) async throws {
        self.database = database
        self.state = state
        self.reason = reason
        store = SQLGatewayStore(database)
        self.url = url
        environment = GatewayEnvironment(
            store: store, origin: Self.origin(url) ?? "https://localhost",
            now: { Timestamp(milliseconds: SystemWallClock().nowMilliseconds) }, masterKey: masterKey,
            passwords: try PasswordHashing(threads: 1), devices: store)
        directory = TenantDirectory(environment)
        do {
            tenant = try await Self.find(named, store, directory)
        } catch {
            environment.passwords.close()
            throw error
        }
    }

    /// Most commands name no URL, and a wrong one must not keep anybody from wiping an app: who names it asks ``demandURL()``.
    private static func origin(_ url: String?) -> String? { url.flatMap { try? PublicOrigin($0).text } }

    /// Demands the public URL, by which users reach the gateway.
    ///
    /// - Throws: ``CommandFailure`` when it is not set, or is none.
    func demandURL() throws {
        guard let url else {
            throw CommandFailure("`url` is set neither in the environment nor in the configuration file; mail names it")
        }
        _ = try PublicOrigin(url)
    }

    /// The use cases, for whoever runs the command.
    var administration: Administration { Administration(environment, actor: Environment.actor, reason: reason) }

    /// Where recorded sign-ins and scheduled promotions are read.
    var signIns: any PromotionStore { store }

    /// Where the journal's entries and seals are read.
    var journal: any JournalSealStore { store }

    /// What removes old entries from the journal.
    var retention: JournalRetention {
        JournalRetention(environment, store: store, actor: Environment.actor, reason: reason)
    }

    /// Where destinations, and what has not reached them, are found.
    var deliveries: any DeliveryStore { store }

    /// Where it is found how sources that are asked are.
    var pulls: any PullStore { store }

    /// Where devices are listed.
    var deviceIDs: any ReevaluationStore { store }

    /// Where exemptions are found that wait for a second administrator.
    var exemptionRequests: any ExemptionRequestStore { store }

    /// What schedules promotions.
    var promotions: PolicyPromotions {
        PolicyPromotions(environment, log: store, actor: Environment.actor, reason: reason)
    }

    /// What the tenant's directory holds.
    func holdings() async throws -> DirectoryHoldings {
        guard let holdings = try await store.holdings(of: tenant.id) else { throw CommandFailure("the tenant is gone") }
        return holdings
    }

    /// The accounts that are kept for emergencies, by identifier.
    func breakGlass() async throws -> Set<String> {
        guard let snapshot = try await store.administrators(of: tenant.id, including: []) else {
            throw CommandFailure("the tenant is gone")
        }
        return Set(snapshot.accounts.filter { $0.value.isBreakGlass }.map(\.key.rawValue))
    }

    private func close() async {
        environment.passwords.close()
        await database.close()
    }

    private static func find(
        _ named: String?, _ store: SQLGatewayStore, _ directory: TenantDirectory
    ) async throws -> TenantHead {
        if let named {
            guard let tenant = try await directory.find(named) else { throw CommandFailure("no tenant `\(named)`") }
            return tenant
        }
        let tenants = try await store.tenants()
        guard let only = tenants.first else { throw CommandFailure("there is no tenant; make one with `postern init`") }
        guard tenants.count == 1 else {
            let aliases = tenants.map(\.alias).joined(separator: ", ")
            throw CommandFailure("there are several tenants; name one with --tenant: \(aliases)")
        }
        return only
    }
}
