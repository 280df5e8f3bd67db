public import AccessModel

/// How far a tenant's journal and configuration have come: what every cache is compared with.
public struct TenantHead: Sendable, Hashable {
    /// The tenant.
    public var id: TenantID
    /// The alias by which URLs may name it.
    public var alias: String
    /// Raised when a store is restored or copied; older tokens are then inactive.
    public var epoch: Int64
    /// The sequence of the newest journal entry.
    public var sequence: Int64
    /// The revisions of the configuration.
    public var revisions: ConfigurationRevisions

    /// Makes a head.
    public init(id: TenantID, alias: String, epoch: Int64, sequence: Int64, revisions: ConfigurationRevisions) {
        self.id = id
        self.alias = alias
        self.epoch = epoch
        self.sequence = sequence
        self.revisions = revisions
    }

    /// Whether this head was read later: in a later life of the store, or further on in the journal.
    func isNewer(than other: TenantHead) -> Bool {
        (epoch, sequence) > (other.epoch, other.sequence)
    }
}

/// The revisions of a tenant's configuration; each grows by one with every publication.
public struct ConfigurationRevisions: Sendable, Hashable {
    /// Clients, resources, authorities, signing keys and settings, and who administers the tenant.
    public var directory: Int64
    /// The Conditional Access policies.
    public var policies: Int64
    /// The app-protection policies and exemptions.
    public var protection: Int64

    /// Makes revisions.
    public init(directory: Int64 = 0, policies: Int64 = 0, protection: Int64 = 0) {
        self.directory = directory
        self.policies = policies
        self.protection = protection
    }
}
