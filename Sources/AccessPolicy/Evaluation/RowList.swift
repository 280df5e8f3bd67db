/// Rows that are looked at together, in memory that somebody else owns.
struct RowList: ~Copyable {
    private let storage: UnsafeMutableBufferPointer<Int>
    private var count = 0

    init(_ storage: UnsafeMutableBufferPointer<Int>) {
        self.storage = storage
    }

    mutating func append(_ row: Int) {
        storage[count] = row
        count += 1
    }

    /// The bits that all rows have.
    @inline(__always)
    func all(_ word: Int, _ words: UnsafePointer<UInt64>, startingWith bits: UInt64) -> UInt64 {
        var bits = bits
        for index in 0..<count { bits &= words[storage[index] + word] }
        return bits
    }
}
