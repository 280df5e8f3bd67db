/// A set of conditions as a mask, in the order of ``PolicyCondition``.
struct ConditionSet: Sendable, Hashable {
    private var mask: UInt32 = 0

    init() {}

    init(_ condition: PolicyCondition) { mask = condition.bit }

    /// The three kinds of what a policy is about, which are one condition whichever kind is asked for.
    static let resource: ConditionSet = {
        var set = ConditionSet()
        for condition in [PolicyCondition.application, .userActions, .authenticationContext] { set.insert(condition) }
        return set
    }()

    var isEmpty: Bool { mask == 0 }

    mutating func insert(_ condition: PolicyCondition) { mask |= condition.bit }

    func contains(_ condition: PolicyCondition) -> Bool { mask & condition.bit != 0 }

    func overlaps(_ other: ConditionSet) -> Bool { mask & other.mask != 0 }

    func union(_ other: ConditionSet) -> ConditionSet {
        var union = self
        union.mask |= other.mask
        return union
    }

    /// The set with one of the three kinds of resource in the place of any of them.
    func naming(_ kind: PolicyCondition) -> ConditionSet {
        guard overlaps(.resource) else { return self }
        var set = self
        set.mask &= ~Self.resource.mask
        set.insert(kind)
        return set
    }

    /// The conditions in order.
    var conditions: [PolicyCondition] {
        isEmpty ? [] : PolicyCondition.allCases.filter(contains)
    }
}

extension PolicyCondition {
    fileprivate var bit: UInt32 {
        switch self {
        case .users: 1 << 0
        case .workloadIdentities: 1 << 1
        case .application: 1 << 2
        case .userActions: 1 << 3
        case .authenticationContext: 1 << 4
        case .devicePlatform: 1 << 5
        case .devices: 1 << 6
        case .clientApps: 1 << 7
        case .location: 1 << 8
        case .signInRisk: 1 << 9
        case .userRisk: 1 << 10
        case .servicePrincipalRisk: 1 << 11
        case .insiderRisk: 1 << 12
        case .authenticationFlow: 1 << 13
        case .time: 1 << 14
        case .other: 1 << 15
        }
    }
}
