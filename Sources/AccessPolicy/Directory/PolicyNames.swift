public import AccessModel

/// What the things that policies refer to are called; what has no name is called by its identifier.
///
/// Each name is a phrase in a sentence, such as "the group `Sales`".
public struct PolicyNames: Sendable {
    private var accounts: [AccountID: String] = [:]
    private var groups: [GroupID: String] = [:]
    private var applications: [ApplicationID: String] = [:]
    private var clients: [ClientID: String] = [:]
    private var locations: [NamedLocationID: String] = [:]
    private var strengths: [AuthenticationStrengthID: String] = [:]
    private var policies: [PolicyID: String] = [:]

    /// Takes names from a set and, where there is one, a directory.
    public init(_ set: PolicySet, _ directory: DirectoryExtract? = nil) {
        for location in set.namedLocations { locations[location.id] = location.displayName }
        for strength in AuthenticationStrength.builtIn + set.strengths { strengths[strength.id] = strength.displayName }
        for policy in set.policies { policies[policy.id] = policy.displayName }
        guard let directory else { return }
        for account in directory.accounts { accounts[account.membership.account] = account.name }
        groups = directory.groups
        applications = directory.applications
        clients = directory.clients
    }

    /// A user.
    public func phrase(_ id: AccountID) -> String { "the user " + Self.quoted(accounts[id], id) }
    /// A group.
    public func phrase(_ id: GroupID) -> String { "the group " + Self.quoted(groups[id], id) }
    /// A role.
    public func phrase(_ id: RoleID) -> String { "the role " + Self.quoted(WellKnownNames.roles[id.rawValue], id) }
    /// An application.
    public func phrase(_ id: ApplicationID) -> String {
        "the application " + Self.quoted(applications[id] ?? WellKnownNames.applications[id.rawValue], id)
    }
    /// A client.
    public func phrase(_ id: ClientID) -> String { "the client " + Self.quoted(clients[id], id) }
    /// A named location.
    public func phrase(_ id: NamedLocationID) -> String { "the location " + Self.quoted(locations[id], id) }
    /// An authentication strength.
    public func phrase(_ id: AuthenticationStrengthID) -> String {
        "the authentication strength " + Self.quoted(strengths[id], id)
    }
    /// A word that stands for applications.
    public func phrase(_ id: ApplicationGroupID) -> String { "the applications of `\(id)`" }
    /// A policy.
    public func phrase(_ id: PolicyID) -> String { "the policy " + Self.quoted(policies[id], id) }

    /// What an account is called, without more words.
    public func name(_ id: AccountID) -> String { Self.quoted(accounts[id], id) }
    /// What a policy is called, without more words.
    public func name(_ id: PolicyID) -> String { Self.quoted(policies[id], id) }

    private static func quoted(_ name: String?, _ id: some CustomStringConvertible) -> String {
        "`\(name.flatMap { $0.isEmpty ? nil : $0 } ?? id.description)`"
    }
}
