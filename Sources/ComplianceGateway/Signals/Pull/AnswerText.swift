/// The bytes of an answer as a strict reader of JSON takes them.
///
/// Names that people give their devices may hold what JSON can write and no text can be. Whoever can name one device must
/// not make the whole list unreadable, and so keep what it says of them from being known.
enum AnswerText {
    /// Replaces by U+FFFD what is no UTF-8, and the escapes of U+0000 and of lone surrogates.
    ///
    /// - Parameter bytes: The answer.
    /// - Returns: The answer, unchanged when there is nothing to replace.
    static func repaired(_ bytes: [UInt8]) -> [UInt8] {
        let text =
            String(validating: bytes, as: UTF8.self) == nil ? Array(String(decoding: bytes, as: UTF8.self).utf8) : bytes
        guard text.contains(UInt8(ascii: "\\")) else { return text }
        var repaired: [UInt8] = []
        repaired.reserveCapacity(text.count)
        var rest = text[...]
        while let escape = rest.firstIndex(of: UInt8(ascii: "\\")) {
            let length = length(of: text, at: escape)
            repaired += rest[..<escape]
            repaired += isReadable(text, escape, length) ? text[escape..<escape + length] : replacement[...]
            rest = text[(escape + length)...]
        }
        return repaired + rest
    }

    private static let replacement = Array(#"\ufffd"#.utf8)

    /// How many bytes an escape has; a pair of surrogates is one.
    private static func length(of text: [UInt8], at position: Int) -> Int {
        guard let unit = unit(text, at: position) else { return min(2, text.count - position) }
        let isPair = isHigh(unit) && Self.unit(text, at: position + 6).map(isLow) == true
        return isPair ? 12 : 6
    }

    private static func isReadable(_ text: [UInt8], _ position: Int, _ length: Int) -> Bool {
        guard length == 6, let unit = unit(text, at: position) else { return true }
        return unit != 0 && !isHigh(unit) && !isLow(unit)
    }

    /// The code unit that `\uXXXX` at a position means; nil when there is no such escape.
    private static func unit(_ text: [UInt8], at position: Int) -> UInt16? {
        guard position + 6 <= text.count, text[position] == UInt8(ascii: "\\"),
            text[position + 1] == UInt8(ascii: "u")
        else { return nil }
        return UInt16(String(decoding: text[position + 2..<position + 6], as: UTF8.self), radix: 16)
    }

    private static func isHigh(_ unit: UInt16) -> Bool { (0xD800...0xDBFF).contains(unit) }

    private static func isLow(_ unit: UInt16) -> Bool { (0xDC00...0xDFFF).contains(unit) }
}
