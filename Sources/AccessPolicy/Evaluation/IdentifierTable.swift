import AccessModel

/// A table of identifiers with a number for each, made once and looked up often.
///
/// The standard dictionary hashes so that nobody can choose colliding keys. Here both sides, policies and directory, are
/// the tenant's own, and the cheaper hash is a good part of a decision's time.
struct IdentifierTable<Subject>: Sendable {
    private var keys: [Identifier<Subject>] = []
    private var values: [Int] = []
    /// Positions in `keys`, -1 where a slot is free; a power of two, at most half full.
    private var slots: [Int] = Array(repeating: -1, count: 8)

    var isEmpty: Bool { keys.isEmpty }

    /// The number of an identifier.
    func value(of key: Identifier<Subject>) -> Int? {
        let position = slots[slot(of: key)]
        return position < 0 ? nil : values[position]
    }

    /// Adds an identifier that is not in the table.
    mutating func add(_ key: Identifier<Subject>, _ value: Int) {
        if 2 * (keys.count + 1) > slots.count { grow() }
        slots[slot(of: key)] = keys.count
        keys.append(key)
        values.append(value)
    }

    /// The slot that holds the identifier, or the free one where it belongs.
    private func slot(of key: Identifier<Subject>) -> Int {
        let mask = slots.count - 1
        var slot = Int(truncatingIfNeeded: Self.hash(key.rawValue)) & mask
        while slots[slot] >= 0, keys[slots[slot]] != key { slot = (slot + 1) & mask }
        return slot
    }

    private mutating func grow() {
        slots = Array(repeating: -1, count: 2 * slots.count)
        for (position, key) in keys.enumerated() { slots[slot(of: key)] = position }
    }

    private static func hash(_ text: String) -> UInt64 {
        text.utf8.withContiguousStorageIfAvailable(hash) ?? Array(text.utf8).withUnsafeBufferPointer(hash)
    }

    private static func hash(_ buffer: UnsafeBufferPointer<UInt8>) -> UInt64 {
        let bytes = UnsafeRawBufferPointer(buffer)
        var hash = UInt64(bytes.count)
        var index = 0
        while index + 8 <= bytes.count {
            hash = mixed(hash, bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
            index += 8
        }
        while index < bytes.count {
            hash = mixed(hash, UInt64(bytes[index]))
            index += 1
        }
        return hash
    }

    private static func mixed(_ hash: UInt64, _ word: UInt64) -> UInt64 {
        let product = (hash ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
        return product.high ^ product.low
    }
}
