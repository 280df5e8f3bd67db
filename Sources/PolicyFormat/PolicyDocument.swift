import AccessModel
public import AccessPolicy
public import JSONCoding

/// A policy as it was read: what the engine makes of it, and its canonical document with everything that it said.
public struct PolicyDocument: Sendable {
    /// What the engine makes of it.
    public private(set) var policy: ConditionalAccessPolicy
    /// The canonical document.
    public private(set) var document: JSONMembers
    /// The file it was read from.
    public let file: String
    /// Where in the file it stands, if known.
    public let position: SourcePosition?
    /// What was corrected, and what keeps it from being enforced, in the order of the document.
    public private(set) var diagnostics: [PolicyDiagnostic]
    private let positions: [String: SourcePosition]

    init(
        policy: ConditionalAccessPolicy, document: JSONMembers, file: String, position: SourcePosition?,
        diagnostics: [PolicyDiagnostic], positions: [String: SourcePosition]
    ) {
        self.policy = policy
        self.document = document
        self.file = file
        self.position = position
        self.diagnostics = diagnostics
        self.positions = positions
    }

    /// Whether the engine can enforce the policy as it is written.
    public var isEnforceable: Bool { policy.unenforceable.isEmpty }

    /// The canonical document as a file: UTF-8, line feeds, sorted names.
    ///
    /// Reading it gives the same document.
    public var canonicalBytes: [UInt8] { JSONValue.object(document).canonical(.indented) }

    /// The name of the file that it is exported to.
    public var fileName: String { ExportName.file(kind: "", name: policy.displayName, id: policy.id.rawValue) }

    /// Sets the state in policy and document.
    public mutating func setState(_ state: PolicyState) {
        policy.state = state
        document.append("state", .string(state.rawValue))
    }

    /// Where in the document a named location is referred to.
    func path(ofLocation id: NamedLocationID) -> String {
        for side in ["includeLocations", "excludeLocations"] {
            let names = document["conditions"]?["locations"]?[side]?.arrayValue ?? []
            if let index = names.firstIndex(of: .string(id.rawValue)) {
                return "conditions.locations.\(side)[\(index)]"
            }
        }
        return "conditions.locations"
    }

    /// Adds a reason why the policy cannot be enforced, with its place.
    mutating func hold(_ reason: UnenforceableReason) {
        policy.unenforceable.append(reason)
        diagnostics.append(
            PolicyDiagnostic(
                .held, file: file, position: positions[reason.path] ?? position, path: reason.path, reason.detail))
    }
}
