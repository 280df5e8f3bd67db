public import AccessModel

/// Something in a set of policies that does other than it seems to, or leaves something open.
public struct LintFinding: Sendable, Hashable {
    /// What was found.
    public var id: LintID
    /// How much it matters.
    public var severity: LintSeverity
    /// The policies that it is about, the first one first of all; empty when it is about the set.
    public var policies: [PolicyID]
    /// Where it stands in the first policy, such as `conditions.users.excludeGroups`; empty for the whole.
    public var path: String
    /// What is so: a sentence without a full stop that names the actual thing.
    public var reason: String
    /// What to do: a sentence without a full stop.
    public var fix: String

    /// Makes a finding.
    public init(
        _ id: LintID, _ severity: LintSeverity, policies: [PolicyID] = [], path: String = "", _ reason: String,
        fix: String
    ) {
        self.id = id
        self.severity = severity
        self.policies = policies
        self.path = path
        self.reason = reason
        self.fix = fix
    }
}

/// How much a finding matters.
public enum LintSeverity: String, Sendable, Hashable, CaseIterable, Comparable {
    /// The set does not do what it says, or locks out whom it must not.
    case error
    /// It probably does other than was meant.
    case warning
    /// There is a better way.
    case advice

    /// Orders by weight, the heaviest first.
    public static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }

    private var rank: Int {
        switch self {
        case .error: 0
        case .warning: 1
        case .advice: 2
        }
    }
}
