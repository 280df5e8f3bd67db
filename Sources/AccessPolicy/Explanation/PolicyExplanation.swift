public import AccessModel

/// A policy in plain words, in parts.
public struct PolicyExplanation: Sendable, Hashable {
    /// A part of what is to be said of a policy.
    public enum Part: String, Sendable, Hashable, CaseIterable {
        /// In which state it is.
        case state
        /// Whom it is for.
        case who
        /// What it is about.
        case what
        /// Under which circumstances it applies.
        case when
        /// What must be shown.
        case demands
        /// What it asks of the session.
        case session
        /// What happens when a signal is missing.
        case missingSignals
        /// What keeps it from being enforced.
        case hindrances
    }

    /// One part and its lines, each a phrase or a sentence without a full stop.
    public struct Section: Sendable, Hashable {
        /// The part.
        public let part: Part
        /// What is said, at least one line.
        public let lines: [String]
    }

    /// The policy.
    public let policy: PolicyID
    /// Its name.
    public let displayName: String
    /// The state as it is configured.
    public let state: PolicyState
    /// The state that holds.
    public let effectiveState: PolicyState
    /// What the policy does, in one sentence.
    public let summary: String
    /// The parts that there is something to say about, in order.
    public let sections: [Section]
}

extension PolicySet {
    /// What a policy says, in plain words.
    ///
    /// - Parameters:
    ///   - id: the policy.
    ///   - directory: where accounts, groups and applications have their names from; without it they are named by
    ///     identifier.
    /// - Returns: the explanation; nil if the set has no such policy.
    public func explanation(of id: PolicyID, directory: DirectoryExtract? = nil) -> PolicyExplanation? {
        guard let policy = policies.first(where: { $0.id == id }) else { return nil }
        return PolicyExplainer(policy, self, PolicyNames(self, directory)).explanation
    }
}
