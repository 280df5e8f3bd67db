/// A language that texts are written in.
public enum TextLanguage: String, Sendable, Hashable, CaseIterable {
    /// English, the default.
    case english = "en"
    /// Spanish.
    case spanish = "es"
    /// Korean.
    case korean = "ko"
    /// Russian.
    case russian = "ru"

    /// The language of a tag, by its primary subtag (RFC 5646 section 2.1); nil when there are no texts in it.
    public init?(tag: String) {
        let primary = tag.prefix { $0 != "-" }.lowercased()
        guard let language = TextLanguage(rawValue: primary) else { return nil }
        self = language
    }

    /// The longest header value that is looked at, in bytes; a longer one counts as absent.
    static let maximumHeaderLength = 4096
    /// How many language ranges are looked at.
    static let maximumRanges = 64

    /// The language that suits an `Accept-Language` value best (RFC 9110 section 12.5.4), by lookup of the ranges'
    /// primary language (RFC 4647 section 3.4).
    ///
    /// Of ranges with the same weight the first one wins; a range with weight 0 rules its language out; ranges that are
    /// not well formed are passed over.
    ///
    /// - Parameters:
    ///   - acceptLanguage: The value; nil when there is none.
    ///   - fallback: The language when nothing suits; English unless more is known of the reader.
    /// - Returns: The language.
    public static func negotiated(_ acceptLanguage: String?, else fallback: TextLanguage = .english) -> TextLanguage {
        guard let acceptLanguage, acceptLanguage.utf8.count <= maximumHeaderLength else { return fallback }
        let ranges = acceptLanguage.utf8.split(separator: UInt8(ascii: ",")).prefix(maximumRanges)
            .compactMap { LanguageRange($0) }
        let refused = Set(ranges.filter { $0.weight == 0 }.map(\.primary))
        var best: (language: TextLanguage, weight: Int)?
        for range in ranges where range.weight > (best?.weight ?? 0) {
            guard let language = language(of: range.primary, refused) else { continue }
            best = (language, range.weight)
        }
        return best?.language ?? fallback
    }

    private static func language(of primary: String, _ refused: Set<String>) -> TextLanguage? {
        let candidates = primary == "*" ? allCases : TextLanguage(rawValue: primary).map { [$0] } ?? []
        return candidates.first { !refused.contains($0.rawValue) }
    }
}

/// One element of `Accept-Language`: the primary language in lower case, or `*`, and its weight in thousandths.
private struct LanguageRange {
    let primary: String
    let weight: Int

    init?(_ element: Substring.UTF8View) {
        let parts = element.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map(Self.trimmed)
        guard let range = parts.first, parts.count <= 2, let primary = Self.primary(range) else { return nil }
        guard let weight = parts.count == 1 ? 1000 : Self.weight(parts[1]) else { return nil }
        self.primary = primary
        self.weight = weight
    }

    private static func trimmed(_ text: Substring.UTF8View) -> [UInt8] {
        var bytes = Array(text)
        while let last = bytes.last, last == 0x20 || last == 0x09 { bytes.removeLast() }
        return Array(bytes.drop { $0 == 0x20 || $0 == 0x09 })
    }

    private static func primary(_ range: [UInt8]) -> String? {
        if range == [UInt8(ascii: "*")] { return "*" }
        let subtags = range.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard subtags.allSatisfy({ (1...8).contains($0.count) && $0.allSatisfy(isAlphanumeric) }),
            let first = subtags.first
        else { return nil }
        return String(decoding: first, as: UTF8.self).lowercased()
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }

    /// `q=` and a number from 0 to 1 with at most three decimals (RFC 9110 section 12.4.2).
    private static func weight(_ parameter: [UInt8]) -> Int? {
        guard parameter.count >= 3, parameter[0] | 0x20 == UInt8(ascii: "q"), parameter[1] == UInt8(ascii: "=") else {
            return nil
        }
        let number = parameter.dropFirst(2)
        guard number.count <= 5, let whole = number.first, whole == 0x30 || whole == 0x31 else { return nil }
        let rest = number.dropFirst()
        guard rest.isEmpty || rest.first == UInt8(ascii: ".") else { return nil }
        var thousandths = 0
        var scale = 100
        for digit in rest.dropFirst() {
            guard (0x30...0x39).contains(digit) else { return nil }
            thousandths += Int(digit - 0x30) * scale
            scale /= 10
        }
        let weight = Int(whole - 0x30) * 1000 + thousandths
        return weight <= 1000 ? weight : nil
    }
}
