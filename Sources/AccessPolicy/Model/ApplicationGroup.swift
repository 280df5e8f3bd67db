public import AccessModel

/// Applications that policies name by one word, such as `Office365`.
public struct ApplicationGroup: Sendable, Hashable {
    /// The word.
    public var id: ApplicationGroupID
    /// The applications.
    public var applications: Set<ApplicationID>
    /// What the group has that the engine cannot evaluate, so that policies that refer to it are held at report-only; nil
    /// if it can be evaluated.
    public var unsupported: String?

    /// Makes a group.
    public init(id: ApplicationGroupID, applications: Set<ApplicationID>, unsupported: String? = nil) {
        self.id = id
        self.applications = applications
        self.unsupported = unsupported
    }
}
