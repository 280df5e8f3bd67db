/// The code that a user types on another device (RFC 8628 section 6.1): eight consonants, about 34 bits.
///
/// Guessing it is bounded by its life of 15 minutes and by the budget that every try is spent from.
public struct UserCode: Sendable, Hashable {
    /// The letters: consonants that are told apart, and of which no word is made.
    static let alphabet = Array("BCDFGHJKLMNPQRSTVWXZ".utf8)
    static let count = 8

    /// The eight letters: what the store knows it by.
    public let canonical: String

    /// The code as it is shown: `BCDF-GHJK`.
    public var display: String { String(canonical.prefix(4)) + "-" + String(canonical.suffix(4)) }

    /// Draws a code; nil when too few bytes are left, which happens about once in 10^18 draws.
    ///
    /// - Parameter randomBytes: 32 fresh random bytes; those that would favour some letters are left out.
    public init?(randomBytes: [UInt8]) {
        let bound = UInt8(256 / Self.alphabet.count * Self.alphabet.count)
        let letters = randomBytes.lazy.filter { $0 < bound }.prefix(Self.count)
            .map { Self.alphabet[Int($0) % Self.alphabet.count] }
        guard letters.count == Self.count else { return nil }
        canonical = String(decoding: Array(letters), as: UTF8.self)
    }

    /// Reads what a user typed: any case, with spaces and hyphens wherever they like.
    ///
    /// - Returns: nil when the rest is not eight of the letters.
    public init?(typed: String) {
        guard typed.utf8.count <= 32 else { return nil }
        let letters = typed.utf8.filter { $0 != 0x20 && $0 != UInt8(ascii: "-") }
            .map { (0x61...0x7A).contains($0) ? $0 & 0xDF : $0 }
        guard letters.count == Self.count, letters.allSatisfy(Self.alphabet.contains) else { return nil }
        canonical = String(decoding: letters, as: UTF8.self)
    }
}
