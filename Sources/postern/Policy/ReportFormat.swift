/// How a report is written.
enum ReportFormat: String, CaseIterable, Sendable, Hashable {
    /// For people.
    case text
    /// For programs.
    case json

    /// The option that says it.
    static let option = CommandOption(
        "format", .choice(allCases.map(\.rawValue)), help: "how the report is written (text)")
}

extension CommandArguments {
    /// How the report is to be written.
    var format: ReportFormat { text(ReportFormat.option).flatMap(ReportFormat.init) ?? .text }
}
