public import AccessModel
public import AccessPolicy
import JSONCoding

/// The policies and named locations of several files, seen beside each other.
public struct PolicyCollection: Sendable {
    /// What became of a document that was added.
    public enum Addition: Sendable, Hashable {
        /// It is new.
        case added
        /// The same document was there already; the file it came from.
        case identical(file: String)
        /// Another document with the same identifier is there; the file it came from. This one was refused.
        case conflicting(file: String)
    }

    /// The policies, in the order in which they were added.
    public private(set) var policies: [PolicyDocument] = []
    /// The named locations, in the order in which they were added.
    public private(set) var namedLocations: [NamedLocationDocument] = []
    /// What was wrong in the files and between them.
    public private(set) var diagnostics: [PolicyDiagnostic] = []
    /// How many policies and named locations were refused.
    public private(set) var refusedCount = 0

    private var policyIndex: [PolicyID: Int] = [:]
    private var locationIndex: [NamedLocationID: Int] = [:]

    /// Makes a collection of what files hold.
    public init(_ files: [PolicyFile] = []) {
        for file in files {
            add(faultsOf: file)
            for document in file.policies { add(document) }
            for document in file.namedLocations { add(document) }
        }
    }

    /// Takes over what was wrong in a file.
    public mutating func add(faultsOf file: PolicyFile) {
        diagnostics += file.diagnostics
        refusedCount += file.refusedCount
    }

    /// Adds a policy.
    @discardableResult
    public mutating func add(_ document: PolicyDocument) -> Addition {
        if let index = policyIndex[document.policy.id] {
            let twin = policies[index]
            if twin.document == document.document { return .identical(file: twin.file) }
            refuse(document.file, document.position, "policy", document.policy.id.rawValue, twin.file)
            return .conflicting(file: twin.file)
        }
        policyIndex[document.policy.id] = policies.count
        policies.append(document)
        return .added
    }

    /// Adds a named location.
    @discardableResult
    public mutating func add(_ document: NamedLocationDocument) -> Addition {
        if let index = locationIndex[document.location.id] {
            let twin = namedLocations[index]
            if twin.document == document.document { return .identical(file: twin.file) }
            refuse(document.file, document.position, "named location", document.location.id.rawValue, twin.file)
            return .conflicting(file: twin.file)
        }
        locationIndex[document.location.id] = namedLocations.count
        namedLocations.append(document)
        return .added
    }

    /// The policy with an identifier.
    public func policy(_ id: PolicyID) -> PolicyDocument? { policyIndex[id].map { policies[$0] } }

    /// The named location with an identifier.
    public func namedLocation(_ id: NamedLocationID) -> NamedLocationDocument? {
        locationIndex[id].map { namedLocations[$0] }
    }

    /// Holds every policy that refers to a named location that is not here, or that cannot be evaluated.
    ///
    /// For an import, which decides whether a policy may be enabled. A set that is in force must not be treated so:
    /// there a location that is missing is a failure and denies.
    public mutating func holdUnresolvedLocations() {
        for index in policies.indices {
            let references = policies[index].policy.conditions.locations?.references ?? []
            for id in references.sorted() {
                guard let detail = fault(of: id) else { continue }
                policies[index].hold(
                    UnenforceableReason(
                        .unresolvedReference, in: .condition(.location), at: policies[index].path(ofLocation: id),
                        detail))
            }
        }
    }

    /// Sets the state of a policy.
    public mutating func setState(_ state: PolicyState, of id: PolicyID) {
        guard let index = policyIndex[id] else { return }
        policies[index].setState(state)
    }

    /// The set that decides.
    ///
    /// - Throws: the set's own error, which a collection, whose identifiers are unique, gives no reason for.
    public func policySet(whenNothingMatches: UnmatchedAccess = .allow) throws(PolicySetError) -> PolicySet {
        try PolicySet(
            policies: policies.map(\.policy), namedLocations: namedLocations.map(\.location),
            whenNothingMatches: whenNothingMatches)
    }

    private func fault(of id: NamedLocationID) -> String? {
        guard let index = locationIndex[id] else {
            return "there is no named location `\(id)`; import it with the policy"
        }
        guard case .unsupported(let type) = namedLocations[index].location.extent else { return nil }
        return "named location `\(id)` is of the type `\(type)`, which is not enforceable yet"
    }

    private mutating func refuse(
        _ file: String, _ position: SourcePosition?, _ kind: String, _ id: String, _ other: String
    ) {
        refusedCount += 1
        diagnostics.append(
            PolicyDiagnostic(
                .error, file: file, position: position, path: "id",
                "`\(other)` has another \(kind) with the identifier `\(id)`; give one of them its own"))
    }
}
