import AccessModel
public import AccessPolicy
public import JSONCoding

/// An authentication strength as it was read: what the engine makes of it, and its canonical document.
public struct AuthenticationStrengthDocument: SetDocument {
    /// What the engine makes of it.
    public let strength: AuthenticationStrength
    /// The canonical document.
    public let document: JSONMembers
    /// The file it was read from.
    public let file: String
    /// Where in the file it stands, if known.
    public let position: SourcePosition?
    /// What was corrected, what nobody can satisfy, and where it was found if in a policy.
    public internal(set) var diagnostics: [PolicyDiagnostic]

    /// The name of the file that it is exported to.
    public var fileName: String {
        ExportName.file(kind: "strength-", name: strength.displayName, id: strength.id.rawValue)
    }
}
