import ComplianceGateway
import ServiceRuntime

/// Tells those who follow what happens, and ends streams whose authority has ended.
final class LiveStatusService: Service {
    let name = "live status"
    private let live: LiveStatus
    private let clock: any WallClock

    /// How often every stream's authority is checked beside what the journal tells.
    private static let checkInterval: Int64 = 30_000

    init(_ live: LiveStatus, clock: any WallClock) {
        self.live = live
        self.clock = clock
    }

    func run() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await self.live.run() }
            group.addTask { try await self.check() }
            try await group.next()
            group.cancelAll()
        }
    }

    private func check() async throws {
        var next = clock.nowMilliseconds + Self.checkInterval
        while true {
            try await clock.sleep(untilMilliseconds: clock.nowMilliseconds + 1000)
            live.endExpired()
            guard clock.nowMilliseconds >= next else { continue }
            await live.checkAuthorities()
            next = clock.nowMilliseconds + Self.checkInterval
        }
    }
}
