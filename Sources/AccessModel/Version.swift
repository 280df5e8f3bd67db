/// A dotted version number such as `18.4` or `2.10.0.7`: one to six numbers of at most nine digits each.
///
/// Missing trailing numbers count as zero: `18.4` equals `18.4.0`.
public struct Version: Hashable, Sendable, Comparable, CustomStringConvertible {
    private let numbers: [Int32]
    /// The version as it was written.
    public let description: String

    /// Reads a version.
    ///
    /// - Returns: nil when the text is not one to six dotted numbers.
    public init?(_ text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard (1...6).contains(parts.count) else { return nil }
        var numbers: [Int32] = []
        for part in parts {
            guard (1...9).contains(part.count), part.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else { return nil }
            numbers.append(part.reduce(0) { $0 * 10 + Int32($1 - 0x30) })
        }
        while numbers.count > 1, numbers.last == 0 { numbers.removeLast() }
        self.numbers = numbers
        description = text
    }

    /// Compares the numbers, not how they were written.
    public static func == (left: Self, right: Self) -> Bool {
        left.numbers == right.numbers
    }

    /// Hashes the numbers, not how they were written.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(numbers)
    }

    /// Orders versions number by number.
    public static func < (left: Self, right: Self) -> Bool {
        left.numbers.lexicographicallyPrecedes(right.numbers)
    }
}
