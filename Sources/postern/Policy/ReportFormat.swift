/// How a report is written.
enum ReportFormat: String, Sendable, Hashable {
    /// For people.
    case text
    /// For programs.
    case json
}
