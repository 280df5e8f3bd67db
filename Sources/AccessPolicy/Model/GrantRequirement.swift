public import AccessModel

/// What a policy demands when it applies.
public struct GrantRequirement: Sendable, Hashable {
    /// How the controls are combined.
    public enum Combination: String, Sendable, Hashable, CaseIterable {
        /// Every control must be satisfied.
        case all = "AND"
        /// One satisfied control is enough.
        case any = "OR"
    }

    /// How the controls are combined.
    public var combination: Combination
    /// The controls; those of a session are not among them.
    public var controls: Set<PolicyControl>
    /// The strength, where `authenticationStrength` is one of the controls.
    public var strength: AuthenticationStrengthID?

    /// Makes a requirement.
    public init(
        _ combination: Combination, _ controls: Set<PolicyControl>, strength: AuthenticationStrengthID? = nil
    ) {
        self.combination = combination
        self.controls = controls
        self.strength = strength
    }
}
