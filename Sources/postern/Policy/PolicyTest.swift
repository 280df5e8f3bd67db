import JSONCoding
import PolicyFormat
import ServiceRuntime

/// `postern policy test`: tries cases and says which do not come out as they should.
struct PolicyTest {
    let sources: [String]
    /// The policies of cases that bring none.
    let policies: String?
    /// Where the files are that cases name; nil for beside the case.
    let root: String?
    let format: ReportFormat

    func run(_ console: Console) throws -> ExitCode {
        let standing = try policies.map { try PolicyDirectory($0).read(console) }
        var files = PolicyFileCache()
        var report = PolicyTestReport()
        for path in try sources.flatMap({ try PolicyDirectory.paths(at: $0, console) }) {
            do {
                let cases = try cases(in: path)
                for (index, example) in cases.enumerated() {
                    let name = cases.count > 1 ? "\(path)[\(index)]" : path
                    switch example {
                    case .success(let example):
                        report.add(name, note: example.note, result(example, beside: path, standing, &files))
                    case .failure(let fault): report.add(name, note: nil, .unusable(fault.description))
                    }
                }
            } catch {
                report.add(path, note: nil, .unusable(error.description))
            }
        }
        guard !report.isEmpty else { throw CommandFailure("there is no case in \(sources.quoted)") }
        console.write(format == .json ? report.json : report.text)
        return report.failedCount == 0 ? .success : .failure
    }

    private func result(
        _ example: PolicyCase, beside path: String, _ standing: [PolicyFile]?, _ files: inout PolicyFileCache
    ) -> PolicyCaseResult {
        do {
            let named = try files.files(example.fileNames, under: root ?? directory(of: path))
            return example.check(named, standing: standing)
        } catch {
            return .unusable(error.description)
        }
    }

    private func cases(in path: String) throws(CommandFailure) -> [Result<PolicyCase, CommandFailure>] {
        let (document, map) = try DocumentFile(path).parse()
        return PolicyCase.eachCase(in: document).map { example in
            example.mapError { CommandFailure($0.located(in: map).text(in: path)) }
        }
    }

    private func directory(of path: String) -> String {
        guard let end = path.lastIndex(of: "/") else { return "." }
        return String(path[..<end])
    }
}

/// Policy files that cases name, each read once.
private struct PolicyFileCache {
    private var files: [String: PolicyFile] = [:]

    /// The files of some names, by name.
    mutating func files(_ names: [String], under root: String) throws(CommandFailure) -> [String: PolicyFile] {
        var found: [String: PolicyFile] = [:]
        for name in names { found[name] = try file(name.hasPrefix("/") ? name : "\(root)/\(name)") }
        return found
    }

    private mutating func file(_ path: String) throws(CommandFailure) -> PolicyFile {
        if let file = files[path] { return file }
        do {
            let file = try PolicyFile(reading: path)
            files[path] = file
            return file
        } catch {
            throw CommandFailure("`\(path)`, which the case names, cannot be read: \(error)")
        }
    }
}
