import AccessModel

extension ComparisonTally {
    /// The changes in the order in which they are told.
    ///
    /// What is in force comes first; there, what takes access away comes before what gives it, and what concerns more
    /// requests before what concerns fewer.
    public var ordered: [(change: AccessChange, group: Group)] {
        groups.map { (change: $0.key, group: $0.value) }.sorted { left, right in
            let (first, second) = (Place(left.change, left.group), Place(right.change, right.group))
            return first < second
        }
    }
}

/// A change's place in the order.
private struct Place: Comparable {
    /// What is compared first; less comes first.
    private let rank: [Int]
    private let policies: [PolicyID]

    init(_ change: AccessChange, _ group: ComparisonTally.Group) {
        switch change {
        case .access(let from, let to, let causes):
            rank =
                [0, from.rank < to.rank ? 0 : from.rank == to.rank ? 1 : 2, -to.rank, from.rank]
                + [Self.control(to), Self.control(from), -group.requestCount] + causes.map { $0.isGone ? 1 : 0 }
            policies = causes.map(\.policy)
        case .session(let causes):
            rank = [1, -group.requestCount] + causes.map { $0.isGone ? 1 : 0 }
            policies = causes.map(\.policy)
        case .reportOnly(let policy, let from, let to):
            rank = [2, from < to ? 0 : 1, -Self.number(to), Self.number(from), -group.requestCount]
            policies = [policy]
        }
    }

    static func < (left: Self, right: Self) -> Bool {
        guard left.rank == right.rank else { return left.rank.lexicographicallyPrecedes(right.rank) }
        return left.policies.lexicographicallyPrecedes(right.policies)
    }

    private static func control(_ standing: AccessChange.Standing) -> Int {
        if case .asked(let control) = standing { control.promptRank } else { 0 }
    }

    private static func number(_ wouldBe: AccessChange.WouldBe) -> Int {
        AccessChange.WouldBe.allCases.firstIndex(of: wouldBe) ?? 0
    }
}
