import AccessModel
public import AccessPolicy
public import JSONCoding

/// A group of applications as it was read: what the engine makes of it, and its canonical document.
public struct ApplicationGroupDocument: SetDocument {
    /// What the engine makes of it.
    public let group: ApplicationGroup
    /// The canonical document.
    public let document: JSONMembers
    /// The file it was read from.
    public let file: String
    /// Where in the file it stands, if known.
    public let position: SourcePosition?
    /// What was corrected.
    public let diagnostics: [PolicyDiagnostic]

    /// The name of the file that it is exported to.
    public var fileName: String { ExportName.file(kind: "applications-", word: group.id.rawValue) }
}
