import AccessModel
import Observability
import ServiceRuntime
import Storage

/// Deletes what nothing can ask for any more, once a minute.
struct Housekeeping: Service {
    let name = "housekeeping"
    private let store: SQLGatewayStore
    private let clock: any WallClock
    private let logger: Logger

    init(_ store: SQLGatewayStore, clock: any WallClock, logger: Logger) {
        self.store = store
        self.clock = clock
        self.logger = logger
    }

    func run() async throws {
        while true {
            try await clock.sleep(untilMilliseconds: clock.nowMilliseconds + 60_000)
            do {
                try await store.deleteExpired(at: Timestamp(milliseconds: clock.nowMilliseconds))
            } catch {
                // What is left over is deleted the next time.
                logger.warning("expired rows were not deleted", [.errorMessage: .error(error)])
            }
        }
    }
}
