/// The header `Link` of an answer (RFC 8288 section 3), as far as paging needs it.
struct LinkHeader {
    /// A header that is longer is not read.
    private static let maximumByteCount = 16 << 10

    /// The reference of the link whose relation is `next`; nil when there is none.
    let next: String?

    /// Reads a header.
    ///
    /// - Returns: nil when it is not in its format: a page that may follow must not be passed over.
    init?(_ header: String) {
        guard header.utf8.count <= Self.maximumByteCount else { return nil }
        var found: String?
        var rest = Substring(header)
        while true {
            rest = rest.drop { Self.isSpace($0) || $0 == "," }
            guard let first = rest.first else { break }
            guard first == "<", let end = rest.firstIndex(of: ">") else { return nil }
            let target = String(rest[rest.index(after: rest.startIndex)..<end])
            rest = rest[rest.index(after: end)...]
            guard let isNext = Self.parameters(&rest) else { return nil }
            if isNext, found == nil { found = target }
        }
        next = found
    }

    /// Reads a link's parameters up to the comma or the end; whether a relation among them is `next`.
    private static func parameters(_ rest: inout Substring) -> Bool? {
        var isNext = false
        while true {
            rest = rest.drop(while: isSpace)
            guard rest.first == ";" else { return rest.isEmpty || rest.first == "," ? isNext : nil }
            rest = rest.dropFirst().drop(while: isSpace)
            let name = rest.prefix { $0 != "=" && $0 != ";" && $0 != "," && !isSpace($0) }
            // Space around the sign is none of RFC 8288's grammar, but in its advice for those who read (appendix B.3).
            rest = rest[name.endIndex...].drop(while: isSpace)
            guard rest.first == "=" else { continue }
            rest = rest.dropFirst().drop(while: isSpace)
            guard let value = value(&rest) else { return nil }
            if name.lowercased() == "rel", value.lowercased().split(whereSeparator: isSpace).contains("next") {
                isNext = true
            }
        }
    }

    private static func value(_ rest: inout Substring) -> String? {
        guard rest.first == "\"" else {
            let token = rest.prefix { $0 != ";" && $0 != "," && !isSpace($0) }
            rest = rest[token.endIndex...]
            return String(token)
        }
        rest = rest.dropFirst()
        var text = ""
        while let character = rest.popFirst() {
            switch character {
            case "\"": return text
            // A quoted pair (RFC 9110 section 5.6.4).
            case "\\": text += rest.popFirst().map(String.init) ?? ""
            default: text.append(character)
            }
        }
        return nil
    }

    private static func isSpace(_ character: Character) -> Bool { character == " " || character == "\t" }
}
