/// Text in lines that a terminal of 80 columns shows whole.
enum TextLayout {
    /// The columns of a line.
    static let width = 80

    /// A paragraph, broken between words; the first line begins with a head, the others with as many spaces.
    ///
    /// A word that is longer than a line stands on a line of its own. What would disturb a terminal is replaced.
    static func paragraph(_ text: String, head: String = "", width: Int = width) -> String {
        let indent = String(repeating: " ", count: head.count)
        var lines: [String] = []
        var line = ""
        for word in oneLine(text).split(separator: " ") {
            if !line.isEmpty, indent.count + line.count + 1 + word.count > width {
                lines.append(line)
                line = ""
            }
            line += line.isEmpty ? String(word) : " " + word
        }
        lines.append(line)
        return lines.enumerated().map { ($0 == 0 ? head : indent) + $1 + "\n" }.joined()
    }

    /// Paragraphs with an empty line between them, each broken anew; what begins with a space stays as it stands.
    static func paragraphs(_ text: String) -> String {
        text.split(separator: "\n\n").map { part in
            let lines = part.split(separator: "\n")
            return lines.contains { $0.hasPrefix(" ") } ? part + "\n" : paragraph(lines.joined(separator: " "))
        }.joined(separator: "\n")
    }

    /// A text in a column, cut if it is too long.
    static func column(_ text: String, _ width: Int) -> String {
        let text = oneLine(text)
        if text.count > width { return text.prefix(width - 3) + "..." }
        return text + String(repeating: " ", count: width - text.count)
    }

    /// A number in a column, to the right.
    static func column(_ number: Int, _ width: Int) -> String {
        let text = "\(number)"
        return String(repeating: " ", count: max(0, width - text.count)) + text
    }

    /// The text without line breaks and control characters.
    static func oneLine(_ text: String) -> String {
        var shown = ""
        for scalar in text.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned:
                shown += "\u{FFFD}"
            default: shown.unicodeScalars.append(scalar)
            }
        }
        return shown
    }

    /// "1 error", "2 errors", "12,000 errors"; a plural that is not the noun with an `s` is given.
    static func count(_ number: Int, _ noun: String, _ plural: String? = nil) -> String {
        "\(grouped(number)) \(number == 1 ? noun : plural ?? noun + "s")"
    }

    /// A number with a comma before every three digits.
    static func grouped(_ number: Int) -> String {
        let digits = Array("\(number)")
        return digits.enumerated().map { place, digit in
            place > 0 && (digits.count - place) % 3 == 0 ? ",\(digit)" : "\(digit)"
        }.joined()
    }
}
