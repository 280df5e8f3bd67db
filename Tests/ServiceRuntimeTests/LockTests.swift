import ServiceRuntime
import Testing

@Suite struct LockTests {
    @Test func `keeps every increment of many threads`() throws {
        let lock = Lock(0)
        let threads = try (0..<8).map { number in
            try JoinedThread(name: "adder-\(number)") {
                for _ in 0..<1000 { lock.withLock { $0 += 1 } }
            }
        }
        for thread in threads { thread.join() }
        #expect(lock.withLock { $0 } == 8000)
    }

    @Test func `lets a waiter through when the state is right`() throws {
        let lock = Lock(0)
        let seen = Lock<Int?>(nil)
        let waiter = try JoinedThread(name: "waiter") {
            let value = lock.wait { $0 == 3 ? $0 : nil }
            seen.withLock { $0 = value }
        }
        for _ in 0..<3 {
            lock.withLock { $0 += 1 }
            lock.wake()
        }
        waiter.join()
        #expect(seen.withLock { $0 } == 3)
    }

    @Test func `gives up a wait when its time is over`() {
        let lock = Lock(0)
        #expect(lock.wait(atMost: .milliseconds(1)) { $0 == 1 ? true : nil } == nil)
    }

    @Test func `throws the error of the body and is free again`() {
        struct Refused: Error, Equatable {}
        let lock = Lock(1)
        #expect(throws: Refused()) { try lock.withLock { (_: inout Int) throws(Refused) in throw Refused() } }
        #expect(lock.withLock { $0 } == 1)
    }

    @Test func `can be joined twice`() throws {
        let thread = try JoinedThread(name: "a name that is far too long") {}
        thread.join()
        thread.join()
    }

    @Test func `traps when a thread is dropped without being joined`() async {
        await #expect(processExitsWith: .failure) { _ = try JoinedThread(name: "dropped") {} }
    }
}
