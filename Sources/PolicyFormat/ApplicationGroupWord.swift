/// The words by which policies name groups of applications.
enum ApplicationGroupWord {
    /// As long as a word may be, in characters.
    static let maximumLength = 64

    /// A pattern that the words match, for JSON Schemas; words that are taken match it, too.
    static let pattern = "^[A-Za-z][A-Za-z0-9]{0,\(maximumLength - 1)}$"

    /// Words that mean something else where applications are listed.
    private static let reserved: Set<String> = ["all", "none", "allagentidresources"]

    /// Whether a text can be the name of a group: a letter, then letters and digits, and no word that is taken.
    static func isValid(_ text: String) -> Bool {
        guard let first = text.utf8.first, isLetter(first), text.utf8.count <= maximumLength else { return false }
        return text.utf8.allSatisfy { isLetter($0) || isDigit($0) } && !reserved.contains(text.lowercased())
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}
