import AccessModel

extension SessionDirectives {
    /// Takes over what another policy demands: of each demand the stricter one holds.
    mutating func formUnion(_ other: SessionDirectives) {
        primaryFreshness = Self.stricter(primaryFreshness, other.primaryFreshness, by: <)
        secondaryFreshness = Self.stricter(secondaryFreshness, other.secondaryFreshness, by: <)
        persistentBrowser = Self.stricter(persistentBrowser, other.persistentBrowser) { one, _ in one == .never }
        continuousAccessEvaluation = Self.stricter(continuousAccessEvaluation, other.continuousAccessEvaluation) {
            $0.rank < $1.rank
        }
        requiresTokenProtection = requiresTokenProtection || other.requiresTokenProtection
        disablesResilienceDefaults = disablesResilienceDefaults || other.disablesResilienceDefaults
    }

    private static func stricter<Demand>(
        _ one: Demand?, _ other: Demand?, by isStricter: (Demand, Demand) -> Bool
    ) -> Demand? {
        guard let one, let other else { return one ?? other }
        return isStricter(one, other) ? one : other
    }
}

extension SessionDirectives.ContinuousAccessEvaluation {
    /// The strictest is 0.
    fileprivate var rank: Int {
        switch self {
        case .strictLocation: 0
        case .strictEnforcement: 1
        case .disabled: 2
        }
    }
}
