/// What one file holds.
public struct PolicyFile: Sendable {
    /// The file's name as it was given.
    public let name: String
    /// The policies, in the order of the file.
    public var policies: [PolicyDocument] = []
    /// The named locations, in the order of the file.
    public var namedLocations: [NamedLocationDocument] = []
    /// The authentication strengths, in the order of the file; the built-in ones are not among them.
    public var authenticationStrengths: [AuthenticationStrengthDocument] = []
    /// The groups of applications, in the order of the file.
    public var applicationGroups: [ApplicationGroupDocument] = []
    /// Why the file, or things in it, were refused; and what was passed over.
    public var diagnostics: [PolicyDiagnostic] = []
    /// How many things were refused; a file that cannot be read counts as one.
    public var refusedCount = 0

    init(name: String) {
        self.name = name
    }

    /// Whether there is anything in the file that concerns policies.
    public var isEmpty: Bool {
        policies.isEmpty && namedLocations.isEmpty && authenticationStrengths.isEmpty && applicationGroups.isEmpty
            && refusedCount == 0
    }
}
