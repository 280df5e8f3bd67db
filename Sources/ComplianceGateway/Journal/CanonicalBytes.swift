/// Numbers and texts as bytes, each of which says how long it is: no two lists of values have the same bytes.
struct CanonicalBytes {
    private(set) var bytes: [UInt8]

    init(version: UInt8, capacity: Int) {
        bytes = []
        bytes.reserveCapacity(capacity)
        bytes.append(version)
    }

    mutating func append(_ number: Int64) {
        for shift in stride(from: 56, through: 0, by: -8) { bytes.append(UInt8(truncatingIfNeeded: number >> shift)) }
    }

    mutating func append(_ text: String) {
        let count = text.utf8.count
        for shift in stride(from: 24, through: 0, by: -8) { bytes.append(UInt8(truncatingIfNeeded: count >> shift)) }
        bytes.append(contentsOf: text.utf8)
    }

    mutating func append(_ text: String?) {
        bytes.append(text == nil ? 0 : 1)
        if let text { append(text) }
    }

    /// A hash, whose length is always the same.
    mutating func append(hash: [UInt8]) { bytes.append(contentsOf: hash) }
}
