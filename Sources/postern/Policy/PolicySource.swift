import AccessModel
import AccessPolicy
import JSONCoding
import PolicyFormat
import ServiceRuntime

/// The policies that a tool looks at: those of a directory or of one file.
struct PolicySource {
    let path: String

    init(_ path: String) {
        self.path = path
    }

    /// What was read.
    struct Contents {
        let collection: PolicyCollection
        let set: PolicySet

        /// The file that a policy came from.
        func file(of id: PolicyID) -> String? { collection.policy(id)?.file }

        /// The retired controls that the policies' documents name.
        var retiredControls: [PolicyID: Set<String>] {
            collection.policies.reduce(into: [:]) { retired, document in
                let controls = document.document["grantControls"]?["builtInControls"]?.arrayValue ?? []
                if controls.contains(.string("approvedApplication")) {
                    retired[document.policy.id] = ["approvedApplication"]
                }
            }
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
            throw CommandFailure("the policies in `\(path)` cannot be used; correct the errors above")
        }
        guard !collection.policies.isEmpty else { throw CommandFailure("`\(path)` holds no policy") }
        return Contents(collection: collection, set: try collection.policySet())
    }

    /// What the files hold.
    func files() throws -> [PolicyFile] {
        do {
            guard try LocalFile.kind(of: path) == .file else { return try PolicyDirectory(path).read() }
            let bytes = try LocalFile.read(path, atMost: PolicyReader.standardLimits.maximumBytes)
            return [PolicyReader().read(bytes, named: path)]
        } catch let error as SystemError {
            throw CommandFailure("`\(path)` cannot be read: \(error)")
        }
    }
}
