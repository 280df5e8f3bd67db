import AccessModel
import PolicyFormat
import ServiceRuntime

/// The directory that imported policies are written to.
///
/// A policy that is there already keeps its file and is replaced; a file that holds anything else is never touched.
struct PolicyImportTarget {
    /// The named locations that are there already.
    let namedLocations: [NamedLocationDocument]
    private let directory: String
    private var names: [String: String] = [:]

    init(_ directory: String) throws {
        self.directory = directory
        do {
            try LocalFile.makeDirectory(directory)
        } catch {
            throw CommandFailure("the directory `\(directory)` cannot be made: \(error)")
        }
        let files = try PolicyDirectory(directory).read()
        namedLocations = files.flatMap(\.namedLocations)
        for file in files where file.policies.count + file.namedLocations.count == 1 && file.refusedCount == 0 {
            for document in file.policies { names[document.policy.id.rawValue] = file.name }
            for document in file.namedLocations { names[document.location.id.rawValue] = file.name }
        }
    }

    /// Writes a policy and returns the path of its file.
    mutating func write(_ document: PolicyDocument) throws -> String {
        try write(document.canonicalBytes, id: document.policy.id.rawValue, named: document.fileName)
    }

    /// Writes a named location and returns the path of its file.
    mutating func write(_ document: NamedLocationDocument) throws -> String {
        try write(document.canonicalBytes, id: document.location.id.rawValue, named: document.fileName)
    }

    private mutating func write(_ bytes: [UInt8], id: String, named name: String) throws -> String {
        let path = names[id] ?? freePath(name, id)
        do {
            try LocalFile.replace(path, with: bytes)
        } catch {
            throw CommandFailure("`\(path)` cannot be written: \(error)")
        }
        names[id] = path
        return path
    }

    /// The path of the usual name or, where another document has it, of one with the whole identifier.
    private func freePath(_ name: String, _ id: String) -> String {
        let stem = directory.hasSuffix("/") ? directory : directory + "/"
        guard LocalFile.exists(stem + name) else { return stem + name }
        return stem + name.dropLast(".json".count) + "-" + id + ".json"
    }
}
