/// The text of a Swift file with comments and string contents blanked, so that a search finds code only.
///
/// Line breaks stay where they are, and so do the expressions of an interpolation.
struct SourceCode {
    /// The code, with as many lines as the file has.
    let text: String
    /// Every identifier and keyword that occurs in the code: a cheap look before an expensive search.
    let words: Set<String>

    init(_ source: String) {
        var scanner = CodeScanner(source)
        text = scanner.code()
        words = Set(text.utf8.split { !CodeScanner.isWord($0) }.compactMap { String($0) })
    }

    /// The lines, the first of which is line 1 of the file.
    var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }

    /// The numbers of the lines at which `pattern` begins to match; a match may span lines.
    func matches(of pattern: Regex<AnyRegexOutput>) -> [Int] {
        text.matches(of: pattern).map { match in
            1 + text.utf8[..<match.range.lowerBound].count { $0 == UInt8(ascii: "\n") }
        }
    }
}

/// Walks Swift text once and copies its code, replacing what is not code by spaces.
struct CodeScanner {
    private let text: [UInt8]
    private var position = 0
    private var output: [UInt8] = []

    init(_ text: String) {
        self.text = Array(text.utf8)
    }

    mutating func code() -> String {
        copyCode(untilClosingParenthesis: false)
        return String(decoding: output, as: UTF8.self)
    }

    static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"): true
        default: false
        }
    }

    private func starts(with prefix: String, at offset: Int = 0) -> Bool {
        var index = position + offset
        for byte in prefix.utf8 {
            guard index < text.count, text[index] == byte else { return false }
            index += 1
        }
        return true
    }

    private var isAtLineEnd: Bool { text[position] == UInt8(ascii: "\n") }

    private mutating func copy(_ count: Int = 1) {
        output.append(contentsOf: text[position..<min(position + count, text.count)])
        position += count
    }

    private mutating func blank(_ count: Int = 1) {
        for byte in text[min(position, text.count)..<min(position + count, text.count)] {
            output.append(byte == UInt8(ascii: "\n") ? byte : UInt8(ascii: " "))
        }
        position += count
    }

    private mutating func copyCode(untilClosingParenthesis interpolation: Bool) {
        var depth = 0
        while position < text.count {
            if starts(with: "//") {
                blankLine()
            } else if starts(with: "/*") {
                blankBlockComment()
            } else if let hashes = openingHashes() {
                blankString(hashes: hashes)
            } else {
                depth += starts(with: "(") ? 1 : starts(with: ")") ? -1 : 0
                if interpolation, depth < 0 { return }
                copy()
            }
        }
    }

    private mutating func blankLine() {
        while position < text.count, !isAtLineEnd { blank() }
    }

    private mutating func blankBlockComment() {
        var depth = 0
        repeat {
            if starts(with: "/*") {
                depth += 1
                blank(2)
            } else if starts(with: "*/") {
                depth -= 1
                blank(2)
            } else {
                blank()
            }
        } while depth > 0 && position < text.count
    }

    /// The number of `#` before the quote, when a string literal starts here.
    private func openingHashes() -> Int? {
        var hashes = 0
        while position + hashes < text.count, text[position + hashes] == UInt8(ascii: "#") { hashes += 1 }
        return starts(with: "\"", at: hashes) ? hashes : nil
    }

    private mutating func blankString(hashes: Int) {
        let marks = String(repeating: "#", count: hashes)
        let quote = starts(with: "\"\"\"", at: hashes) ? "\"\"\"" : "\""
        blank(hashes + quote.count)
        while position < text.count, !starts(with: quote + marks) {
            if starts(with: "\\" + marks + "(") {
                blank(hashes + 1)
                copy()
                copyCode(untilClosingParenthesis: true)
            } else if starts(with: "\\" + marks) {
                blank(hashes + 2)
            } else if quote.count == 1, isAtLineEnd {
                return
            } else {
                blank()
            }
        }
        blank(quote.count + hashes)
    }
}
