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
        let collection = PolicyCollection(try read())
        guard collection.refusedCount == 0 else {
            for diagnostic in collection.diagnostics { console.error("\(diagnostic)\n") }
            throw CommandFailure("the policies in `\(path)` cannot be used; correct the errors above")
        }
        return try collection.policySet(whenNothingMatches: whenNothingMatches)
    }

    /// Whether a file's name says that it may hold policies.
    static func isPolicyFile(_ path: String) -> Bool {
        [".json", ".yaml", ".yml"].contains { path.lowercased().hasSuffix($0) }
    }
}
