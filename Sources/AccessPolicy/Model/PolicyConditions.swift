public import AccessModel

/// When a policy applies: every condition must match; one that is nil is not configured and matches.
public struct PolicyConditions: Sendable, Hashable {
    /// Who is meant.
    public var users: AssignmentTarget
    /// Which service principals are meant; nil when the policy is for accounts alone.
    public var servicePrincipals: ServicePrincipalTarget?
    /// What is asked for.
    public var resources: ResourceCondition
    /// The kinds of client; nil means every kind.
    public var clientApps: Set<ClientAppType>?
    /// The device platforms.
    public var platforms: PlatformCondition?
    /// Where requests come from.
    public var locations: LocationCondition?
    /// Which devices are presented.
    public var devices: DeviceFilterCondition?
    /// The risk levels of the sign-in; nil means every level.
    public var signInRisks: Set<RiskLevel>?
    /// The risk levels of the user; nil means every level.
    public var userRisks: Set<RiskLevel>?
    /// The risk levels of the service principal; nil means every level.
    public var servicePrincipalRisks: Set<RiskLevel>?
    /// The insider risk levels; nil means every level.
    public var insiderRisks: Set<InsiderRiskLevel>?
    /// How sign-ins are carried between devices; nil means any way and none.
    public var transferMethods: Set<TransferMethod>?
    /// What a condition comes to whose signal is missing.
    public var onMissingSignal: MissingSignal

    /// Makes conditions; by default they reach nobody.
    public init(
        users: AssignmentTarget = AssignmentTarget(), servicePrincipals: ServicePrincipalTarget? = nil,
        resources: ResourceCondition = .applications(ApplicationTarget()), clientApps: Set<ClientAppType>? = nil,
        platforms: PlatformCondition? = nil, locations: LocationCondition? = nil,
        devices: DeviceFilterCondition? = nil, signInRisks: Set<RiskLevel>? = nil, userRisks: Set<RiskLevel>? = nil,
        servicePrincipalRisks: Set<RiskLevel>? = nil, insiderRisks: Set<InsiderRiskLevel>? = nil,
        transferMethods: Set<TransferMethod>? = nil, onMissingSignal: MissingSignal = .standard
    ) {
        self.users = users
        self.servicePrincipals = servicePrincipals
        self.resources = resources
        self.clientApps = clientApps
        self.platforms = platforms
        self.locations = locations
        self.devices = devices
        self.signInRisks = signInRisks
        self.userRisks = userRisks
        self.servicePrincipalRisks = servicePrincipalRisks
        self.insiderRisks = insiderRisks
        self.transferMethods = transferMethods
        self.onMissingSignal = onMissingSignal
    }
}

/// What a condition comes to whose signal is missing.
public enum MissingSignal: String, Sendable, Hashable, CaseIterable {
    /// What it comes to in Conditional Access: risk conditions do not match, an unknown platform is none of those named.
    case standard = "default"
    /// It matches: the policy applies rather once too often.
    case match
}
