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
        let population = try documents.population(population)
        let directory = try directory.map { DirectoryExtract(try documents.directory($0)) }
        let report: CoverageReport
        do {
            report = try Coverage.report(
                of: contents.set, over: population, counting: countsReportOnly ? .reportOnlyToo : .enforced)
        } catch {
            throw CommandFailure("\(error)")
        }
        let written = PolicyCoverageReport(
            report, population, PolicyNames(contents.set, directory), countsReportOnly: countsReportOnly)
        console.write(format == .json ? written.json : written.text)
        return .success
    }
}
