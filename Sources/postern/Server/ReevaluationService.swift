import AccessModel
import ComplianceGateway
import Observability
import ServiceRuntime

/// Evaluates app instances again when their time comes and when something has changed that they are evaluated on.
final class ReevaluationService: Service {
    let name = "re-evaluation"
    private let reevaluation: Reevaluation
    private let store: any JournalStore & ReevaluationStore
    private let bell: JournalBell
    private let clock: any WallClock
    private let logger: Logger
    private let work: ReevaluationMetrics
    /// When the next instance is due; nothing is asked of the store before.
    private let nextDue = Lock(Int64.max)
    private let places = Lock([TenantID: ReevaluationPlace]())

    /// How long after a failure, or an instance that stays due, the next try is.
    private static let pause: Int64 = 5000

    init(
        _ reevaluation: Reevaluation, store: any JournalStore & ReevaluationStore, bell: JournalBell,
        clock: any WallClock, logger: Logger, metrics: MetricsRegistry
    ) {
        self.reevaluation = reevaluation
        self.store = store
        self.bell = bell
        self.clock = clock
        self.logger = logger
        work = ReevaluationMetrics(metrics)
    }

    func run() async throws {
        let rings = bell.rings()
        bell.ring()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for await _ in rings {
                    await self.pass()
                    // Rings that come close together are one pass: each asks the store for little, but not for nothing.
                    try await self.clock.sleep(untilMilliseconds: self.clock.nowMilliseconds + 20)
                }
            }
            group.addTask { try await self.wake() }
            try await group.next()
            group.cancelAll()
        }
    }

    /// Does everything that is to be done now.
    func pass() async {
        do {
            let resumes = try await evaluateDue()
            for tenant in try await store.tenants() { try await follow(tenant) }
            let due = try await store.nextDue().map { $0.milliseconds } ?? Int64.max
            nextDue.withLock { $0 = max(due, resumes) }
        } catch {
            // Asked to stop while the store was asked: it is done after the next start.
            if Task.isCancelled { return }
            logger.warning("what has changed was not evaluated again", [.errorMessage: .error(error)])
            places.withLock { $0 = [:] }
            nextDue.withLock { $0 = clock.nowMilliseconds + Self.pause }
        }
    }

    /// Evaluates until none is due; the earliest time at which it is worth looking again.
    private func evaluateDue() async throws -> Int64 {
        while true {
            let (due, changed) = try await reevaluation.evaluateDue()
            work.due.add(UInt64(clamping: due))
            if due == 0 { return 0 }
            guard changed > 0 else {
                logger.error("app instances stay due", [.count: .integer(Int64(due))])
                return clock.nowMilliseconds + Self.pause
            }
        }
    }

    private func follow(_ tenant: TenantHead) async throws {
        while true {
            try Task.checkCancellation()
            let (place, event) = try await reevaluation.step(
                in: tenant.id, from: places.withLock { $0[tenant.id] })
            places.withLock { $0[tenant.id] = place }
            switch event {
            case .idle: return
            case .worked: break
            case .began(let cause):
                logger.notice(
                    "evaluating again", [.tenantAlias: .string(tenant.alias), .sequence: .integer(cause)])
            case .completed(let cause, let instances, let changed, let tokens, let suspended):
                work.completed(instances: instances, tokens: tokens)
                logger.notice(
                    "evaluated again",
                    [
                        .tenantAlias: .string(tenant.alias), .sequence: .integer(cause),
                        .instances: .integer(instances), .changed: .integer(changed), .tokens: .integer(tokens),
                        .suspended: .integer(suspended),
                    ])
            }
        }
    }

    /// Rings when the next instance is due; the time is looked at each second, since an earlier one may come up.
    private func wake() async throws {
        while true {
            let due = nextDue.withLock { $0 }
            try await clock.sleep(untilMilliseconds: min(due, clock.nowMilliseconds + 1000))
            guard clock.nowMilliseconds >= due else { continue }
            nextDue.withLock { $0 = .max }
            bell.ring()
        }
    }
}

/// How much is evaluated again.
private struct ReevaluationMetrics {
    let due: Counter
    private let instances: Counter
    private let tokens: Counter

    init(_ metrics: MetricsRegistry) {
        due = metrics.counter(
            MetricName("gateway.reevaluation.due"), "App instances evaluated because their time had come.")
        instances = metrics.counter(
            MetricName("gateway.reevaluation.instances"), "App instances evaluated because something had changed.")
        tokens = metrics.counter(
            MetricName("gateway.reevaluation.tokens"), "Live tokens decided again because something had changed.")
    }

    func completed(instances: Int64, tokens: Int64) {
        self.instances.add(UInt64(clamping: instances))
        self.tokens.add(UInt64(clamping: tokens))
    }
}
