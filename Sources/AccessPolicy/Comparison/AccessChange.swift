public import AccessModel

/// What is different about a request between two sets of policies.
public enum AccessChange: Sendable, Hashable {
    /// Whether access is given, or what it takes.
    case access(from: Standing, to: Standing, by: [Cause])
    /// Access is given by both; what is demanded of the session differs.
    case session(by: [Cause])
    /// What a policy in report-only would do.
    case reportOnly(PolicyID, from: WouldBe, to: WouldBe)

    /// Where a request stands.
    public enum Standing: Sendable, Hashable, Comparable {
        /// Access is given.
        case allowed
        /// A control is asked for.
        case asked(PolicyControl)
        /// It cannot be decided, and access is not given.
        case failed
        /// Access is refused.
        case blocked
    }

    /// What a policy in report-only would do to a request.
    public enum WouldBe: String, Sendable, Hashable, Comparable, CaseIterable {
        /// Nothing: it does not apply, or it is satisfied.
        case nothing
        /// The user would be prompted.
        case prompt
        /// What it would do cannot be known.
        case unknown
        /// It would block, or something would be open that no prompt solves.
        case deny

        /// Orders by how little is left to the user.
        public static func < (left: Self, right: Self) -> Bool {
            allCases.firstIndex(of: left) ?? 0 < allCases.firstIndex(of: right) ?? 0
        }
    }

    /// A policy that brings a change about.
    public struct Cause: Sendable, Hashable, Comparable {
        /// The policy.
        public var policy: PolicyID
        /// Whether it is the first set's policy, which no longer does what it did; otherwise it is the second's.
        public var isGone: Bool

        /// Makes a cause.
        public init(_ policy: PolicyID, isGone: Bool = false) {
            self.policy = policy
            self.isGone = isGone
        }

        /// Orders by identifier, the first set's policies last.
        public static func < (left: Self, right: Self) -> Bool {
            left.isGone == right.isGone ? left.policy < right.policy : right.isGone
        }
    }

    /// Whether it is decided that way, not only reported.
    public var isInForce: Bool { if case .reportOnly = self { false } else { true } }
}

extension AccessChange.Standing {
    init(_ outcome: AccessOutcome) {
        switch outcome {
        case .allowed, .allowedNoPolicyApplied: self = .allowed
        case .requires(let control, _): self = .asked(control)
        case .failed: self = .failed
        case .blocked: self = .blocked
        }
    }

    /// Where a request would stand if nothing but one policy were demanded.
    init(_ verdict: GrantVerdict) {
        switch verdict {
        case .satisfied: self = .allowed
        case .open(let control, _): self = .asked(control)
        case .undetermined: self = .failed
        case .blocked, .impossible: self = .blocked
        }
    }

    /// How little is left to the user: 0 nothing stands in the way, 3 nothing helps.
    public var rank: Int {
        switch self {
        case .allowed: 0
        case .asked: 1
        case .failed: 2
        case .blocked: 3
        }
    }
}

extension AccessChange.WouldBe {
    init(_ result: PolicyResult) {
        switch result {
        case .reportOnlyInterrupted: self = .prompt
        case .reportOnlyFailure: self = .deny
        case .unknown: self = .unknown
        default: self = .nothing
        }
    }
}
