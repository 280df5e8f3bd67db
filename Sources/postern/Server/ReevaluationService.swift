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
        try await BellLoop(bell: bell, clock: clock, rest: 20).run { await self.pass() }
    }

    /// Does everything that is to be done now.
    ///
    /// - Returns: when the next instance is due, in milliseconds; nothing is asked of the store before, unless it rings.
    @discardableResult
    func pass() async -> Int64 {
        do {
            let resumes = try await evaluateDue()
            for tenant in try await store.tenants() { try await follow(tenant) }
            return max(try await store.nextDue()?.milliseconds ?? Int64.max, resumes)
        } catch {
            // Asked to stop while the store was asked: it is done after the next start.
            if Task.isCancelled { return .max }
            logger.warning("what has changed was not evaluated again", [.errorMessage: .error(error)])
            places.withLock { $0 = [:] }
            return clock.nowMilliseconds + Self.pause
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
        if places.withLock({ $0[tenant.id]?.hasNothingToDo(at: tenant) }) ?? false { return }
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
            case .completed(let cause, let instances, let changed, let tokens, let suspended, let devices):
                work.completed(instances: instances, tokens: tokens)
                logger.notice(
                    "evaluated again",
                    [
                        .tenantAlias: .string(tenant.alias), .sequence: .integer(cause),
                        .instances: .integer(instances), .changed: .integer(changed), .tokens: .integer(tokens),
                        .suspended: .integer(suspended), .devices: .integer(devices),
                    ])
            }
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
