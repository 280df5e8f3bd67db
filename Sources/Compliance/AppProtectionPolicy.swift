public import AccessModel

/// What an app instance must show before a token for protected data is let out to it.
///
/// Several policies can apply to one account and app. Each of them is evaluated, and the worst outcome stands: the
/// strictest of each rule holds. A check that fails under one policy fails for the instance, the time since when it
/// fails is kept once per check and shared by all policies, and what the app has to apply is the combination of all of
/// them, named by one ``PolicyRevision``.
public struct AppProtectionPolicy: Sendable, Hashable {
    /// The policy's identifier: 1 to 128 letters, digits, `.`, `_` and `-`.
    public let id: AppProtectionPolicyID
    /// The name that administrators see, 1 to 256 characters.
    public let displayName: String
    /// The publication this is, from 1; each publication has a higher one than the last.
    public let revision: Int64
    /// The accounts that the policy is assigned to.
    public let target: AssignmentTarget
    /// The apps that the policy is for.
    public let apps: ProtectedApps
    /// What an instance must show.
    public let rules: ProtectionRules

    /// Makes a policy after checking every member.
    ///
    /// - Throws: ``AppProtectionPolicyError`` naming the first member that is not acceptable.
    public init(
        id: AppProtectionPolicyID, displayName: String, revision: Int64, target: AssignmentTarget,
        apps: ProtectedApps = .all, rules: ProtectionRules
    ) throws(AppProtectionPolicyError) {
        guard PolicyRevision.isPlainIdentifier(id.rawValue) else {
            throw AppProtectionPolicyError(.id, "must be 1 to 128 letters, digits, `.`, `_` or `-`")
        }
        guard (1...256).contains(displayName.unicodeScalars.count),
            displayName.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
        else {
            throw AppProtectionPolicyError(.displayName, "must be 1 to 256 characters without control characters")
        }
        guard revision >= 1 else { throw AppProtectionPolicyError(.revision, "must be 1 or more") }
        guard !target.include.isEmpty else { throw AppProtectionPolicyError(.target, "must include somebody") }
        guard apps != .clients([]) else { throw AppProtectionPolicyError(.apps, "must name at least one client") }
        try rules.validate()
        self.id = id
        self.displayName = displayName
        self.revision = revision
        self.target = target
        self.apps = apps
        self.rules = rules
    }

    /// Whether the policy applies to this account in this app.
    public func applies(to membership: AccountMembership, client: ClientID) -> Bool {
        apps.contains(client) && target.matches(membership)
    }
}

/// The apps that an app-protection policy is for.
public enum ProtectedApps: Sendable, Hashable {
    /// Every app.
    case all
    /// The apps with these client identifiers, at least one.
    case clients(Set<ClientID>)

    /// Whether the app is one of them.
    public func contains(_ client: ClientID) -> Bool {
        switch self {
        case .all: true
        case .clients(let clients): clients.contains(client)
        }
    }
}
