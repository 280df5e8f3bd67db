/// A capability that a client declares and that a token may carry in `xms_cc`.
public enum ClientCapability: String, Sendable, Hashable, CaseIterable, Comparable {
    /// The client understands claims challenges.
    case cp1
    /// The client can make its app protected.
    case protapp

    /// Reads a declared value in any ASCII case.
    ///
    /// - Returns: nil for a capability that is not known, which is to be ignored.
    public init?(declared text: String) {
        let lowered = text.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        guard let known = Self.allCases.first(where: { $0.rawValue.utf8.elementsEqual(lowered) }) else { return nil }
        self = known
    }

    /// Orders capabilities by their text, so that lists of them are stable.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
