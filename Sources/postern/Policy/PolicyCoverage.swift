import AccessModel
import AccessPolicy

/// `postern policy coverage`: which sign-ins of a population no policy is about.
struct PolicyCoverage {
    let source: PolicySource
    let population: String
    let directory: String?
    let countsReportOnly: Bool
    let format: ReportFormat

    func run(_ console: Console) throws -> ExitCode {
        let contents = try source.read(console)
        let documents = ToolDocuments(console)
        var population = try documents.population(population)
        let directory = try directory.map { ToolDirectory(try documents.directory($0)) }
        let memberships = directory.map { MembershipCount(filling: &population, from: $0) }
        var unknown = UnknownIdentifiers()
        unknown.note(population)
        unknown.warn(console, directory)
        let report: CoverageReport
        do {
            report = try Coverage.report(
                of: contents.set, over: population, counting: countsReportOnly ? .reportOnlyToo : .enforced)
        } catch {
            throw CommandFailure("\(error)")
        }
        let written = PolicyCoverageReport(
            report, population, PolicyNames(contents.set, directory?.extract), memberships,
            countsReportOnly: countsReportOnly)
        console.write(format == .json ? unknown.added(to: written.document).indented : written.text)
        return .success
    }
}
