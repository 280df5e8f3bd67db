public import JSONCoding

/// One thing that a reader of policies has to say about its input.
public struct PolicyDiagnostic: Sendable, Hashable {
    /// How much it matters.
    public enum Severity: String, Sendable, Hashable, CaseIterable {
        /// The policy, the named location or the file is refused.
        case error
        /// The policy is kept and cannot be enforced.
        case held
        /// Something was corrected or has no effect.
        case warning
        /// Something that is no policy was passed over.
        case note
    }

    /// How much it matters.
    public var severity: Severity
    /// The file's name as it was given.
    public var file: String
    /// The line and column in the file's text, if known.
    public var position: SourcePosition?
    /// Where it stands in the policy, such as `conditions.users.includeGroups[0]`; empty for the whole.
    public var path: String
    /// What is so, and what to do: one line.
    public var message: String

    /// Makes a diagnostic.
    public init(
        _ severity: Severity, file: String, position: SourcePosition?, path: String = "", _ message: String
    ) {
        self.severity = severity
        self.file = file
        self.position = position
        self.path = path
        self.message = message
    }
}

extension PolicyDiagnostic: CustomStringConvertible {
    /// One line: place, severity, path, message.
    public var description: String {
        // Names of files and members come from outside and may hold anything.
        let file = file.printable(atMost: 4096)
        let place = position.map { "\(file):\($0.line):\($0.column)" } ?? file
        let subject = path.isEmpty ? "" : path.printable(atMost: 256) + ": "
        return "\(place): \(severity.rawValue): \(subject)\(message)"
    }
}
