import AccessModel
public import AccessPolicy
public import JSONCoding

/// A policy as it was read: what the engine makes of it, and its canonical document with everything that it said.
public struct PolicyDocument: SetDocument {
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
    /// The authentication strength that an export has written out in the place of a reference to it.
    let embeddedStrength: AuthenticationStrengthDocument?
    private let positions: [String: SourcePosition]

    init(
        policy: ConditionalAccessPolicy, document: JSONMembers, file: String, position: SourcePosition?,
        diagnostics: [PolicyDiagnostic], positions: [String: SourcePosition],
        embeddedStrength: AuthenticationStrengthDocument? = nil
    ) {
        self.policy = policy
        self.document = document
        self.file = file
        self.position = position
        self.diagnostics = diagnostics
        self.positions = positions
        self.embeddedStrength = embeddedStrength
    }

    /// Whether the engine can enforce the policy as it is written.
    public var isEnforceable: Bool { policy.unenforceable.isEmpty }

    /// The name of the file that it is exported to.
    public var fileName: String { ExportName.file(kind: "", name: policy.displayName, id: policy.id.rawValue) }

    /// Sets the state in policy and document.
    public mutating func setState(_ state: PolicyState) {
        policy.state = state
        document.append("state", .string(state.rawValue))
    }

    /// Where in a condition something is referred to.
    func path(of name: String, under condition: String, in lists: [String]) -> String {
        for list in lists {
            let names = document["conditions"]?[condition]?[list]?.arrayValue ?? []
            if let index = names.firstIndex(of: .string(name)) { return "conditions.\(condition).\(list)[\(index)]" }
        }
        return "conditions.\(condition)"
    }

    /// Adds a reason why the policy cannot be enforced, with its place.
    mutating func hold(_ reason: UnenforceableReason) {
        guard !policy.unenforceable.contains(reason) else { return }
        policy.unenforceable.append(reason)
        diagnostics.append(
            PolicyDiagnostic(
                .held, file: file, position: positions[reason.path] ?? position, path: reason.path, reason.detail))
    }
}
