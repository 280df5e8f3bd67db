/// Reads a device filter by recursive descent.
///
/// INVARIANT: `depth` counts the parentheses that are open, which bounds the recursion by `DeviceFilter.maximumDepth`.
struct DeviceFilterParser {
    private var lexer: DeviceFilterLexer
    private var token: DeviceFilterToken
    private var depth = 0

    init(_ rule: String) throws(DeviceFilterError) {
        lexer = try DeviceFilterLexer(rule)
        token = try lexer.next()
    }

    mutating func parse() throws(DeviceFilterError) -> DeviceFilterExpression {
        guard token.kind != .end else {
            throw DeviceFilterError(
                .empty, at: 1, "expected a rule such as `device.isCompliant -eq True`: write one, or leave it out")
        }
        let expression = try rule()
        guard token.kind == .end else { throw unexpectedText() }
        return expression
    }

    private mutating func advance() throws(DeviceFilterError) {
        token = try lexer.next()
    }

    private mutating func rule() throws(DeviceFilterError) -> DeviceFilterExpression {
        var terms = [try conjunction()]
        while token.keyword == "or" {
            try advance()
            terms.append(try conjunction())
        }
        return terms.count == 1 ? terms[0] : .or(terms)
    }

    private mutating func conjunction() throws(DeviceFilterError) -> DeviceFilterExpression {
        var terms = [try term()]
        while token.keyword == "and" {
            try advance()
            terms.append(try term())
        }
        return terms.count == 1 ? terms[0] : .and(terms)
    }

    private mutating func term() throws(DeviceFilterError) -> DeviceFilterExpression {
        guard token.keyword == "not" else { return try operand() }
        try advance()
        guard token.keyword != "not" else {
            throw DeviceFilterError(
                .expectedComparison, at: token.position, "`-not` stands twice: leave both out, or use parentheses")
        }
        return .not(try operand())
    }

    private mutating func operand() throws(DeviceFilterError) -> DeviceFilterExpression {
        guard token.kind == .sign("(") else { return .comparison(try comparison()) }
        let opening = token.position
        guard depth < DeviceFilter.maximumDepth else {
            throw DeviceFilterError(
                .tooDeep, at: opening,
                "parentheses are nested more than \(DeviceFilter.maximumDepth) deep: write the rule flatter")
        }
        depth += 1
        try advance()
        let expression = try rule()
        guard token.kind == .sign(")") else {
            guard token.kind == .end else { throw unexpectedText() }
            throw DeviceFilterError(
                .unclosedParenthesis, at: opening, "the parenthesis that opens here is not closed: add `)`")
        }
        depth -= 1
        try advance()
        return expression
    }

    private func unexpectedText() -> DeviceFilterError {
        let advice =
            token.kind == .sign(")") && depth == 0
            ? "take it out, or open a parenthesis before it" : "join comparisons with `-and` or `-or`"
        return DeviceFilterError(
            .unexpectedText, at: token.position,
            "expected `-and`, `-or`\(depth > 0 ? ", `)`" : "") or the end, found \(token.shown): \(advice)")
    }
}

// MARK: Comparisons

extension DeviceFilterParser {
    private mutating func comparison() throws(DeviceFilterError) -> DeviceFilterComparison {
        let position = token.position
        let attribute = try attribute()
        let comparator = try comparator(of: attribute)
        let operand = try value(of: attribute, comparator)
        return DeviceFilterComparison(attribute, comparator, operand, at: position)
    }

    private mutating func attribute() throws(DeviceFilterError) -> DeviceFilterAttribute {
        guard case .word(let word, hasHyphen: false) = token.kind else {
            throw noComparison()
        }
        let parts = word.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].lowercased() == "device" else {
            throw DeviceFilterError(
                .expectedComparison, at: token.position,
                "expected an attribute such as `device.isCompliant`, found \(token.shown): "
                    + "begin its name with `device.`"
            )
        }
        guard let attribute = DeviceFilterAttribute(named: String(parts[1])) else {
            throw DeviceFilterError(
                .unknownAttribute, at: token.position,
                "there is no attribute \(token.shown): \(Self.attributeAdvice(String(parts[1])))")
        }
        try advance()
        return attribute
    }

    private func noComparison() -> DeviceFilterError {
        let advice =
            switch token.kind {
            case .text: "put the attribute first"
            case .end: "add one, or take out the word before it"
            default: "put one here, or take out \(token.shown)"
            }
        return DeviceFilterError(
            .expectedComparison, at: token.position,
            "expected a comparison such as `device.isCompliant -eq True`, found \(token.shown): \(advice)")
    }

    private static func attributeAdvice(_ name: String) -> String {
        if let close = DeviceFilterSuggestion.attribute(for: name) { return "write `device.\(close.name)`" }
        let names = DeviceFilterAttribute.allCases.filter { !$0.isExtension }.map(\.name)
        return "use one of " + (names + ["extensionAttribute1 to extensionAttribute15"]).joined(separator: ", ")
    }

    private mutating func comparator(
        of attribute: DeviceFilterAttribute
    ) throws(DeviceFilterError) -> DeviceFilterOperator {
        let allowed = attribute.operators.map { "`\($0.name)`" }.joined(separator: ", ")
        guard case .word(let word, _) = token.kind, let comparator = DeviceFilterOperator(named: word) else {
            throw DeviceFilterError(
                .expectedOperator, at: token.position,
                "expected an operator after `device.\(attribute.name)`, found \(token.shown): use one of \(allowed)")
        }
        guard attribute.operators.contains(comparator) else {
            throw DeviceFilterError(
                .operatorNotAllowed, at: token.position,
                "`\(comparator.name)` does not go with `device.\(attribute.name)`: use one of \(allowed)")
        }
        try advance()
        return comparator
    }
}

// MARK: Values

extension DeviceFilterParser {
    private mutating func value(
        of attribute: DeviceFilterAttribute, _ comparator: DeviceFilterOperator
    ) throws(DeviceFilterError) -> DeviceFilterComparison.Operand {
        let start = token
        switch (start.kind, comparator.affirmative) {
        case (.sign("["), .in): return .list(try list())
        case (_, .in):
            throw valueError(
                start, "expected a list such as `[\"a\",\"b\"]` after `\(comparator.name)`", "put it in brackets")
        case (.word(let word, hasHyphen: false), _):
            let operand = try bareValue(word.lowercased(), attribute, comparator)
            try advance()
            return operand
        case (.text(let text), _):
            let operand = try quotedValue(text, attribute)
            try advance()
            return operand
        case (.sign("["), _) where attribute.operators.contains(.in):
            throw valueError(
                start, "expected \(Self.wanted(attribute)) after `\(comparator.name)`", "use `-in` for a list")
        default: throw valueError(start, "expected \(Self.wanted(attribute)) after `\(comparator.name)`", "add it")
        }
    }

    private func bareValue(
        _ word: String, _ attribute: DeviceFilterAttribute, _ comparator: DeviceFilterOperator
    ) throws(DeviceFilterError) -> DeviceFilterComparison.Operand {
        if word == "null" {
            guard comparator.affirmative == .equal else {
                throw DeviceFilterError(
                    .valueNotAllowed, at: token.position,
                    "null does not go with `\(comparator.name)`: use `-eq` or `-ne`")
            }
            return .null
        }
        guard attribute.kind == .boolean else {
            throw DeviceFilterError(
                .expectedValue, at: token.position,
                "expected \(Self.wanted(attribute)), found \(token.shown): put it in quotes")
        }
        return .boolean(try boolean(word))
    }

    private func quotedValue(
        _ text: String, _ attribute: DeviceFilterAttribute
    ) throws(DeviceFilterError) -> DeviceFilterComparison.Operand {
        switch attribute.kind {
        case .boolean: return .boolean(try boolean(text.lowercased()))
        case .choice(let values):
            guard let value = values.first(where: { FoldedText($0) == FoldedText(text) }) else {
                throw DeviceFilterError(
                    .valueNotAllowed, at: token.position,
                    "`device.\(attribute.name)` never has this value: use \(Self.wanted(attribute))")
            }
            return .text(value)
        case .identifier, .text, .list: return .text(text)
        }
    }

    private func boolean(_ word: String) throws(DeviceFilterError) -> Bool {
        switch word {
        case "true": return true
        case "false": return false
        default:
            throw DeviceFilterError(
                .valueNotAllowed, at: token.position, "`device.isCompliant` never has this value: use True or False")
        }
    }

    private mutating func list() throws(DeviceFilterError) -> [String] {
        var texts: [String] = []
        repeat {
            try advance()
            guard case .text(let text) = token.kind else {
                throw DeviceFilterError(
                    .malformedList, at: token.position,
                    "expected a text in quotes in the list, found \(token.shown): write the list as `[\"a\",\"b\"]`")
            }
            guard texts.count < DeviceFilter.maximumElements else {
                throw DeviceFilterError(
                    .tooManyElements, at: token.position,
                    "a list has at most \(DeviceFilter.maximumElements) elements: split it with `-or`")
            }
            texts.append(text)
            try advance()
        } while token.kind == .sign(",")
        guard token.kind == .sign("]") else {
            throw DeviceFilterError(
                .malformedList, at: token.position,
                "expected `,` or `]` in the list, found \(token.shown): write the list as `[\"a\",\"b\"]`")
        }
        try advance()
        return texts
    }

    private func valueError(_ found: DeviceFilterToken, _ expected: String, _ advice: String) -> DeviceFilterError {
        DeviceFilterError(.expectedValue, at: found.position, "\(expected), found \(found.shown): \(advice)")
    }

    private static func wanted(_ attribute: DeviceFilterAttribute) -> String {
        switch attribute.kind {
        case .identifier, .text, .list: "a text in quotes"
        case .boolean: "True or False"
        case .choice(let values): "one of " + values.map { "\"\($0)\"" }.joined(separator: ", ")
        }
    }
}
