import Observability
import ServiceRuntime
import Storage

/// Keeps note of how far the database is, so that an older state of it is recognised.
final class StoreLifeKeeper: Service {
    let name = "store life"
    private let file: StoreLifeFile
    private let store: SQLGatewayStore
    private let clock: any WallClock
    private let logger: Logger

    /// What came after the last note is not missed in an older state that is put in the database's place.
    private static let interval: Int64 = 5000

    init(_ file: StoreLifeFile, _ store: SQLGatewayStore, clock: any WallClock, logger: Logger) {
        self.file = file
        self.store = store
        self.clock = clock
        self.logger = logger
    }

    func run() async throws {
        var known: StoreLife?
        while true {
            try await clock.sleep(milliseconds: Self.interval)
            do {
                known = try await file.note(store, unless: known)
            } catch {
                if !Task.isCancelled {
                    logger.warning("how far the database is was not noted", [.errorMessage: .error(error)])
                }
            }
        }
    }

    /// Notes what was written until the end.
    func finish() async {
        do {
            try await file.note(store)
        } catch {
            logger.warning("how far the database is was not noted", [.errorMessage: .error(error)])
        }
    }
}
