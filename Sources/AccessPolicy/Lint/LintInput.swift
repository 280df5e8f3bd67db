public import AccessModel

/// What policies are checked against; what is nil is not known, and what depends on it is not checked.
public struct LintInput: Sendable {
    /// An app-protection policy, as far as it says whom and what it is for.
    public struct Protection: Sendable, Hashable {
        /// Whom it is assigned to.
        public var target: AssignmentTarget
        /// The clients that it is for; nil means every client.
        public var clients: Set<ClientID>?

        /// Makes one.
        public init(_ target: AssignmentTarget, clients: Set<ClientID>? = nil) {
            self.target = target
            self.clients = clients
        }

        func applies(to membership: AccountMembership, client: ClientID) -> Bool {
            clients?.contains(client) ?? true && target.matches(membership)
        }
    }

    /// That an account has signed in with a client.
    public struct ClientUse: Sendable, Hashable {
        /// The account.
        public var account: AccountID
        /// The client.
        public var client: ClientID
        /// Whether the client said that it can be protected (`protapp`).
        public var declaresProtection: Bool

        /// Makes a use.
        public init(_ account: AccountID, _ client: ClientID, declaresProtection: Bool) {
            self.account = account
            self.client = client
            self.declaresProtection = declaresProtection
        }
    }

    /// The policies and what they refer to.
    public var set: PolicySet
    /// The directory.
    public var directory: DirectoryExtract?
    /// The app-protection policies.
    public var protection: [Protection]?
    /// Who has signed in with what.
    public var clientUses: [ClientUse]?
    /// The accounts and groups that are for emergencies, by identifier; they are never guessed from names.
    public var breakGlass: Set<String>
    /// The groups that a system outside the organisation's control can fill.
    public var externalGroups: Set<GroupID>
    /// The retired controls that policies name, with what they are read as.
    public var retiredControls: [PolicyID: [String: PolicyControl]]

    /// Makes an input; by default nothing but the set is known.
    public init(
        _ set: PolicySet, directory: DirectoryExtract? = nil, protection: [Protection]? = nil,
        clientUses: [ClientUse]? = nil, breakGlass: Set<String> = [], externalGroups: Set<GroupID> = [],
        retiredControls: [PolicyID: [String: PolicyControl]] = [:]
    ) {
        self.set = set
        self.directory = directory
        self.protection = protection
        self.clientUses = clientUses
        self.breakGlass = breakGlass
        self.externalGroups = externalGroups
        self.retiredControls = retiredControls
    }

    /// What is found, ordered by policy, weight and kind; disabled policies are not looked at.
    public func findings() -> [LintFinding] {
        let context = LintContext(self)
        let found = LintRule.all.flatMap { $0.check(context) }
        return found.enumerated().sorted { left, right in
            (left.element.policies.first?.rawValue ?? "", left.element.severity, left.offset)
                < (right.element.policies.first?.rawValue ?? "", right.element.severity, right.offset)
        }.map(\.element)
    }
}
