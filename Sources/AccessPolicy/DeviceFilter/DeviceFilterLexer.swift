/// A word, a text or a sign of a device filter.
struct DeviceFilterToken: Sendable, Hashable {
    enum Kind: Sendable, Hashable {
        /// A name or keyword without the hyphen that it may begin with.
        case word(String, hasHyphen: Bool)
        /// What stood in quotes.
        case text(String)
        /// One of `(`, `)`, `[`, `]` and `,`.
        case sign(Unicode.Scalar)
        case end
    }

    var kind: Kind
    /// Where it begins, in scalars from 1.
    var position: Int

    /// The word in lower case, if it is one.
    var keyword: String? {
        if case .word(let word, _) = kind { word.lowercased() } else { nil }
    }

    /// What was found, for an error's text.
    var shown: String {
        switch kind {
        case .word(let word, let hasHyphen): "`\(Self.cut((hasHyphen ? "-" : "") + word))`"
        case .text: "a text in quotes"
        case .sign(let sign): "`\(sign)`"
        case .end: "the end of the rule"
        }
    }

    static func cut(_ text: String) -> String {
        text.unicodeScalars.count > 40 ? String(text.unicodeScalars.prefix(40)) + "..." : text
    }
}

/// Cuts a device filter into tokens.
struct DeviceFilterLexer {
    private let scalars: [Unicode.Scalar]
    private var index = 0

    init(_ rule: String) throws(DeviceFilterError) {
        scalars = Array(rule.unicodeScalars.prefix(DeviceFilter.maximumLength + 1))
        guard scalars.count <= DeviceFilter.maximumLength else {
            throw DeviceFilterError(
                .tooLong, at: DeviceFilter.maximumLength + 1,
                "expected at most \(DeviceFilter.maximumLength) characters: split the rule over several policies")
        }
    }

    mutating func next() throws(DeviceFilterError) -> DeviceFilterToken {
        while index < scalars.count, Self.isSpace(scalars[index]) { index += 1 }
        let position = index + 1
        guard index < scalars.count else { return DeviceFilterToken(kind: .end, position: position) }
        let scalar = scalars[index]
        switch scalar {
        case "(", ")", "[", "]", ",":
            index += 1
            return DeviceFilterToken(kind: .sign(scalar), position: position)
        case "\"", "'": return DeviceFilterToken(kind: .text(try text(closedBy: scalar)), position: position)
        case "-":
            index += 1
            let word = word()
            guard !word.isEmpty else { throw unexpected(scalar, at: position) }
            return DeviceFilterToken(kind: .word(word, hasHyphen: true), position: position)
        default:
            let word = word()
            guard !word.isEmpty else { throw unexpected(scalar, at: position) }
            return DeviceFilterToken(kind: .word(word, hasHyphen: false), position: position)
        }
    }

    private mutating func word() -> String {
        var word = ""
        while index < scalars.count, Self.isWord(scalars[index]) {
            word.unicodeScalars.append(scalars[index])
            index += 1
        }
        return word
    }

    private mutating func text(closedBy quote: Unicode.Scalar) throws(DeviceFilterError) -> String {
        let start = index + 1
        var text = ""
        index += 1
        while index < scalars.count {
            var scalar = scalars[index]
            index += 1
            if scalar == quote { return text }
            if scalar == "`" { scalar = try escaped() }
            text.unicodeScalars.append(scalar)
        }
        throw DeviceFilterError(
            .unterminatedText, at: start, "the text that begins here has no end: close it with \(Self.named(quote))")
    }

    private mutating func escaped() throws(DeviceFilterError) -> Unicode.Scalar {
        guard index < scalars.count, ["\"", "'", "`"].contains(scalars[index]) else {
            throw DeviceFilterError(
                .unknownEscape, at: index,
                "a backtick goes only before a quote or a backtick: write it twice to mean the character")
        }
        index += 1
        return scalars[index - 1]
    }

    private func unexpected(_ scalar: Unicode.Scalar, at position: Int) -> DeviceFilterError {
        let advice =
            switch scalar {
            case "\u{201C}", "\u{201D}", "\u{201E}", "\u{2018}", "\u{2019}", "\u{AB}", "\u{BB}":
                "is a typographic quote: write a straight one"
            case "\u{2010}", "\u{2011}", "\u{2012}", "\u{2013}", "\u{2014}", "\u{2212}":
                "is a dash: write a hyphen"
            case "\u{A0}", "\u{202F}", "\u{2007}", "\u{FEFF}", "\u{200B}": "is not an ordinary space: replace it"
            case "=": "is no operator: write `-eq`"
            case "!": "is no operator: write `-ne` or `-not`"
            case "&": "is no operator: write `-and`"
            case "|": "is no operator: write `-or`"
            case "$": "has no meaning here: write True, False and null without it"
            case "-": "begins no operator here: put an operator's name right after it"
            default: "has no meaning here: take it out, or put the text that it belongs to in quotes"
            }
        return DeviceFilterError(.unexpectedCharacter, at: position, "\(Self.named(scalar)) \(advice)")
    }

    private static func named(_ scalar: Unicode.Scalar) -> String {
        if scalar.isASCII, scalar.value > 0x20, scalar.value != 0x7F, scalar != "`" { return "`\(scalar)`" }
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }

    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        [" ", "\t", "\n", "\r"].contains(scalar)
    }

    private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", ".", "_": true
        default: false
        }
    }
}
