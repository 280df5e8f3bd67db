import AccessPolicy
import JSONCoding

/// How words that a document may choose from are brought into their own case, and what becomes of those nobody knows.
extension PolicyCanonicalizer {
    mutating func word(_ source: JSONElement, _ words: [String], _ path: String) -> String? {
        guard let text = text(source, path) else { return nil }
        if let word = folded(text, to: words, source, path) { return word }
        note(.error, source.path, path, "`\(text.printable(atMost: 64))` is none of \(listed(words))")
        return nil
    }

    mutating func choice(
        _ source: JSONElement, _ words: [String], _ part: UnenforceableReason.Part?, _ path: String
    ) -> String? {
        guard let text = text(source, path) else { return nil }
        if let word = folded(text, to: words, source, path) { return word }
        if let part { unknown(text, words, part, path) }
        return text
    }

    /// The word that a text spells in any case; a warning when it is another case.
    mutating func folded(
        _ text: String, to words: [String], _ source: JSONElement, _ path: String
    ) -> String? {
        if words.contains(text) { return text }
        let lowercased = text.lowercased()
        guard let word = words.first(where: { $0.lowercased() == lowercased }) else { return nil }
        note(.warning, source.path, path, "`\(text)` is read as `\(word)`")
        return word
    }

    mutating func flags(
        _ source: JSONElement, _ words: [String], _ zero: String?, _ part: UnenforceableReason.Part?, _ path: String
    ) -> JSONValue? {
        var texts: [String] = []
        switch source.value {
        case .string(let text): texts = Self.words(of: text)
        case .array(let elements):
            for (index, element) in elements.enumerated() {
                guard let text = text(JSONElement(element, at: source.path.appending(index)), path) else { return nil }
                texts += Self.words(of: text)
            }
        default:
            wrongType(source, path, "a string of words with commas, or a list")
            return nil
        }
        var kept: [String] = []
        // A word that is empty stays: without it, nothing but commas would be no condition at all.
        for text in texts where text.lowercased() != zero {
            let word = folded(text, to: words, source, path)
            guard !kept.contains(word ?? text) else { continue }
            if word == nil, let part { unknown(text, words, part, path) }
            kept.append(word ?? text)
        }
        return kept.isEmpty ? nil : .string(kept.joined(separator: ","))
    }

    mutating func unsupported(
        _ text: String, _ advice: String, _ part: UnenforceableReason.Part, _ path: String
    ) {
        let kind: UnenforceableReason.Kind = part == .grant ? .unsupportedGrantControl : .unsupportedValue
        hold(kind, part, path, "`\(text)` is not enforceable; \(advice)")
    }

    mutating func unknown(
        _ text: String, _ words: [String], _ part: UnenforceableReason.Part, _ path: String
    ) {
        let expected = "one of \(listed(words)) was expected"
        guard !text.isEmpty else {
            return hold(.invalidValue, part, path, "a value is empty; \(expected)")
        }
        hold(.invalidValue, part, path, "the value `\(text.printable(atMost: 64))` is not known; \(expected)")
    }

    private static func words(of text: String) -> [String] {
        text.split(separator: ",", omittingEmptySubsequences: false).map(trimmed)
    }

    private static func trimmed(_ text: Substring) -> String {
        String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}
