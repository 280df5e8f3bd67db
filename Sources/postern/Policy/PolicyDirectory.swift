import AccessPolicy
import JSONCoding
import PolicyFormat
import ServiceRuntime

/// A directory of policy files.
struct PolicyDirectory {
    let path: String

    init(_ path: String) {
        self.path = path
    }

    /// More files than any set of policies has.
    static let maximumFiles = 100_000

    /// The policy files in the directory, however deep.
    func paths() throws -> [String] {
        do {
            guard try LocalFile.kind(of: path) == .directory else {
                throw CommandFailure("`\(path)` is no directory; name one with policies in it")
            }
            return try LocalFile.files(under: path, atMost: Self.maximumFiles).filter(Self.isPolicyFile)
        } catch let error as SystemError {
            throw CommandFailure("`\(path)` cannot be read: \(error)")
        }
    }

    /// What the files hold.
    func read() throws -> [PolicyFile] {
        try paths().map { path in
            do {
                return PolicyReader().read(
                    try LocalFile.read(path, atMost: PolicyReader.standardLimits.maximumBytes), named: path)
            } catch {
                throw CommandFailure("`\(path)` cannot be read: \(error)")
            }
        }
    }

    /// The set that the files make; what is wrong with them is written first.
    func policySet(_ whenNothingMatches: UnmatchedAccess, _ console: Console) throws -> PolicySet {
        try collection(console, otherwise: "nothing was decided").policySet(whenNothingMatches: whenNothingMatches)
    }

    /// The policy files in the directory; none when it is not there.
    func pathsIfAny() throws -> [String] { LocalFile.exists(path) ? try paths() : [] }

    /// What the files hold, together.
    ///
    /// - Parameters:
    ///   - console: where to say what is wrong.
    ///   - consequence: what it means that something is, such as `nothing was published`.
    /// - Returns: the documents.
    /// - Throws: ``CommandFailure`` when anything cannot be read.
    func collection(_ console: Console, otherwise consequence: String) throws -> PolicyCollection {
        let collection = PolicyCollection(try read())
        guard collection.refusedCount == 0 else {
            for diagnostic in collection.diagnostics { console.error("\(diagnostic)\n") }
            throw CommandFailure("\(consequence); correct what cannot be read in `\(path)`")
        }
        return collection
    }

    /// Whether a file's name says that it may hold policies.
    static func isPolicyFile(_ path: String) -> Bool {
        [".json", ".yaml", ".yml"].contains { path.lowercased().hasSuffix($0) }
    }
}
