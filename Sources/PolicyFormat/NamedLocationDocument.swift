import AccessModel
public import AccessPolicy
public import JSONCoding

/// A named location as it was read: what the engine makes of it, and its canonical document.
public struct NamedLocationDocument: SetDocument {
    /// What the engine makes of it.
    public let location: NamedLocation
    /// The canonical document.
    public let document: JSONMembers
    /// The file it was read from.
    public let file: String
    /// Where in the file it stands, if known.
    public let position: SourcePosition?
    /// What was corrected, and what keeps it from being evaluated.
    public let diagnostics: [PolicyDiagnostic]

    /// The name of the file that it is exported to.
    public var fileName: String {
        ExportName.file(kind: "location-", name: location.displayName, id: location.id.rawValue)
    }
}
