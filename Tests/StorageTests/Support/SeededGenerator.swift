import AccessModel

/// A generator whose numbers follow from its seed (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }

    mutating func flag() -> Bool { below(2) == 0 }

    /// The value, or nil half of the time.
    mutating func maybe<Value>(_ value: Value) -> Value? { flag() ? value : nil }

    mutating func one<Element>(of elements: [Element]) -> Element { elements[below(elements.count)] }

    mutating func some<Element: Hashable>(of elements: [Element]) -> Set<Element> {
        Set(elements.filter { _ in flag() })
    }

    /// A text with what texts trip over: quotes, backslashes, accents, other scripts, control characters.
    mutating func text(atMost length: Int = 12, alphabet: [Character] = Self.letters) -> String {
        String((0..<1 + below(length)).map { _ in one(of: alphabet) })
    }

    static let letters: [Character] = Array("ab Z9\"\\/'é漢🔑\u{7F}\u{200B}%;")

    mutating func timestamp() -> Timestamp {
        Timestamp(milliseconds: 1_700_000_000_000 + Int64(below(1 << 40)))
    }
}
