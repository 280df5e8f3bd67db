/// A set of policies by their number.
struct PolicyMask: Sendable, Hashable {
    private var words: [UInt64]

    init(count: Int, _ contains: (Int) -> Bool) {
        words = Array(repeating: 0, count: (count + 63) / 64)
        for number in 0..<count where contains(number) { words[number / 64] |= 1 << UInt64(number % 64) }
    }

    var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

    func contains(_ number: Int) -> Bool { words[number / 64] >> UInt64(number % 64) & 1 != 0 }

    func intersection(_ other: PolicyMask) -> PolicyMask {
        var result = self
        for index in words.indices { result.words[index] &= other.words[index] }
        return result
    }

    /// The numbers in order.
    var numbers: [Int] {
        words.indices.flatMap { index -> [Int] in
            var numbers: [Int] = []
            var bits = words[index]
            while bits != 0 {
                numbers.append(index * 64 + bits.trailingZeroBitCount)
                bits &= bits - 1
            }
            return numbers
        }
    }
}
