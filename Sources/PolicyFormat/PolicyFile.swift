/// What one file holds.
public struct PolicyFile: Sendable {
    /// The file's name as it was given.
    public let name: String
    /// The policies, in the order of the file.
    public var policies: [PolicyDocument] = []
    /// The named locations, in the order of the file.
    public var namedLocations: [NamedLocationDocument] = []
    /// Why the file, or policies and named locations in it, were refused; and what was passed over.
    public var diagnostics: [PolicyDiagnostic] = []
    /// How many policies and named locations were refused; a file that cannot be read counts as one.
    public var refusedCount = 0

    init(name: String) {
        self.name = name
    }

    /// Whether there is anything in the file that concerns policies.
    public var isEmpty: Bool { policies.isEmpty && namedLocations.isEmpty && refusedCount == 0 }
}
