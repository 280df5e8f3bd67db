import AccessModel
import ComplianceGateway
import Observability
import ServiceRuntime

/// Notices what other processes, such as commands, have written to the journal, five times a second.
///
/// What this process writes rings the bell by itself. The bell is also rung from time to time when nothing was written, so
/// that whoever could not read the journal tries again.
final class JournalWatch: Service {
    let name = "journal watch"
    private let store: any JournalStore
    private let bell: JournalBell
    private let clock: any WallClock
    private let logger: Logger

    private static let interval: Int64 = 200
    /// After so many looks the bell is rung anyway.
    private static let retry = 25

    init(_ store: any JournalStore, bell: JournalBell, clock: any WallClock, logger: Logger) {
        self.store = store
        self.bell = bell
        self.clock = clock
        self.logger = logger
    }

    func run() async throws {
        var heads: [TenantHead] = []
        var looks = Self.retry
        var failed = false
        while true {
            do {
                let now = try await store.tenants()
                looks += 1
                if now != heads || looks >= Self.retry {
                    bell.ring()
                    looks = 0
                }
                heads = now
                failed = false
            } catch {
                // Asked to stop while the store was asked: that is no trouble.
                try Task.checkCancellation()
                // Said once: the next look may be as soon as the store is back.
                if !failed { logger.warning("the journal cannot be watched", [.errorMessage: .error(error)]) }
                failed = true
            }
            try await clock.sleep(milliseconds: Self.interval)
        }
    }
}
