public import AccessModel

/// What a policy is about: applications, user actions or authentication contexts, never two of them.
public enum ResourceCondition: Sendable, Hashable {
    /// Applications.
    case applications(ApplicationTarget)
    /// User actions, by URN.
    case userActions(Set<String>)
    /// Authentication contexts, `c1` to `c99`.
    case authenticationContexts(Set<String>)

    /// Whether the resource is meant.
    func evaluate(_ resource: AccessResource) -> ConditionMatch {
        switch (self, resource) {
        case (.applications(let target), .application(let application)):
            ConditionMatch(target.contains(application))
        case (.userActions(let actions), .userAction(let action)):
            ConditionMatch(actions.contains(action))
        case (.authenticationContexts(let contexts), .authenticationContext(let context)):
            ConditionMatch(contexts.contains(context))
        default: .noMatch
        }
    }
}

/// The applications that a policy is about.
///
/// Exclude always wins.
public struct ApplicationTarget: Sendable, Hashable {
    /// Every application.
    public var includesAll: Bool
    /// Applications that are included.
    public var include: Set<ApplicationID>
    /// Applications that are excluded, whatever includes them.
    public var exclude: Set<ApplicationID>

    /// Makes a target; by default it names no application.
    public init(includesAll: Bool = false, include: Set<ApplicationID> = [], exclude: Set<ApplicationID> = []) {
        self.includesAll = includesAll
        self.include = include
        self.exclude = exclude
    }

    /// Whether the application is meant.
    public func contains(_ application: ApplicationID) -> Bool {
        (includesAll || include.contains(application)) && !exclude.contains(application)
    }
}
