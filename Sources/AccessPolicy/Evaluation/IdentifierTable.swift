import AccessModel

/// A table of identifiers with a number for each, made once and looked up often.
struct IdentifierTable<Subject>: Sendable {
    private struct Slot: Sendable {
        var hash: UInt64 = 0
        /// The position in `keys`; -1 where the slot is free.
        var position = -1
    }

    private var keys: [Identifier<Subject>] = []
    private var values: [Int] = []
    /// A power of two, at most half full.
    private var slots: [Slot] = Array(repeating: Slot(), count: 8)

    var isEmpty: Bool { keys.isEmpty }

    /// The number of an identifier.
    func value(of key: Identifier<Subject>) -> Int? { value(of: key, HashedIdentifier.hash(key)) }

    /// The number of an identifier whose hash is known.
    func value(of key: borrowing HashedIdentifier<Subject>) -> Int? { value(of: key.identifier, key.hash) }

    private func value(of key: Identifier<Subject>, _ hash: UInt64) -> Int? {
        let position = slots[slot(of: key, hash)].position
        return position < 0 ? nil : values[position]
    }

    /// The number of an identifier, which is added with a new one if the table lacks it.
    mutating func value(of key: Identifier<Subject>, orAdd new: @autoclosure () -> Int) -> Int {
        if let known = value(of: key) { return known }
        let value = new()
        add(key, value)
        return value
    }

    /// Adds an identifier that is not in the table.
    mutating func add(_ key: Identifier<Subject>, _ value: Int) {
        if 2 * (keys.count + 1) > slots.count { grow() }
        let hash = HashedIdentifier.hash(key)
        slots[slot(of: key, hash)] = Slot(hash: hash, position: keys.count)
        keys.append(key)
        values.append(value)
    }

    /// The slot that holds the identifier, or the free one where it belongs.
    private func slot(of key: Identifier<Subject>, _ hash: UInt64) -> Int {
        let mask = slots.count - 1
        var slot = Int(truncatingIfNeeded: hash) & mask
        while slots[slot].position >= 0, slots[slot].hash != hash || keys[slots[slot].position] != key {
            slot = (slot + 1) & mask
        }
        return slot
    }

    private mutating func grow() {
        let full = slots
        slots = Array(repeating: Slot(), count: 2 * full.count)
        for entry in full where entry.position >= 0 { slots[slot(of: keys[entry.position], entry.hash)] = entry }
    }
}
