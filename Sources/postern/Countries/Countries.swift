import AccessModel
import ComplianceGateway
import GeoLocation
import Observability
import ServiceRuntime

/// The countries of addresses, from the operator's database; a file that has changed is opened again within a minute.
final class Countries: CountryLookup, Service {
    let name = "countries"
    private let database: ReloadableCountryDatabase
    private let clock: any WallClock
    private let logger: Logger
    private let state = Lock(State())

    /// What has been said already, so that each trouble is said once.
    private struct State {
        var lookUpError: GeoLocationError?
        var reloadError: String?
    }

    /// A publisher renews such a database every week or month.
    private static let oldAge = Duration.seconds(90 * 86_400)

    /// - Throws: ``CommandFailure`` when the database cannot be used.
    init(path: String, clock: any WallClock, logger: Logger) throws(CommandFailure) {
        do {
            database = try ReloadableCountryDatabase(path: path)
        } catch {
            throw CommandFailure("`countryDatabase` cannot be used: \(error)")
        }
        self.clock = clock
        self.logger = logger
        say("countries opened")
    }

    // MARK: Look-ups

    func country(of address: IPAddress) -> String? {
        do {
            return try database.current.country(of: address)
        } catch {
            let isNew = state.withLock { state in
                defer { state.lookUpError = error }
                return state.lookUpError != error
            }
            if isNew { logger.error("a country was not found; it counts as unknown", [.errorMessage: .error(error)]) }
            return nil
        }
    }

    // MARK: Reloading

    func run() async throws {
        while true {
            try await clock.sleep(milliseconds: 60_000)
            await reload()
        }
    }

    /// Opens the file again if it has changed; when it cannot be used, the database before stays in use.
    func reload() async {
        // Reading a file blocks, and the threads of tasks are few.
        let ended = Gate()
        do {
            let thread = try JoinedThread(name: "countries") { [self] in
                readAgain()
                ended.open()
            }
            await ended.passage()
            thread.join()
        } catch {
            fail("\(error)")
        }
    }

    private func readAgain() {
        do {
            let isNew = try database.reloadIfChanged()
            state.withLock { $0.reloadError = nil }
            guard isNew else { return }
            state.withLock { $0.lookUpError = nil }
            say("countries reloaded")
        } catch {
            fail("\(error)")
        }
    }

    private func fail(_ reason: String) {
        let isNew = state.withLock { state in
            defer { state.reloadError = reason }
            return state.reloadError != reason
        }
        guard isNew else { return }
        logger.error("countries not reloaded; the ones before stay in use", [.cause: .string(reason)])
    }

    private func say(_ event: StaticString) {
        let metadata = database.current.metadata
        let age = metadata.age(atMilliseconds: clock.nowMilliseconds)
        let about: KeyValuePairs<LogKey, LogValue> = [
            .databaseType: .string(metadata.type), .databaseDays: .integer(age.components.seconds / 86_400),
        ]
        logger.notice(event, about)
        if age > Self.oldAge { logger.warning("the database of countries is old", about) }
        if !metadata.coversIPv6 { logger.warning("the database of countries knows no IPv6 addresses", about) }
    }
}
