import AccessModel
import ComplianceGateway
import Observability
import ServiceRuntime

/// Asks the sources whose time has come, a few side by side.
///
/// Each worker takes the source that is longest overdue by one statement, so that none is asked twice at once, whichever
/// process asks.
final class PullService: Service {
    let name = "pull sources"
    private let pulls: SourcePulls
    private let store: any PullStore
    private let bell: JournalBell
    private let clock: any WallClock
    private let logger: Logger
    private let work: PullMetrics

    /// How many sources are asked at once; most of the time each of them is waited for.
    private static let workers = 16
    /// How long after a failure of ours the next try is.
    private static let pause: Int64 = 5000
    /// How often it is looked whether a clock that was ahead has left times that are too far.
    private static let recallInterval: Int64 = 10_000

    init(
        _ pulls: SourcePulls, store: any PullStore, bell: JournalBell, clock: any WallClock, logger: Logger,
        metrics: MetricsRegistry
    ) {
        self.pulls = pulls
        self.store = store
        self.bell = bell
        self.clock = clock
        self.logger = logger
        work = PullMetrics(metrics)
    }

    func run() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<Self.workers {
                group.addTask {
                    try await BellLoop(bell: self.bell, clock: self.clock, rest: 1000).run { await self.pass() }
                }
            }
            group.addTask { try await self.recall() }
            try await group.next()
            group.cancelAll()
        }
    }

    private func recall() async throws {
        while true {
            do {
                let count = try await pulls.recall()
                if count > 0 {
                    logger.warning(
                        "the clock was ahead: sources are asked now instead of much later",
                        [.sources: .integer(Int64(count))])
                    bell.ring()
                }
            } catch {
                try Task.checkCancellation()
                logger.warning("sources were not asked", [.errorMessage: .error(error)])
            }
            try await clock.sleep(milliseconds: Self.recallInterval)
        }
    }

    /// Asks until none is due; when the next one is, in milliseconds.
    private func pass() async -> Int64 {
        do {
            while let claimed = try await pulls.claim() {
                note(try await pulls.perform(claimed), claimed)
                try Task.checkCancellation()
            }
            return max(try await store.nextPull()?.milliseconds ?? Int64.max, clock.nowMilliseconds + 1000)
        } catch {
            // Asked to stop in the middle: the source is asked again when its claim has ended.
            if Task.isCancelled { return .max }
            logger.warning("sources were not asked", [.errorMessage: .error(error)])
            return clock.nowMilliseconds + Self.pause
        }
    }

    private func note(_ outcome: PullOutcome, _ claimed: ClaimedPull) {
        let (tenant, source) = (LogValue.string(claimed.tenant.alias), LogValue.string(claimed.source))
        switch outcome {
        case .succeeded(let counts, let isRecovery):
            work.add(counts)
            if isRecovery { logger.notice("a source answers again", [.tenantAlias: tenant, .source: source]) }
            if let problem = counts.firstProblem {
                logger.warning(
                    "a source says what cannot be taken",
                    [
                        .tenantAlias: tenant, .source: source, .unusable: .integer(counts.unreadable + counts.refused),
                        .cause: .string(problem),
                    ])
            }
        case .failed(let failure, let isNews):
            work.failed.add(1)
            if isNews {
                logger.warning(
                    "a source fails", [.tenantAlias: tenant, .source: source, .cause: .string(failure.text)])
            } else {
                logger.info(
                    "a source still fails", [.tenantAlias: tenant, .source: source, .cause: .string(failure.text)])
            }
        case .lost, .cancelled: break
        }
    }
}

/// How much sources are asked.
private struct PullMetrics {
    let failed: Counter
    private let succeeded: Counter
    private let devices: Counter
    private let taken: Counter

    init(_ metrics: MetricsRegistry) {
        succeeded = metrics.counter(MetricName("gateway.pulls.succeeded"), "Pulls of sources that gave everything.")
        failed = metrics.counter(MetricName("gateway.pulls.failed"), "Pulls of sources that failed.")
        devices = metrics.counter(MetricName("gateway.pulls.devices"), "Devices that sources told of when asked.")
        taken = metrics.counter(
            MetricName("gateway.pulls.taken"), "Devices of which sources told something new when asked.")
    }

    func add(_ counts: PullCounts) {
        succeeded.add(1)
        devices.add(UInt64(clamping: counts.devices))
        taken.add(UInt64(clamping: counts.taken))
    }
}
