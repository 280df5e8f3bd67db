public import AccessModel

/// The resource that a token is for, as far as issuing depends on it.
public struct TokenTarget: Sendable, Hashable {
    /// The resource's `appId`.
    public var application: ApplicationID
    /// The token's `aud`: the resource's identifier.
    public var audience: String
    /// Whether it is the compliance resource, whose token allows nothing but becoming compliant.
    public var isComplianceResource: Bool
    /// Whether its tokens carry earned capabilities.
    public var wantsClientCapabilities: Bool
    /// How long its tokens live.
    public var lifetime: Duration

    /// Makes a target.
    public init(
        application: ApplicationID, audience: String, isComplianceResource: Bool, wantsClientCapabilities: Bool,
        lifetime: Duration
    ) {
        self.application = application
        self.audience = audience
        self.isComplianceResource = isComplianceResource
        self.wantsClientCapabilities = wantsClientCapabilities
        self.lifetime = lifetime
    }
}
