/// Whether a condition matches a request, given what is known.
public enum ConditionMatch: Sendable, Hashable {
    /// It matches.
    case match
    /// It does not match.
    case noMatch
    /// A signal that it needs is missing; it is treated as Conditional Access treats a missing signal.
    case unknown(treatedAsMatch: Bool)

    /// Whether the condition lets the policy apply.
    public var applies: Bool {
        switch self {
        case .match: true
        case .noMatch: false
        case .unknown(let treatedAsMatch): treatedAsMatch
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
