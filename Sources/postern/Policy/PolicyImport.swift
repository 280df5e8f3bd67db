import AccessModel
import AccessPolicy
import JSONCoding
import PolicyFormat
import ServiceRuntime

/// `postern policy import`: reads policies from wherever they are and writes each in its canonical form.
struct PolicyImport {
    let sources: [String]
    let destination: String
    let keepsState: Bool
    let format: PolicyImportReport.Format

    func run(_ console: Console) throws -> ExitCode {
        var report = PolicyImportReport()
        let target = try PolicyImportTarget(destination)
        var collection = PolicyCollection()
        for path in try paths() { add(path, to: &collection, &report) }
        for document in target.namedLocations where collection.namedLocation(document.location.id) == nil {
            collection.add(document)
        }
        collection.holdUnresolvedLocations()
        try write(collection, to: target, &report)
        console.write(try report.text(format))
        return report.refused.isEmpty ? .success : .failure
    }

    /// The files that the arguments name, each once.
    private func paths() throws -> [String] {
        var paths: [String] = []
        var seen: Set<String> = []
        for source in sources {
            let found = try kind(of: source) == .directory ? PolicyDirectory(source).paths() : [source]
            paths += found.filter { seen.insert($0).inserted }
        }
        return paths
    }

    private func kind(of source: String) throws(UsageError) -> LocalFile.Kind {
        do {
            return try LocalFile.kind(of: source)
        } catch {
            throw UsageError("`\(source)` cannot be read: \(error)")
        }
    }

    private func add(_ path: String, to collection: inout PolicyCollection, _ report: inout PolicyImportReport) {
        report.fileCount += 1
        let file: PolicyFile
        do {
            let bytes = try LocalFile.read(path, atMost: PolicyReader.standardLimits.maximumBytes)
            file = PolicyReader().read(bytes, named: path)
        } catch {
            report.refuse(PolicyDiagnostic(.error, file: path, position: nil, "the file cannot be read: \(error)"))
            return
        }
        report.add(faultsOf: file, isNamed: sources.contains(path))
        for document in file.policies { report.note(collection.add(document), document) }
        for document in file.namedLocations { report.note(collection.add(document), document) }
    }

    private func write(
        _ collection: PolicyCollection, to target: PolicyImportTarget, _ report: inout PolicyImportReport
    ) throws {
        var target = target
        for id in report.policies {
            guard var document = collection.policy(id) else { continue }
            // Nothing that was imported acts before somebody has looked at what it would do.
            let mayStay = keepsState && document.isEnforceable
            if document.policy.state == .enabled, !mayStay { document.setState(.reportOnly) }
            report.written(document, to: try target.write(document))
        }
        for id in report.namedLocations {
            guard let document = collection.namedLocation(id) else { continue }
            report.written(document, to: try target.write(document))
        }
    }
}
