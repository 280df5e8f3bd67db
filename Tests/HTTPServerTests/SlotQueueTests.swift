import Testing

@testable import HTTPServer

struct SlotQueueTests {
    /// Everything that is in the queue, first to last.
    private static func drained(_ queue: SlotQueue) -> [UInt32] {
        var queue = queue
        var slots: [UInt32] = []
        while let slot = queue.first {
            slots.append(slot)
            queue.remove(slot)
        }
        return slots
    }

    @Test func `slots come out in the order in which they were put in`() {
        var queue = SlotQueue()
        #expect(queue.first == nil)
        for slot: UInt32 in [5, 0, 3, 5, 0] { queue.append(slot) }
        #expect(Self.drained(queue) == [5, 0, 3])
        queue.remove(5)
        queue.append(5)
        #expect(Self.drained(queue) == [0, 3, 5])
    }

    @Test func `holds what a list would hold after any puts and takes`() {
        var (queue, list) = (SlotQueue(), [UInt32]())
        var generator = SeededGenerator(state: 1)
        for _ in 0..<5000 {
            let slot = UInt32.random(in: 0..<16, using: &generator)
            if Bool.random(using: &generator) {
                if !list.contains(slot) { list.append(slot) }
                queue.append(slot)
            } else {
                list.removeAll { $0 == slot }
                queue.remove(slot)
            }
            #expect(queue.first == list.first)
            #expect(queue.contains(slot) == list.contains(slot))
        }
        #expect(Self.drained(queue) == list)
    }
}
