import AccessModel
import AccessPolicy
import JSONCoding
import PolicyFormat
import ServiceRuntime

/// The policies that a tool looks at: those of directories and files together.
struct PolicySource: CustomStringConvertible {
    let paths: [String]

    init(_ paths: [String]) {
        self.paths = paths
    }

    init(_ path: String) {
        self.init([path])
    }

    /// The paths in a message.
    var description: String { paths.map { "`\($0.printable(atMost: 4096))`" }.joined(separator: ", ") }

    /// What was read.
    struct Contents {
        let collection: PolicyCollection
        let set: PolicySet

        /// The retired controls that the policies' documents name.
        var retiredControls: [PolicyID: [String: PolicyControl]] {
            Dictionary(uniqueKeysWithValues: collection.policies.map { ($0.policy.id, $0.retiredControls) })
        }
    }

    /// Reads the policies; what is wrong with them is written first.
    ///
    /// - Throws: ``CommandFailure`` if anything was refused, or if there is no policy.
    func read(_ console: Console) throws -> Contents {
        let collection = PolicyCollection(try files())
        guard collection.refusedCount == 0 else {
            for diagnostic in collection.diagnostics where diagnostic.severity == .error {
                console.error("\(diagnostic)\n")
            }
            throw CommandFailure("the policies in \(description) cannot be used; correct the errors above")
        }
        guard !collection.policies.isEmpty else { throw CommandFailure("there is no policy in \(description)") }
        return Contents(collection: collection, set: try collection.policySet())
    }

    /// What the files hold.
    func files() throws -> [PolicyFile] { try paths.flatMap(Self.files) }

    private static func files(_ path: String) throws -> [PolicyFile] {
        do {
            guard try LocalFile.kind(of: path) == .file else { return try PolicyDirectory(path).read() }
            let bytes = try LocalFile.read(path, atMost: PolicyReader.standardLimits.maximumBytes)
            return [PolicyReader().read(bytes, named: path)]
        } catch let error as SystemError {
            throw CommandFailure("`\(path)` cannot be read: \(error)")
        }
    }
}
