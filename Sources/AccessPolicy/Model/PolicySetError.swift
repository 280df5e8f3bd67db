public import AccessModel

/// Why policies do not make a set.
public enum PolicySetError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Two policies have the same identifier.
    case duplicatePolicy(PolicyID)
    /// Two named locations have the same identifier.
    case duplicateNamedLocation(NamedLocationID)
    /// Two authentication strengths have the same identifier, or one has that of a built-in one.
    case duplicateAuthenticationStrength(AuthenticationStrengthID)
    /// Two groups of applications have the same word.
    case duplicateApplicationGroup(ApplicationGroupID)

    /// What is wrong, in one line.
    public var description: String {
        switch self {
        case .duplicatePolicy(let id): "two policies have the identifier `\(id)`"
        case .duplicateNamedLocation(let id): "two named locations have the identifier `\(id)`"
        case .duplicateAuthenticationStrength(let id): "two authentication strengths have the identifier `\(id)`"
        case .duplicateApplicationGroup(let id): "two groups of applications are called `\(id)`"
        }
    }
}
