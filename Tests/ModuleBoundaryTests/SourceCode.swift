/// The text of a Swift file with comments and string contents blanked, so that a search finds code only.
///
/// Line breaks stay where they are, and so do the expressions of an interpolation.
struct SourceCode {
    /// The code's lines, the first of which is line 1 of the file.
    let lines: [String]

    init(_ text: String) {
        var scanner = CodeScanner(text)
        lines = scanner.code().split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    /// The numbers of the lines at which `pattern` begins to match; a match may span lines.
    func matches(of pattern: Regex<AnyRegexOutput>) -> [Int] {
        let text = lines.joined(separator: "\n")
        return text.matches(of: pattern).map { match in
            1 + text[..<match.range.lowerBound].count { $0 == "\n" }
        }
    }
}

/// Walks Swift text once and copies its code, replacing what is not code by spaces.
private struct CodeScanner {
    private let text: [Character]
    private var position = 0
    private var output = ""

    init(_ text: String) {
        self.text = Array(text)
    }

    mutating func code() -> String {
        copyCode(untilClosingParenthesis: false)
        return output
    }

    private func starts(with prefix: String, at offset: Int = 0) -> Bool {
        var index = position + offset
        for character in prefix {
            guard index < text.count, text[index] == character else { return false }
            index += 1
        }
        return true
    }

    private mutating func copy(_ count: Int = 1) {
        output.append(contentsOf: text[position..<min(position + count, text.count)])
        position += count
    }

    private mutating func blank(_ count: Int = 1) {
        for character in text[position..<min(position + count, text.count)] {
            output.append(character.isNewline ? "\n" : " ")
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
                depth += text[position] == "(" ? 1 : text[position] == ")" ? -1 : 0
                if interpolation, depth < 0 { return }
                copy()
            }
        }
    }

    private mutating func blankLine() {
        while position < text.count, !text[position].isNewline { blank() }
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
        while position + hashes < text.count, text[position + hashes] == "#" { hashes += 1 }
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
            } else if quote.count == 1, text[position].isNewline {
                return
            } else {
                blank()
            }
        }
        blank(quote.count + hashes)
    }
}
