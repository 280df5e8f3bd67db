public import AccessModel

/// The policies that are to be satisfied, as an error's `claims` member names them for the next request.
public struct ClaimsChallenge: Sendable, Hashable {
    /// The most policies that a challenge names.
    public static let maximumCount = 8

    /// The policies, ordered by identifier.
    public let policies: [PolicyID]

    /// Makes a challenge of the policies that are open for one control.
    public init(policies: some Sequence<PolicyID>) {
        self.policies = Array(Set(policies).sorted().prefix(Self.maximumCount))
    }

    /// Makes a challenge of what a decision leaves open for `control`.
    public init(_ decision: Decision, for control: PolicyControl) {
        self.init(policies: decision.unmet.lazy.filter { $0.control == control }.map(\.policy))
    }
}
