public import AccessModel
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
    let embedded: Embedded?
    private let positions: [String: SourcePosition]

    init(
        policy: ConditionalAccessPolicy, document: JSONMembers, file: String, position: SourcePosition?,
        diagnostics: [PolicyDiagnostic], positions: [String: SourcePosition],
        embedded: Embedded? = nil
    ) {
        self.policy = policy
        self.document = document
        self.file = file
        self.position = position
        self.diagnostics = diagnostics
        self.positions = positions
        self.embedded = embedded
    }

    /// An authentication strength that is written out in a policy.
    enum Embedded: Sendable {
        /// The strength.
        case strength(AuthenticationStrengthDocument)
        /// It cannot be read, and why.
        case unreadable(String)

        /// Whether it says the same, as far as it can be read.
        func isSame(as other: Embedded) -> Bool {
            switch (self, other) {
            case (.strength(let one), .strength(let other)): one.document == other.document
            case (.unreadable(let one), .unreadable(let other)): one == other
            default: false
            }
        }
    }

    /// Whether the engine can enforce the policy as it is written.
    public var isEnforceable: Bool { policy.unenforceable.isEmpty }

    /// The retired grant controls that it names, with what they are read as.
    public var retiredControls: [String: PolicyControl] {
        let named = document["grantControls"]?["builtInControls"]?.arrayValue ?? []
        return Dictionary(
            uniqueKeysWithValues: PolicySchema.retiredControls.lazy.filter { named.contains(.string($0.word)) }.map {
                ($0.word, $0.control)
            })
    }

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
        diagnostics.append(diagnostic(.held, reason.path, reason.detail))
    }

    /// Adds a warning, once, with its place.
    mutating func warn(_ path: String, _ message: String) {
        let warning = diagnostic(.warning, path, message)
        if !diagnostics.contains(warning) { diagnostics.append(warning) }
    }

    private func diagnostic(
        _ severity: PolicyDiagnostic.Severity, _ path: String, _ message: String
    ) -> PolicyDiagnostic {
        PolicyDiagnostic(severity, file: file, position: positions[path] ?? position, path: path, message)
    }
}
