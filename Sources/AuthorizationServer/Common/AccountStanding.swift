/// The account gate, which every grant asks alike, before anything else is decided.
public enum AccountStanding: Sendable, Hashable {
    /// The account is there and enabled.
    case active(userPrincipalName: String, displayName: String)
    /// The account is disabled.
    case disabled
    /// There is no such account any more.
    case missing
}
