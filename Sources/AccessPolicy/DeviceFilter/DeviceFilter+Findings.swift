extension DeviceFilter {
    /// What the rule gives whatever the device, or nearly so, in the order of the rule.
    func findings() -> [DeviceFilterFinding] {
        Self.findings(in: expression)
    }

    private static func findings(in expression: DeviceFilterExpression) -> [DeviceFilterFinding] {
        switch expression {
        case .comparison: []
        case .not(let term): findings(in: term)
        case .or(let terms): findings(among: terms, joinedByOr: true) + terms.flatMap(findings(in:))
        case .and(let terms): findings(among: terms, joinedByOr: false) + terms.flatMap(findings(in:))
        }
    }

    private static func findings(
        among terms: [DeviceFilterExpression], joinedByOr isOr: Bool
    ) -> [DeviceFilterFinding] {
        let literals = terms.compactMap(DeviceFilterLiteral.init)
        var seen: Set<DeviceFilterAttribute> = []
        for literal in literals where seen.insert(literal.attribute).inserted {
            let group = literals.filter { $0.attribute == literal.attribute && $0.isByIdentity }
            guard group.count > 1, let first = group.first else { continue }
            if let always = DeviceFilterLiteral.constant(of: group, joinedByOr: isOr) {
                return [constant(always, literal.attribute, at: first.comparison.position)]
            }
        }
        let denials = literals.filter(\.isDenial)
        guard isOr, let first = denials.first, denials.contains(where: { $0.attribute != first.attribute }) else {
            return []
        }
        return [
            DeviceFilterFinding(
                .deviceFilterDenialsJoinedByOr, .warning, at: first.comparison.position,
                "denials of different attributes are joined by `-or`: any device fits that lacks one of the values",
                fix: "join them with `-and` if a device that has any one of the values is not meant")
        ]
    }

    private static func constant(
        _ holds: Bool, _ attribute: DeviceFilterAttribute, at position: Int
    ) -> DeviceFilterFinding {
        let name = "`device.\(attribute.name)`"
        if holds {
            return DeviceFilterFinding(
                .deviceFilterAlwaysTrue, .error, at: position,
                "whatever \(name) is, one of these comparisons holds: every device fits",
                fix: "join the comparisons with `-and`, or use `-notIn`")
        }
        return DeviceFilterFinding(
            .deviceFilterNeverTrue, .error, at: position, "\(name) never fits all of these comparisons: no device does",
            fix: "join the comparisons with `-or`, or use `-in`")
    }
}

/// A comparison that stands by itself or behind `-not`.
private struct DeviceFilterLiteral {
    let comparison: DeviceFilterComparison
    let isNegated: Bool

    init?(_ expression: DeviceFilterExpression) {
        switch expression {
        case .comparison(let comparison): self.init(comparison: comparison, isNegated: false)
        case .not(.comparison(let comparison)): self.init(comparison: comparison, isNegated: true)
        default: return nil
        }
    }

    private init(comparison: DeviceFilterComparison, isNegated: Bool) {
        self.comparison = comparison
        self.isNegated = isNegated
    }

    var attribute: DeviceFilterAttribute { comparison.attribute }

    /// Whether it holds where there is no value.
    var isDenial: Bool { comparison.operand != .null && comparison.comparator.isNegative != isNegated }

    /// Whether it depends only on which of the values that it names the attribute has.
    var isByIdentity: Bool {
        attribute.kind != .list && [.equal, .in].contains(comparison.comparator.affirmative)
    }

    private func holds(for value: Value) -> Bool {
        let names =
            switch (comparison.operand, value) {
            case (.null, .none): true
            case (.boolean(let wanted), .boolean(let value)): wanted == value
            case (.text, .text(let text)), (.list, .text(let text)): comparison.folded.contains(text)
            default: false
            }
        return names != (comparison.comparator.isNegative != isNegated)
    }

    /// A value that tells comparisons by identity apart; every other value does as `other` does.
    private enum Value {
        case none
        case boolean(Bool)
        case text(FoldedText)
        case other
    }

    /// What comparisons of one attribute by identity give for every value; nil if it depends on the value.
    static func constant(of literals: [DeviceFilterLiteral], joinedByOr isOr: Bool) -> Bool? {
        let isBoolean = literals.contains { $0.attribute == .isCompliant }
        let named = literals.flatMap(\.comparison.folded).map(Value.text)
        let values = [Value.none] + (isBoolean ? [.boolean(true), .boolean(false)] : named + [.other])
        let results = values.map { value in
            isOr ? literals.contains { $0.holds(for: value) } : literals.allSatisfy { $0.holds(for: value) }
        }
        guard let first = results.first, results.allSatisfy({ $0 == first }) else { return nil }
        return first
    }
}
