public import AccessModel

/// What a policy is about: applications, user actions or authentication contexts, never two of them.
public enum ResourceCondition: Sendable, Hashable {
    /// Applications.
    case applications(ApplicationTarget)
    /// User actions, by URN.
    case userActions(Set<String>)
    /// Authentication contexts, `c1` to `c99`.
    case authenticationContexts(Set<String>)
}

/// The applications that a policy is about.
///
/// Exclude always wins.
public struct ApplicationTarget: Sendable, Hashable {
    /// Every application.
    public var includesAll: Bool
    /// Applications that are included.
    public var include: Set<ApplicationID>
    /// Groups of applications that are included.
    public var includeGroups: Set<ApplicationGroupID>
    /// Applications that are excluded, whatever includes them.
    public var exclude: Set<ApplicationID>
    /// Groups of applications that are excluded, whatever includes them.
    public var excludeGroups: Set<ApplicationGroupID>

    /// Makes a target; by default it names no application.
    public init(
        includesAll: Bool = false, include: Set<ApplicationID> = [], includeGroups: Set<ApplicationGroupID> = [],
        exclude: Set<ApplicationID> = [], excludeGroups: Set<ApplicationGroupID> = []
    ) {
        self.includesAll = includesAll
        self.include = include
        self.includeGroups = includeGroups
        self.exclude = exclude
        self.excludeGroups = excludeGroups
    }
}
