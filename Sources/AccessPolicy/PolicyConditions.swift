public import AccessModel

/// When a policy applies: every condition must match; one that is nil is not configured and matches.
public struct PolicyConditions: Sendable, Hashable {
    /// Who is meant.
    public var users: AssignmentTarget
    /// What is asked for.
    public var resources: ResourceCondition
    /// The kinds of client; nil means every kind.
    public var clientApps: Set<ClientAppType>?
    /// The device platforms.
    public var platforms: PlatformCondition?
    /// Where requests come from.
    public var locations: LocationCondition?

    /// Makes conditions; by default they reach nobody.
    public init(
        users: AssignmentTarget = AssignmentTarget(), resources: ResourceCondition = .applications(ApplicationTarget()),
        clientApps: Set<ClientAppType>? = nil, platforms: PlatformCondition? = nil,
        locations: LocationCondition? = nil
    ) {
        self.users = users
        self.resources = resources
        self.clientApps = clientApps
        self.platforms = platforms
        self.locations = locations
    }

    /// Whether the kind of client is meant; a client whose kind is not known counts as `other`.
    func matchesClientApp(_ type: ClientAppType?) -> ConditionMatch {
        guard let clientApps else { return .match }
        guard let type else { return .unknown(treatedAsMatch: clientApps.contains(.other)) }
        // Exchange ActiveSync on a supported platform is Exchange ActiveSync.
        return ConditionMatch(
            clientApps.contains(type) || (type == .easSupported && clientApps.contains(.exchangeActiveSync)))
    }

    /// Whether the platform is meant.
    func matchesPlatform(_ platform: DevicePlatform?) -> ConditionMatch {
        platforms?.evaluate(platform) ?? .match
    }

    /// Whether the place is meant.
    func matchesLocation(_ place: RequestPlace) -> ConditionMatch {
        locations?.evaluate(place) ?? .match
    }
}
