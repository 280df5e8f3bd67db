public import AccessModel

/// The service principals that a policy is for.
///
/// Exclude always wins.
public struct ServicePrincipalTarget: Sendable, Hashable {
    /// One side of the target; its lists are alternatives.
    public struct Members: Sendable, Hashable {
        /// Every service principal whose client is registered in this tenant: `ServicePrincipalsInMyTenant`.
        public var allOfThisTenant: Bool
        /// Service principals by their client.
        public var clients: Set<ClientID>

        /// Makes one side; by default it names none.
        public init(allOfThisTenant: Bool = false, clients: Set<ClientID> = []) {
            self.allOfThisTenant = allOfThisTenant
            self.clients = clients
        }

        func contains(_ principal: ServicePrincipal) -> Bool {
            (allOfThisTenant && principal.isOfThisTenant) || clients.contains(principal.client)
        }
    }

    /// Who is included.
    public var include: Members
    /// Who is excluded, whatever includes them.
    public var exclude: Members

    /// Makes a target; by default it reaches none.
    public init(include: Members = Members(), exclude: Members = Members()) {
        self.include = include
        self.exclude = exclude
    }

    /// Whether the service principal is meant.
    public func contains(_ principal: ServicePrincipal) -> Bool {
        include.contains(principal) && !exclude.contains(principal)
    }
}
