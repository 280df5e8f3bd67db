public import AccessModel

/// Applications that policies name by one word, such as `Office365`.
public struct ApplicationGroup: Sendable, Hashable {
    /// The word.
    public var id: ApplicationGroupID
    /// The applications.
    public var applications: Set<ApplicationID>

    /// Makes a group.
    public init(id: ApplicationGroupID, applications: Set<ApplicationID>) {
        self.id = id
        self.applications = applications
    }
}
