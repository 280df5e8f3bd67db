public import AccessModel

/// Everything beside the instance that compliance is evaluated on.
public struct ComplianceFacts: Sendable, Hashable {
    /// The app-protection policies that apply to the account and the app; use ``applying(_:to:client:)``.
    public var policies: [AppProtectionPolicy]
    /// Whether some enabled access policy that can match this account and this client's resources asks for app
    /// protection.
    public var isProtectionDemanded: Bool
    /// Whether the client declared the capability `protapp`; nil outside of a request.
    public var declaredCapability: Bool?
    /// Whether the account is enabled.
    public var isAccountEnabled: Bool
    /// How the sources of the facts are.
    public var sources: SourceState
    /// The exemptions that may concern the instance; those of others and ended ones are passed over.
    public var exemptions: [Exemption]
    /// How long before a step it is told again.
    public var remindAhead: Duration

    /// Makes facts.
    public init(
        policies: [AppProtectionPolicy], isProtectionDemanded: Bool, declaredCapability: Bool? = nil,
        isAccountEnabled: Bool, sources: SourceState = .available, exemptions: [Exemption] = [],
        remindAhead: Duration = ProtectionSettings.defaultRemindAhead
    ) {
        self.policies = policies
        self.isProtectionDemanded = isProtectionDemanded
        self.declaredCapability = declaredCapability
        self.isAccountEnabled = isAccountEnabled
        self.sources = sources
        self.exemptions = exemptions
        self.remindAhead = remindAhead
    }

    /// The policies of a set that apply to an account in an app, ordered by identifier.
    public static func applying(
        _ policies: [AppProtectionPolicy], to membership: AccountMembership, client: ClientID
    ) -> [AppProtectionPolicy] {
        policies.filter { $0.applies(to: membership, client: client) }.sorted { $0.id < $1.id }
    }

    /// The revision in force for the account and the app; nil when no policy applies.
    public var revisionInForce: PolicyRevision? { PolicyRevision(combining: policies) }
}

/// How the sources of the facts are: the gateway's own parts and the signal sources it needs.
public enum SourceState: Sendable, Hashable, CaseIterable {
    /// Every source answered.
    case available
    /// A source could not be reached.
    case unreachable
    /// A source was reached and failed.
    case failed
}
