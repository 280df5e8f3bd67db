import AccessModel
import AccessPolicy
import Directory

/// `postern policy lint`: what in a set of policies does other than it seems to.
struct PolicyLint {
    let source: PolicySource
    let directory: String?
    let protection: String?
    let signIns: String?
    let breakGlass: [String]
    let externalGroups: [String]
    let format: ReportFormat

    func run(_ console: Console) throws -> ExitCode {
        let contents = try source.read(console)
        let documents = ToolDocuments(console)
        let directory = try directory.map(documents.directory)
        let input = LintInput(
            contents.set, directory: directory.map { DirectoryExtract($0) },
            protection: try protection.map(documents.protection), clientUses: try signIns.map(documents.signIns),
            breakGlass: Set(breakGlass.map(Self.canonical)).union(Self.breakGlass(of: directory)),
            externalGroups: Set(externalGroups.map { GroupID(Self.canonical($0)) }),
            retiredControls: contents.retiredControls)
        let report = PolicyLintReport(input.findings(), of: contents, notChecked: notChecked)
        console.write(format == .json ? report.json : report.text)
        return report.hasErrors ? .failure : .success
    }

    /// What is not checked because something was not given, and the option that gives it.
    private var notChecked: [(what: String, option: String)] {
        var left: [(String, String)] = []
        if directory == nil {
            left.append(("whether users, groups and applications exist, and who is reached", "--directory"))
        }
        if protection == nil {
            left.append(("whether app protection is assigned where it is demanded", "--protection"))
        }
        if signIns == nil { left.append(("whether the clients in use can be protected", "--sign-ins")) }
        return left
    }

    /// The accounts that the directory document itself marks.
    private static func breakGlass(of contents: DirectoryContents?) -> [String] {
        contents?.accounts.filter(\.isBreakGlass).map(\.id.rawValue) ?? []
    }

    private static func canonical(_ identifier: String) -> String { GUID(identifier)?.description ?? identifier }
}
