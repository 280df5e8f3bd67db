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
    var description: String { paths.map { $0.printable(atMost: 4096) }.quoted }

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
        let collection = try collection(console)
        guard !collection.policies.isEmpty else { throw CommandFailure("there is no policy in \(description)") }
        return Contents(collection: collection, set: try collection.policySet())
    }

    /// Reads the documents, of which there need not be any; what is wrong with them is written first.
    ///
    /// - Throws: ``CommandFailure`` if anything was refused.
    func collection(_ console: Console) throws(CommandFailure) -> PolicyCollection {
        var found: [String] = []
        for path in paths { found += try PolicyDirectory.paths(at: path, console) }
        return try PolicyCollection(
            PolicyDirectory.read(found), console, otherwise: "the policies in \(self) cannot be used")
    }
}
