/// Whether a condition matches a request, given what is known.
public enum ConditionMatch: Sendable, Hashable {
    /// It matches.
    case match
    /// It does not match.
    case noMatch
    /// A signal that it needs is missing; it is treated as Conditional Access treats a missing signal.
    case unknown(treatedAsMatch: Bool)

    /// Whether the condition lets the policy apply.
    public func applies(onMissingSignal missing: MissingSignal) -> Bool {
        switch self {
        case .match: true
        case .noMatch: false
        case .unknown(let treatedAsMatch): treatedAsMatch || missing == .match
        }
    }

    /// Whether a signal is missing.
    public var isUnknown: Bool {
        if case .unknown = self { true } else { false }
    }

    init(_ matches: Bool) {
        self = matches ? .match : .noMatch
    }
}

/// A truth value of which not everything is known: what is certain, what is possible, and what it usually comes to.
struct PartialTruth: Sendable, Hashable {
    var isCertain: Bool
    var isPossible: Bool
    var usually: Bool

    static let no = PartialTruth(false)
    static let yes = PartialTruth(true)
    /// Something that depends on a missing signal and usually counts as false.
    static let unknown = PartialTruth(isCertain: false, isPossible: true, usually: false)

    init(_ known: Bool) {
        self.init(isCertain: known, isPossible: known, usually: known)
    }

    init(_ known: Bool?) {
        self = known.map { PartialTruth($0) } ?? .unknown
    }

    private init(isCertain: Bool, isPossible: Bool, usually: Bool) {
        self.isCertain = isCertain
        self.isPossible = isPossible
        self.usually = usually
    }

    static func || (left: Self, right: Self) -> Self {
        PartialTruth(
            isCertain: left.isCertain || right.isCertain, isPossible: left.isPossible || right.isPossible,
            usually: left.usually || right.usually)
    }

    /// Included and not excluded.
    func butNot(_ excluded: Self) -> ConditionMatch {
        if isCertain, !excluded.isPossible { return .match }
        guard isPossible, !excluded.isCertain else { return .noMatch }
        return .unknown(treatedAsMatch: usually && !excluded.usually)
    }
}
