import AccessModel
import AccessPolicy
import ComplianceGateway
import Directory
import JSONCoding
import PolicyFormat

/// A set of policies that is to be published: a directory's, or an earlier revision's.
struct PolicyCandidate {
    /// What it holds; policies that name what is not there are held.
    let collection: PolicyCollection
    /// Where it is from, in a message.
    private let source: String
    /// What it is, in a message that has named it.
    private let kind: String
    /// The enabled policies that name what is not there.
    private let unresolved: Set<PolicyID>

    /// Reads a directory, and says what is remarkable in it.
    ///
    /// - Throws: ``CommandFailure`` when anything cannot be read.
    init(_ directory: String, _ console: Console) throws {
        let collection = try PolicyDirectory(directory).collection(console, otherwise: "nothing was published")
        for diagnostic in collection.diagnostics { console.error("\(diagnostic)\n") }
        self.init(collection, of: "`\(directory)`", kind: "directory", console)
    }

    /// Takes a set that was published, and says what is remarkable in it.
    ///
    /// - Throws: when it cannot be read.
    init(_ published: PublishedPolicies, _ console: Console) throws {
        let collection = try PolicyPublication.collection(of: published.document)
        self.init(collection, of: "revision \(published.revision.number)", kind: "revision", console)
    }

    private init(_ collection: PolicyCollection, of source: String, kind: String, _ console: Console) {
        var collection = collection
        let before = Dictionary(collection.policies.map { ($0.policy.id, $0.policy.unenforceable) }) { first, _ in first
        }
        collection.holdUnresolvedReferences()
        let grown = collection.policies.map(\.policy).filter { policy in
            policy.state == .enabled
                && policy.unenforceable.contains {
                    $0.kind == .unresolvedReference && before[policy.id]?.contains($0) == false
                }
        }
        unresolved = Set(grown.map(\.id))
        self.collection = collection
        self.source = source
        self.kind = kind
        for document in held {
            let reasons = document.policy.unenforceable.map { "\($0.path): \($0.detail)" }.joined(separator: "; ")
            let name = document.policy.displayName.printable(atMost: 300)
            let warning = PolicyDiagnostic(
                .warning, file: document.file, position: document.position,
                "`\(name)` is enabled but cannot be enforced: \(reasons)")
            console.error("\(warning)\n")
        }
    }

    /// Warns of what enabled policies name and the directory of accounts does not hold.
    func warn(notIn holdings: DirectoryHoldings, _ console: Console) {
        for policy in collection.policies.map(\.policy) where policy.state == .enabled {
            console.warn(of: policy.references, in: "policy \(policy.displayName)", notIn: holdings)
        }
    }

    /// Why it would not be published.
    func faults(_ allowances: PolicyPlan.Allowances) -> [String] {
        var faults: [String] = []
        if collection.policies.isEmpty, !allowances.empty {
            faults.append("\(source) holds no policy (--allow-empty ends all enforcement)")
        }
        // In force they could not be decided, and nobody would get a token.
        if !unresolved.isEmpty {
            faults.append(
                "\(TextLayout.count(unresolved.count, "enabled policy names", "enabled policies name")) what is not in the \(kind)"
            )
        } else if !held.isEmpty, !allowances.held {
            faults.append(
                "\(TextLayout.count(held.count, "enabled policy", "enabled policies")) cannot be enforced (--allow-held holds such at report-only)"
            )
        }
        return faults
    }

    private var held: [PolicyDocument] {
        collection.policies.filter { $0.policy.state == .enabled && $0.policy.effectiveState != .enabled }
    }
}
