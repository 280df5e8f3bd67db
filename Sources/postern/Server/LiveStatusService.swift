import ComplianceGateway
import ServiceRuntime

/// Tells those who follow what happens, and ends streams whose authority has ended.
final class LiveStatusService: Service {
    let name = "live status"
    private let live: LiveStatus
    private let clock: any WallClock

    /// Every so many seconds each stream's authority is checked, beside what the journal tells.
    private static let checkInterval = 30

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
        while true {
            for _ in 0..<Self.checkInterval {
                try await clock.sleep(milliseconds: 1000)
                live.endExpired()
            }
            await live.checkAuthorities()
        }
    }
}
