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
    private let nextAt = Lock(Int64.max)
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
        let rings = bell.rings()
        bell.ring()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for await _ in rings {
                    await self.pass()
                    // Rings that come close together are one pass.
                    try await self.clock.sleep(untilMilliseconds: self.clock.nowMilliseconds + 50)
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
            for tenant in try await store.tenants() { try await collect(tenant) }
            while true {
                let (count, arrived) = try await deliveries.deliverDue()
                tried.add(UInt64(clamping: count))
                delivered.add(UInt64(clamping: arrived))
                if count == 0 { break }
                if arrived < count {
                    logger.warning(
                        "messages did not reach their destinations", [.count: .integer(Int64(count - arrived))])
                }
                try Task.checkCancellation()
            }
            let next = try await store.nextDelivery().map { $0.milliseconds } ?? Int64.max
            // One whose time has come and that waits for an earlier one is woken by that one's end.
            nextAt.withLock { $0 = max(next, clock.nowMilliseconds + 1000) }
        } catch {
            if Task.isCancelled { return }
            logger.warning("destinations were not told", [.errorMessage: .error(error)])
            places.withLock { $0 = [:] }
            nextAt.withLock { $0 = clock.nowMilliseconds + Self.pause }
        }
    }

    private func collect(_ tenant: TenantHead) async throws {
        var hasMore = true
        while hasMore {
            try Task.checkCancellation()
            let step = try await deliveries.collect(in: tenant, from: places.withLock { $0[tenant.id] })
            places.withLock { $0[tenant.id] = step.place }
            hasMore = step.hasMore
        }
    }

    private func wake() async throws {
        while true {
            let next = nextAt.withLock { $0 }
            try await clock.sleep(untilMilliseconds: min(next, clock.nowMilliseconds + 1000))
            guard clock.nowMilliseconds >= next else { continue }
            nextAt.withLock { $0 = .max }
            bell.ring()
        }
    }
}
