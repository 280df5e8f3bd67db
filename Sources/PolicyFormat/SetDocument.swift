public import JSONCoding

/// Something of a policy set as it was read, with its canonical document.
public protocol SetDocument: Sendable {
    /// The canonical document.
    var document: JSONMembers { get }
    /// The file it was read from.
    var file: String { get }
    /// Where in the file it stands, if known.
    var position: SourcePosition? { get }
    /// What was corrected, and what keeps it from having its effect.
    var diagnostics: [PolicyDiagnostic] { get }
    /// The name of the file that it is exported to.
    var fileName: String { get }
}

extension SetDocument {
    /// The canonical document as a file: UTF-8, line feeds, sorted names.
    ///
    /// Reading it gives the same document.
    public var canonicalBytes: [UInt8] { JSONValue.object(document).canonical(.indented) }
}
