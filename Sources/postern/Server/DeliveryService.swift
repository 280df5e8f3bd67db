import AccessModel
import ComplianceGateway
import Observability
import ServiceRuntime

/// Tells destinations outside what the journal says, and tries again what did not arrive.
final class DeliveryService: Service {
    let name = "deliveries"
    private let deliveries: Deliveries
    private let store: any JournalStore & DeliveryStore
    private let bell: JournalBell
    private let clock: any WallClock
    private let logger: Logger
    private let tried: Counter
    private let delivered: Counter
    private let places = Lock([TenantID: DeliveryPlace]())

    /// How long after a failure of ours the next try is.
    private static let pause: Int64 = 5000

    init(
        _ deliveries: Deliveries, store: any JournalStore & DeliveryStore, bell: JournalBell, clock: any WallClock,
        logger: Logger, metrics: MetricsRegistry
    ) {
        self.deliveries = deliveries
        self.store = store
        self.bell = bell
        self.clock = clock
        self.logger = logger
        tried = metrics.counter(MetricName("gateway.deliveries.tried"), "Messages to destinations that were tried.")
        delivered = metrics.counter(MetricName("gateway.deliveries.delivered"), "Messages that arrived.")
    }

    func run() async throws {
        try await BellLoop(bell: bell, clock: clock, rest: 50).run { await self.pass() }
    }

    /// Does everything that is to be done now; when there is more to do, in milliseconds.
    private func pass() async -> Int64 {
        do {
            for tenant in try await store.tenants() { try await collect(tenant) }
            try await deliver()
            // One whose time has come and that waits for an earlier one is woken by that one's end.
            let next = try await store.nextDelivery()?.milliseconds ?? Int64.max
            return max(next, clock.nowMilliseconds + 1000)
        } catch {
            if Task.isCancelled { return .max }
            logger.warning("destinations were not told", [.errorMessage: .error(error)])
            places.withLock { $0 = [:] }
            return clock.nowMilliseconds + Self.pause
        }
    }

    private func deliver() async throws {
        while true {
            let (count, arrived) = try await deliveries.deliverDue()
            if count == 0 { return }
            tried.add(UInt64(clamping: count))
            delivered.add(UInt64(clamping: arrived))
            if arrived < count {
                logger.warning("messages did not reach their destinations", [.count: .integer(Int64(count - arrived))])
            }
            try Task.checkCancellation()
        }
    }

    private func collect(_ tenant: TenantHead) async throws {
        if places.withLock({ $0[tenant.id]?.hasNothingToDo(at: tenant) }) ?? false { return }
        var hasMore = true
        while hasMore {
            try Task.checkCancellation()
            let step = try await deliveries.collect(in: tenant, from: places.withLock { $0[tenant.id] })
            places.withLock { $0[tenant.id] = step.place }
            hasMore = step.hasMore
        }
    }
}
