/// A user principal name, `name@domain`: shown as written, compared without regard to ASCII case.
public struct UserPrincipalName: Sendable, Hashable, CustomStringConvertible {
    /// The longest name that is accepted, in UTF-8 bytes.
    public static let maximumByteCount = 254

    /// The name as it was written, without surrounding spaces.
    public let description: String
    /// The name as it is compared and looked up: ASCII letters in lower case.
    public let normalized: String

    /// Reads a name; spaces around it are dropped, as people type them.
    ///
    /// - Returns: nil unless there is exactly one `@` with something on both sides, at most
    ///   ``maximumByteCount`` bytes, and neither spaces nor control characters within.
    public init?(_ text: String) {
        let trimmed = Self.trimmed(text)
        guard (3...Self.maximumByteCount).contains(trimmed.count), trimmed.allSatisfy({ $0 > 0x20 && $0 != 0x7F })
        else { return nil }
        let parts = trimmed.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }) else { return nil }
        description = String(decoding: trimmed, as: UTF8.self)
        let lowered = trimmed.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        normalized = String(decoding: lowered, as: UTF8.self)
    }

    private static func trimmed(_ text: String) -> ArraySlice<UInt8> {
        var bytes = Array(text.utf8)[...]
        while bytes.first == 0x20 { bytes.removeFirst() }
        while bytes.last == 0x20 { bytes.removeLast() }
        return bytes
    }

    /// Compares the normalised form.
    public static func == (left: Self, right: Self) -> Bool {
        left.normalized.utf8.elementsEqual(right.normalized.utf8)
    }

    /// Hashes the normalised form.
    public func hash(into hasher: inout Hasher) {
        for byte in normalized.utf8 { hasher.combine(byte) }
    }
}
