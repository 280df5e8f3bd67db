import AccessModel
import AccessPolicy
import PolicyFormat
import ServiceRuntime

/// The directory that imported policies are written to.
///
/// A policy that is there already keeps its file and is replaced; a file that holds anything else is never touched.
struct PolicyImportTarget {
    /// What policies refer to and what is there already.
    let references: [any SetDocument]
    private let directory: String
    private var states: [PolicyID: PolicyState] = [:]
    /// The identifiers and files of the policies of each display name.
    private var displayNames: [String: [PolicyID: String]] = [:]
    private var names: [String: String] = [:]
    /// Identifiers that stand in a file beside others, or beside something that cannot be read.
    private var shared: [String: String] = [:]

    /// Looks at what is in the directory; one that is missing is made when something is written to it.
    init(_ directory: String, _ console: Console) throws {
        self.directory = directory
        var files: [PolicyFile] = []
        if LocalFile.exists(directory) {
            files = try PolicyDirectory(directory).read(console)
            do {
                try LocalFile.removeAbandonedDrafts(in: directory)
            } catch {
                throw CommandFailure("the directory `\(directory)` cannot be written: \(error)")
            }
        }
        references = files.flatMap { file -> [any SetDocument] in
            file.namedLocations + file.authenticationStrengths + file.applicationGroups
        }
        for file in files {
            for policy in file.policies.map(\.policy) {
                states[policy.id] = policy.state
                displayNames[policy.displayName, default: [:]][policy.id] = file.name
            }
            let ids =
                file.policies.map(\.policy.id.rawValue) + file.namedLocations.map(\.location.id.rawValue)
                + file.authenticationStrengths.map(\.strength.id.rawValue)
                + file.applicationGroups.map(\.group.id.rawValue)
            let isAlone = ids.count == 1 && file.refusedCount == 0
            for id in ids { if isAlone { names[id] = file.name } else { shared[id] = file.name } }
        }
    }

    /// The state of a policy that is there already; nil when it is not there.
    func state(of id: PolicyID) -> PolicyState? { states[id] }

    /// The file of another policy with the same display name.
    func namesake(of document: PolicyDocument) -> String? {
        let others = displayNames[document.policy.displayName]?.filter { $0.key != document.policy.id }
        return others?.values.min()
    }

    /// Writes a policy and returns the path of its file.
    mutating func write(_ document: PolicyDocument) throws -> String {
        let id = document.policy.id
        let path = try write(document.canonicalBytes, id: id.rawValue, named: document.fileName)
        displayNames[document.policy.displayName, default: [:]][id] = path
        return path
    }

    /// Writes a named location and returns the path of its file.
    mutating func write(_ document: NamedLocationDocument) throws -> String {
        try write(document.canonicalBytes, id: document.location.id.rawValue, named: document.fileName)
    }

    /// Writes an authentication strength and returns the path of its file.
    mutating func write(_ document: AuthenticationStrengthDocument) throws -> String {
        try write(document.canonicalBytes, id: document.strength.id.rawValue, named: document.fileName)
    }

    /// Writes a group of applications and returns the path of its file.
    mutating func write(_ document: ApplicationGroupDocument) throws -> String {
        try write(document.canonicalBytes, id: document.group.id.rawValue, named: document.fileName)
    }

    private mutating func write(_ bytes: [UInt8], id: String, named name: String) throws -> String {
        if let file = shared[id] {
            throw CommandFailure("`\(file)` holds `\(id)` beside others; give each its own file, then import again")
        }
        let path = names[id] ?? freePath(name, id)
        do {
            try LocalFile.makeDirectory(directory)
        } catch {
            throw CommandFailure("the directory `\(directory)` cannot be made: \(error)")
        }
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

    /// Writes a document of any kind and returns the path of its file.
    mutating func write(_ entry: PolicySetEntry) throws -> String {
        try write(entry.canonicalBytes, id: entry.id, named: entry.fileName)
    }
}
