import AccessModel

/// An authentication strength in the form that decisions are made with.
struct CompiledStrength: Sendable {
    private struct Combination: Sendable {
        let methods: UInt32
        let restrictions: [AuthenticationStrength.Restriction]
    }

    /// The strength's identifier.
    let id: AuthenticationStrengthID
    private let combinations: [Combination]

    init(_ strength: AuthenticationStrength) {
        id = strength.id
        combinations = strength.combinations.map {
            Combination(methods: Self.mask($0.methods), restrictions: $0.restrictions)
        }
    }

    /// Whether the methods that were used are strong enough.
    func isSatisfied(by facts: AuthenticationFacts) -> Bool {
        let methods = Self.mask(facts.methods)
        return combinations.contains { combination in
            combination.methods & ~methods == 0 && combination.restrictions.allSatisfy { $0.admits(facts) }
        }
    }

    /// Methods as one bit each.
    private static func mask(_ methods: Set<AuthenticationMethodMode>) -> UInt32 {
        methods.reduce(0) { $0 | 1 << (numbers[$1] ?? 31) }
    }

    private static let numbers = Dictionary(
        uniqueKeysWithValues: AuthenticationMethodMode.allCases.enumerated().map { ($1, UInt32($0)) })
}
