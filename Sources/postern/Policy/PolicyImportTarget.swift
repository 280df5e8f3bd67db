import AccessModel
import AccessPolicy
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
    /// Identifiers that stand in a file beside others, or beside something that cannot be read.
    private var shared: [String: String] = [:]

    init(_ directory: String) throws {
        self.directory = directory
        do {
            try LocalFile.makeDirectory(directory)
        } catch {
            throw CommandFailure("the directory `\(directory)` cannot be made: \(error)")
        }
        let files = try PolicyDirectory(directory).read()
        namedLocations = files.flatMap(\.namedLocations)
        for file in files {
            let ids = file.policies.map(\.policy.id.rawValue) + file.namedLocations.map(\.location.id.rawValue)
            let isAlone = ids.count == 1 && file.refusedCount == 0
            for id in ids { if isAlone { names[id] = file.name } else { shared[id] = file.name } }
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
        if let file = shared[id] {
            throw CommandFailure("`\(file)` holds `\(id)` beside others; give each its own file, then import again")
        }
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
