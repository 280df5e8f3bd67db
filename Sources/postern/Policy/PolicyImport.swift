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
    let format: ReportFormat

    func run(_ console: Console) throws -> ExitCode {
        var report = PolicyImportReport()
        let paths = try paths(&report, console)
        let target = try PolicyImportTarget(destination, console)
        var collection = PolicyCollection()
        for path in paths { add(path, to: &collection, &report) }
        guard !report.isEmpty else {
            throw CommandFailure("no policy in \(sources.quoted); nothing was written")
        }
        for document in target.references { add(document, to: &collection) }
        let strengths = collection.authenticationStrengths.count
        collection.holdUnresolvedReferences()
        // What policies have written out themselves is imported with them.
        for document in collection.authenticationStrengths.dropFirst(strengths) { report.note(.added, document) }
        try write(collection, to: target, &report)
        console.write(try report.text(format, into: destination))
        return report.refused.isEmpty ? .success : .failure
    }

    /// The files that the arguments name, each once; a directory without any is refused beside others that have some.
    private func paths(_ report: inout PolicyImportReport, _ console: Console) throws -> [String] {
        var paths: [String] = []
        var empty: [String] = []
        var seen: Set<String> = []
        for source in sources {
            let found = try PolicyDirectory.paths(at: source, console)
            if found.isEmpty { empty.append(source) }
            paths += found.filter { seen.insert($0).inserted }
        }
        for source in empty where !paths.isEmpty {
            report.refuse(
                PolicyDiagnostic(
                    .error, file: source, position: nil, "no policy in the directory: no .json, .yaml or .yml file"))
        }
        return paths
    }

    private func add(_ path: String, to collection: inout PolicyCollection, _ report: inout PolicyImportReport) {
        report.fileCount += 1
        let file: PolicyFile
        do {
            file = try PolicyFile(reading: path)
        } catch {
            report.refuse(PolicyDiagnostic(.error, file: path, position: nil, "the file cannot be read: \(error)"))
            return
        }
        report.add(faultsOf: file, isNamed: sources.contains(path))
        for document in file.policies { report.note(collection.add(document), document) }
        for document in file.namedLocations { report.note(collection.add(document), document) }
        for document in file.authenticationStrengths { report.note(collection.add(document), document) }
        for document in file.applicationGroups { report.note(collection.add(document), document) }
    }

    /// Adds what is in the directory already, unless the import brings another.
    private func add(_ document: any SetDocument, to collection: inout PolicyCollection) {
        switch document {
        case let document as NamedLocationDocument where collection.namedLocation(document.location.id) == nil:
            collection.add(document)
        case let document as AuthenticationStrengthDocument
        where collection.authenticationStrength(document.strength.id) == nil:
            collection.add(document)
        case let document as ApplicationGroupDocument where collection.applicationGroup(document.group.id) == nil:
            collection.add(document)
        default: break
        }
    }

    private func write(
        _ collection: PolicyCollection, to target: PolicyImportTarget, _ report: inout PolicyImportReport
    ) throws {
        var target = target
        for id in report.policies {
            guard var document = collection.policy(id) else { continue }
            let standing = target.state(of: id)
            let state = state(of: document, standing: standing)
            if document.policy.state != state { document.setState(state) }
            let path = try target.write(document)
            report.written(
                document, to: path, keepsState: !keepsState && standing != nil,
                namesake: target.namesake(of: document).map { namesake($0, document) })
        }
        for id in report.namedLocations {
            guard let document = collection.namedLocation(id) else { continue }
            report.written(document, to: try target.write(document))
        }
        for id in report.authenticationStrengths {
            guard let document = collection.authenticationStrength(id) else { continue }
            report.written(document, to: try target.write(document))
        }
        for id in report.applicationGroups {
            guard let document = collection.applicationGroup(id) else { continue }
            report.written(document, to: try target.write(document))
        }
    }

    /// The state in which a policy is written.
    ///
    /// Nothing that was imported acts before somebody has looked at what it would do, and nothing that somebody has put
    /// in force is taken out of it by an import.
    ///
    /// - Parameters:
    ///   - document: the policy as it was read.
    ///   - standing: the state in which it is in the directory already; nil when it is not there.
    /// - Returns: the state.
    private func state(of document: PolicyDocument, standing: PolicyState?) -> PolicyState {
        let state = document.policy.state
        if !keepsState, let standing { return standing }
        guard state == .enabled, !(keepsState && document.isEnforceable) else { return state }
        return standing == .enabled ? .enabled : .reportOnly
    }

    private func namesake(_ path: String, _ document: PolicyDocument) -> PolicyDiagnostic {
        PolicyDiagnostic(
            .warning, file: document.file, position: document.position, path: "displayName",
            "`\(path.printable(atMost: 4096))` of this directory has another policy of the same name; remove one of them if it is an older version"
        )
    }
}
