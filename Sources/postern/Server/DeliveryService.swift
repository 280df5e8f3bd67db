import AccessModel
import ComplianceGateway
import Observability
import ServiceRuntime

/// Tells destinations outside what the journal says, and tries again what did not arrive.
///
/// Each destination has a lane of its own, so that one that takes its time holds up no other.
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
    private let busy = Lock(Set<DeliveryLane>())

    /// How long after a failure of ours the next try is.
    private static let pause: Int64 = 5000
    /// So many destinations are told at a time at most.
    static let lanes = 64

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
        let (lanes, opened) = AsyncStream.makeStream(of: DeliveryLane.self)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await BellLoop(bell: self.bell, clock: self.clock, rest: 50).run { await self.pass(opened) }
            }
            group.addTask { await self.serve(lanes) }
            try await group.next()
            group.cancelAll()
        }
    }

    /// Does everything that is to be done now; when there is more to do, in milliseconds.
    private func pass(_ opened: AsyncStream<DeliveryLane>.Continuation) async -> Int64 {
        do {
            for tenant in try await store.tenants() { try await collect(tenant) }
            for lane in try await store.dueLanes(at: Timestamp(milliseconds: clock.nowMilliseconds)) {
                let isNew = busy.withLock { $0.count < Self.lanes && $0.insert(lane).inserted }
                if isNew { opened.yield(lane) }
            }
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

    private func serve(_ lanes: AsyncStream<DeliveryLane>) async {
        await withDiscardingTaskGroup { group in
            for await lane in lanes { group.addTask { await self.work(lane) } }
        }
    }

    /// Tells one destination what is due, for as long as any of it arrives.
    private func work(_ lane: DeliveryLane) async {
        var hasTold = false
        do {
            while true {
                let (count, arrived) = try await deliveries.deliverDue(in: lane)
                note(count, arrived, of: lane)
                if count > 0 { hasTold = true }
                if arrived == 0 || Task.isCancelled { break }
            }
        } catch {
            if !Task.isCancelled { logger.warning("destinations were not told", [.errorMessage: .error(error)]) }
        }
        _ = busy.withLock { $0.remove(lane) }
        // What came up for it meanwhile found the lane busy.
        if hasTold { bell.ring() }
    }

    private func note(_ count: Int, _ arrived: Int, of lane: DeliveryLane) {
        tried.add(UInt64(clamping: count))
        delivered.add(UInt64(clamping: arrived))
        if arrived < count {
            logger.warning(
                "messages did not reach their destination; see postern delivery list",
                [
                    .tenant: .string(lane.tenant.rawValue), .destination: .string(lane.destination),
                    .messages: .integer(Int64(count - arrived)),
                ])
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
