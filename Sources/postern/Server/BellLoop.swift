import ComplianceGateway
import ServiceRuntime

/// Does a piece of work whenever the bell rings, and when its time has come.
struct BellLoop: Sendable {
    let bell: JournalBell
    let clock: any WallClock
    /// How many milliseconds there are between two pieces at least: rings that come close together are one.
    let rest: Int64

    /// Works until the task is cancelled, for the first time at once.
    ///
    /// - Parameter work: does what is to be done, and says at which millisecond there is more to do if nothing rings.
    /// - Throws: `CancellationError`.
    func run(_ work: @escaping @Sendable () async -> Int64) async throws {
        let next = Lock(Int64.max)
        let rings = bell.rings()
        bell.ring()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for await _ in rings {
                    let time = await work()
                    next.withLock { $0 = time }
                    try await clock.sleep(milliseconds: rest)
                }
            }
            group.addTask { try await ring(at: next) }
            try await group.next()
            group.cancelAll()
        }
    }

    /// The time is looked at each second, since an earlier one may come up, and the clock may be set.
    private func ring(at next: Lock<Int64>) async throws {
        while true {
            let time = next.withLock { $0 }
            let now = clock.nowMilliseconds
            if now < time { try await clock.sleep(milliseconds: min(time - now, 1000)) }
            guard clock.nowMilliseconds >= time else { continue }
            next.withLock { $0 = .max }
            bell.ring()
        }
    }
}
