extension DeviceFilterExpression {
    /// What the expression says, as a phrase: "the device is compliant, or its trust type is ServerAD".
    public func words() -> String {
        var phrase = DeviceFilterPhrase()
        return phrase.words(self)
    }
}

/// Puts an expression into words; the device is named once and "it" from then on.
private struct DeviceFilterPhrase {
    private var hasNamedDevice = false

    mutating func words(_ expression: DeviceFilterExpression) -> String {
        switch expression {
        case .or(let terms): joined(terms, by: ", or ")
        case .and(let terms): joined(terms, by: " and ")
        case .not(let term): "it is not so that " + inner(term)
        case .comparison(let comparison): words(comparison)
        }
    }

    private mutating func joined(_ terms: [DeviceFilterExpression], by word: String) -> String {
        let isOr = word == ", or "
        var parts: [String] = []
        for term in terms {
            if case .and = term, isOr { parts.append(words(term)) } else { parts.append(inner(term)) }
        }
        return parts.joined(separator: word)
    }

    /// A part of a larger phrase, in parentheses if it could be read otherwise without.
    private mutating func inner(_ expression: DeviceFilterExpression) -> String {
        switch expression {
        case .or, .and: "(" + words(expression) + ")"
        case .not, .comparison: words(expression)
        }
    }

    private mutating func words(_ comparison: DeviceFilterComparison) -> String {
        let device = hasNamedDevice ? "it" : "the device"
        let owner = hasNamedDevice ? "its" : "the device's"
        hasNamedDevice = true
        let denied = comparison.comparator.isNegative
        switch comparison.operand {
        case .null:
            return "\(device) has \(denied ? "a" : "no") known \(comparison.attribute.words)"
        case .boolean(let value):
            return "\(device) is \(denied ? "not " : "")\(value ? "compliant" : "marked non-compliant")"
        case .text(let text):
            let value = comparison.attribute.isChoice ? text : Self.quoted(text)
            return "\(owner) \(comparison.attribute.words) \(verb(comparison)) \(value)"
        case .list(let texts):
            return "\(owner) \(comparison.attribute.words) \(verb(comparison)) "
                + texts.map(Self.quoted).joined(separator: ", ")
        }
    }

    private func verb(_ comparison: DeviceFilterComparison) -> String {
        let isList = comparison.attribute.kind == .list
        return switch comparison.comparator {
        case .equal: "is"
        case .notEqual: "is not"
        case .startsWith: "starts with"
        case .notStartsWith: "does not start with"
        case .endsWith: "ends with"
        case .notEndsWith: "does not end with"
        case .contains: isList ? "include" : "contains"
        case .notContains: isList ? "do not include" : "does not contain"
        case .in: "is one of"
        case .notIn: "is none of"
        }
    }

    /// A text in quotes, without control characters and line breaks.
    private static func quoted(_ text: String) -> String {
        var shown = ""
        for scalar in text.unicodeScalars {
            shown.unicodeScalars.append(scalar.isShownAsIs ? scalar : "\u{FFFD}")
        }
        return "\"\(shown)\""
    }
}

extension Unicode.Scalar {
    /// Whether a line of text may have the scalar in it as it is.
    fileprivate var isShownAsIs: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: false
        default: true
        }
    }
}

extension DeviceFilterAttribute {
    fileprivate var isChoice: Bool {
        if case .choice = kind { true } else { false }
    }

    /// What the attribute is called in a sentence.
    fileprivate var words: String {
        switch self {
        case .deviceID: "identifier"
        case .mdmAppID: "management application"
        case .displayName: "name"
        case .enrollmentProfileName: "enrolment profile"
        case .manufacturer: "manufacturer"
        case .model: "model"
        case .operatingSystem: "operating system"
        case .operatingSystemVersion: "operating system version"
        case .extensionAttribute(let number): "extension attribute \(number)"
        case .deviceOwnership: "ownership"
        case .isCompliant: "compliance"
        case .profileType: "profile type"
        case .trustType: "trust type"
        case .physicalIDs: "physical identifiers"
        case .systemLabels: "system labels"
        }
    }
}
