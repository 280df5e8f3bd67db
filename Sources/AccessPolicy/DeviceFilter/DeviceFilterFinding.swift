/// Something in a device filter that does other than it seems to, or less.
public struct DeviceFilterFinding: Sendable, Hashable {
    /// What was found.
    public let id: LintID
    /// How much it matters.
    public let severity: LintSeverity
    /// Where in the rule, in characters (Unicode scalars) from 1.
    public let position: Int
    /// What it means, in one line.
    public let message: String
    /// What to do, in one line.
    public let fix: String

    init(_ id: LintID, _ severity: LintSeverity, at position: Int, _ message: String, fix: String) {
        self.id = id
        self.severity = severity
        self.position = position
        self.message = message
        self.fix = fix
    }
}
