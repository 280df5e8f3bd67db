import ServiceRuntime
import Testing

@Suite(.timeLimit(.minutes(10))) struct ManualClockTests {
    @Test func `stands still until it is moved`() {
        let clock = ManualClock(nowMilliseconds: 1_000)
        #expect(clock.nowMilliseconds == 1_000)
        clock.advance(byMilliseconds: 5)
        #expect(clock.nowMilliseconds == 1_005)
    }

    @Test func `wakes the sleepers whose time has come and no other`() async throws {
        let clock = ManualClock()
        let woken = Lock<[Int64]>([])
        try await withThrowingTaskGroup(of: Void.self) { group in
            for deadline: Int64 in [30, 10, 20] {
                group.addTask {
                    try await clock.sleep(milliseconds: deadline)
                    woken.withLock { $0.append(deadline) }
                }
            }
            await clock.sleepers(atLeast: 3)
            clock.set(nowMilliseconds: 20)
            try await group.next()
            try await group.next()
            #expect(woken.withLock { $0.sorted() } == [10, 20])
            clock.set(nowMilliseconds: 30)
            try await group.waitForAll()
        }
        #expect(woken.withLock { $0.count } == 3)
    }

    @Test func `does not suspend for no time`() async throws {
        for span: Int64 in [0, -1, .min] {
            try await ManualClock(nowMilliseconds: 9).sleep(milliseconds: span)
            try await SystemWallClock().sleep(milliseconds: span)
        }
    }

    @Test func `a clock that is set back makes no sleep longer`() async throws {
        let clock = ManualClock(nowMilliseconds: 1000)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await clock.sleep(milliseconds: 10) }
            await clock.sleepers(atLeast: 1)
            clock.set(nowMilliseconds: 0)
            clock.set(nowMilliseconds: 10)
            try await group.next()
        }
        #expect(clock.nowMilliseconds == 10)
    }

    @Test func `ends a cancelled sleep with an error`() async {
        let clock = ManualClock()
        await withTaskGroup(of: Bool.self) { group in
            group.addTask {
                do {
                    try await clock.sleep(milliseconds: 1)
                    return false
                } catch {
                    return true
                }
            }
            await clock.sleepers(atLeast: 1)
            group.cancelAll()
            #expect(await group.next() == true)
        }
    }

    @Test func `shows a time after 2020 on the machine's clock`() {
        #expect(SystemWallClock().nowMilliseconds > 1_577_836_800_000)
    }
}
