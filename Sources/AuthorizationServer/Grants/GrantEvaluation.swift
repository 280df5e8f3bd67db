public import AccessModel

/// What was decided about a validated grant's request, and what it is decided for.
public struct GrantEvaluation: Sendable, Hashable {
    /// What the policies decide.
    public var decision: Decision
    /// The resource.
    public var target: TokenTarget
    /// The scopes that are granted of it.
    public var scope: GrantedScope
    /// Which app instance the request counts as.
    public var binding: GrantBinding
    /// Whether that instance is enrolled, managed and compliant now.
    public var earnsProtapp: Bool
    /// The device that took part; nil when none is known.
    public var device: DeviceID?

    /// Makes an evaluation.
    public init(
        decision: Decision, target: TokenTarget, scope: GrantedScope, binding: GrantBinding, earnsProtapp: Bool,
        device: DeviceID? = nil
    ) {
        self.decision = decision
        self.target = target
        self.scope = scope
        self.binding = binding
        self.earnsProtapp = earnsProtapp
        self.device = device
    }
}
