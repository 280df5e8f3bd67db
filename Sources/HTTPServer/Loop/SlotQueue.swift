/// Slots in the order in which they were put in; every operation takes constant time, however many there are.
struct SlotQueue {
    private var before: [UInt32] = []
    private var after: [UInt32] = []
    /// The slot that was put in first of those that are left.
    private(set) var first: UInt32?
    private var last: UInt32?

    /// Whether the slot is in the queue.
    func contains(_ slot: UInt32) -> Bool {
        Int(slot) < before.count && before[Int(slot)] != Self.absent
    }

    /// Puts a slot at the end; one that is in the queue already keeps its place.
    mutating func append(_ slot: UInt32) {
        guard !contains(slot) else { return }
        while before.count <= Int(slot) {
            before.append(Self.absent)
            after.append(Self.absent)
        }
        before[Int(slot)] = last ?? Self.none
        after[Int(slot)] = Self.none
        if let last { after[Int(last)] = slot } else { first = slot }
        last = slot
    }

    /// Takes a slot out, wherever it is.
    mutating func remove(_ slot: UInt32) {
        guard contains(slot) else { return }
        let (previous, next) = (before[Int(slot)], after[Int(slot)])
        if previous == Self.none { first = Self.slot(next) } else { after[Int(previous)] = next }
        if next == Self.none { last = Self.slot(previous) } else { before[Int(next)] = previous }
        before[Int(slot)] = Self.absent
        after[Int(slot)] = Self.absent
    }

    private static func slot(_ link: UInt32) -> UInt32? { link == none ? nil : link }

    private static var none: UInt32 { .max }
    private static var absent: UInt32 { .max - 1 }
}
