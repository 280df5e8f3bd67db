public import AccessModel
public import AccessPolicy
import JSONCoding

/// The policies of several files and what they refer to, seen beside each other.
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
    public var policies: [PolicyDocument] { policyShelf.documents }
    /// The named locations, in the order in which they were added.
    public var namedLocations: [NamedLocationDocument] { locationShelf.documents }
    /// The authentication strengths beside the built-in ones, in the order in which they were added.
    public var authenticationStrengths: [AuthenticationStrengthDocument] { strengthShelf.documents }
    /// The groups of applications, in the order in which they were added.
    public var applicationGroups: [ApplicationGroupDocument] { groupShelf.documents }
    /// What was wrong in the files and between them.
    public private(set) var diagnostics: [PolicyDiagnostic] = []
    /// How many things were refused.
    public private(set) var refusedCount = 0

    private var policyShelf = DocumentShelf<PolicyID, PolicyDocument>()
    private var locationShelf = DocumentShelf<NamedLocationID, NamedLocationDocument>()
    private var strengthShelf = DocumentShelf<AuthenticationStrengthID, AuthenticationStrengthDocument>()
    private var groupShelf = DocumentShelf<ApplicationGroupID, ApplicationGroupDocument>()
    /// The names of the policies that strengths were taken over from.
    private var adoptions: [AuthenticationStrengthID: String] = [:]

    /// Makes a collection of what files hold, and of the strengths that their policies have written out.
    public init(_ files: [PolicyFile] = []) {
        for file in files {
            add(faultsOf: file)
            for document in file.policies { add(document) }
            for document in file.namedLocations { add(document) }
            for document in file.authenticationStrengths { add(document) }
            for document in file.applicationGroups { add(document) }
        }
        adoptEmbeddedStrengths()
    }

    /// Takes over what was wrong in a file.
    public mutating func add(faultsOf file: PolicyFile) {
        diagnostics += file.diagnostics
        refusedCount += file.refusedCount
    }

    /// Adds a policy.
    @discardableResult
    public mutating func add(_ document: PolicyDocument) -> Addition {
        var addition = policyShelf.add(document, document.policy.id)
        // The canonical document has only a reference to what was written out.
        if case .identical(let file) = addition, let embedded = document.embedded,
            let other = policyShelf[document.policy.id]?.embedded, !embedded.isSame(as: other)
        {
            addition = .conflicting(file: file)
        }
        noteConflict(addition, document, .policy, document.policy.id.rawValue)
        return addition
    }

    /// Adds a named location.
    @discardableResult
    public mutating func add(_ document: NamedLocationDocument) -> Addition {
        let addition = locationShelf.add(document, document.location.id)
        noteConflict(addition, document, .namedLocation, document.location.id.rawValue)
        return addition
    }

    /// Adds an authentication strength.
    @discardableResult
    public mutating func add(_ document: AuthenticationStrengthDocument) -> Addition {
        let addition = strengthShelf.add(document, document.strength.id)
        noteConflict(addition, document, .authenticationStrength, document.strength.id.rawValue)
        return addition
    }

    /// Adds a group of applications.
    @discardableResult
    public mutating func add(_ document: ApplicationGroupDocument) -> Addition {
        let addition = groupShelf.add(document, document.group.id)
        noteConflict(addition, document, .applicationGroup, document.group.id.rawValue)
        return addition
    }

    /// The policy with an identifier.
    public func policy(_ id: PolicyID) -> PolicyDocument? { policyShelf[id] }

    /// The named location with an identifier.
    public func namedLocation(_ id: NamedLocationID) -> NamedLocationDocument? { locationShelf[id] }

    /// The authentication strength with an identifier; nil for a built-in one.
    public func authenticationStrength(_ id: AuthenticationStrengthID) -> AuthenticationStrengthDocument? {
        strengthShelf[id]
    }

    /// The group of applications with a word.
    public func applicationGroup(_ id: ApplicationGroupID) -> ApplicationGroupDocument? { groupShelf[id] }

    /// Sets the state of a policy.
    public mutating func setState(_ state: PolicyState, of id: PolicyID) {
        policyShelf.update(id) { $0.setState(state) }
    }

    /// The set that decides.
    ///
    /// - Throws: the set's own error, which a collection, whose identifiers are unique, gives no reason for.
    public func policySet(whenNothingMatches: UnmatchedAccess = .allow) throws(PolicySetError) -> PolicySet {
        try PolicySet(
            policies: policies.map(\.policy), namedLocations: namedLocations.map(\.location),
            strengths: authenticationStrengths.map(\.strength), applicationGroups: applicationGroups.map(\.group),
            whenNothingMatches: whenNothingMatches)
    }

    private mutating func noteConflict(
        _ addition: Addition, _ document: some SetDocument, _ kind: PolicySetEntry.Kind, _ id: String
    ) {
        guard case .conflicting(let other) = addition else { return }
        refusedCount += 1
        diagnostics.append(
            PolicyDiagnostic(
                .error, file: document.file, position: document.position, path: "id",
                "`\(other)` has another \(kind.noun) with the identifier `\(id)`; give one of them its own"))
    }
}

// MARK: What policies refer to

extension PolicyCollection {
    /// Holds every policy that refers to a named location, an authentication strength or a group of applications that
    /// is not here, or that cannot be evaluated.
    ///
    /// For an import, which decides whether a policy may be enabled. A set that is in force must not be treated so:
    /// there what is missing is a failure and denies. Strengths that policies have written out are taken over first.
    public mutating func holdUnresolvedReferences() {
        adoptEmbeddedStrengths()
        let resolver = ReferenceResolver(self)
        policyShelf.updateAll { document in
            for reason in resolver.faults(of: document) { document.hold(reason) }
        }
    }

    /// Takes over the authentication strengths that policies of an export have written out, where the collection has no
    /// document of them.
    ///
    /// So an export is complete in itself. A policy that has written out something else than the policy before it is
    /// held: it would demand what it never said. What a file has counts before both; who wrote otherwise is told so.
    /// Without effect the second time.
    public mutating func adoptEmbeddedStrengths() {
        for policy in policies {
            switch policy.embedded {
            case .strength(let strength): adopt(strength, of: policy.policy)
            case .unreadable(let fault):
                let file = policy.policy.grant?.strength.flatMap {
                    adoptions[$0] == nil ? strengthShelf[$0]?.file : nil
                }
                policyShelf.update(policy.policy.id) { $0.note(unreadableStrength: fault, standing: file) }
            case nil: break
            }
        }
    }

    private mutating func adopt(_ strength: AuthenticationStrengthDocument, of policy: ConditionalAccessPolicy) {
        let id = strength.strength.id
        guard let standing = strengthShelf[id] else {
            _ = strengthShelf.add(strength.adopted(from: policy.displayName), id)
            adoptions[id] = policy.displayName
            return
        }
        guard standing.document != strength.document else { return }
        let origin = adoptions[id]
        policyShelf.update(policy.id) { $0.note(otherStrength: standing, from: origin) }
    }
}

extension PolicyDocument {
    private static let strengthPath = "grantControls.authenticationStrength"

    /// Says that the strength that counts is another than the one that is written out here.
    ///
    /// - Parameters:
    ///   - standing: the strength that counts.
    ///   - policy: the policy that it was taken over from; nil for one of a file.
    fileprivate mutating func note(otherStrength standing: AuthenticationStrengthDocument, from policy: String?) {
        guard let policy else {
            let file = standing.file.printable(atMost: 4096)
            return warn(
                Self.strengthPath,
                "the authentication strength that is written out here is passed over; `\(file)` has another as `\(standing.strength.id)`"
            )
        }
        hold(
            UnenforceableReason(
                .contradiction, in: .grant, at: Self.strengthPath,
                "the policy `\(policy.printable(atMost: 128))` has written out another authentication strength as `\(standing.strength.id)`; give one of them its own identifier, or import the right one as a file"
            ))
    }

    /// Says that the strength that is written out here cannot be read; the file that has one in its place, if any does.
    fileprivate mutating func note(unreadableStrength fault: String, standing file: String?) {
        let message = "the authentication strength that is written out here cannot be read: \(fault)"
        guard let file else {
            return hold(UnenforceableReason(.invalidValue, in: .grant, at: Self.strengthPath, message))
        }
        warn(Self.strengthPath, "\(message); the one of `\(file.printable(atMost: 4096))` counts")
    }
}

extension AuthenticationStrengthDocument {
    /// The document with a note of where it comes from.
    fileprivate func adopted(from policy: String) -> Self {
        var document = self
        document.diagnostics.append(
            PolicyDiagnostic(
                .note, file: file, position: position, path: "grantControls.authenticationStrength",
                "the authentication strength is taken over from the policy `\(policy.printable(atMost: 128))`; no file has it"
            ))
        return document
    }
}

/// Finds the references of policies that a collection does not hold.
private struct ReferenceResolver {
    private let extents: [NamedLocationID: NamedLocation.Extent]
    private let unsupportedStrengths: [AuthenticationStrength]
    private let unsupportedGroups: [ApplicationGroup]
    private let referable: SetReferences

    init(_ collection: PolicyCollection) {
        extents = Dictionary(
            uniqueKeysWithValues: collection.namedLocations.map { ($0.location.id, $0.location.extent) })
        unsupportedStrengths = collection.authenticationStrengths.map(\.strength).filter { $0.unsupported != nil }
        unsupportedGroups = collection.applicationGroups.map(\.group).filter { $0.unsupported != nil }
        referable = SetReferences(
            toAnyOf: collection.namedLocations.map(\.location), collection.authenticationStrengths.map(\.strength),
            collection.applicationGroups.map(\.group))
    }

    func faults(of document: PolicyDocument) -> [UnenforceableReason] {
        let references = SetReferences(of: document.policy)
        let missing = references.subtracting(referable)
        return locationFaults(document, missing.locations) + strengthFaults(missing.strengths)
            + groupFaults(document, missing.applicationGroups) + unsupported(document, references)
    }

    /// The reasons of what is here and cannot be evaluated.
    private func unsupported(_ document: PolicyDocument, _ references: SetReferences) -> [UnenforceableReason] {
        unsupportedStrengths.filter { references.strengths.contains($0.id) }
            .compactMap { UnenforceableReason.unsupported($0) }
            + unsupportedGroups.filter { references.applicationGroups.contains($0.id) }
            .compactMap { UnenforceableReason.unsupported($0, at: Self.path(of: $0.id, in: document)) }
    }

    private static func path(of group: ApplicationGroupID, in document: PolicyDocument) -> String {
        document.path(
            of: group.rawValue, under: "applications", in: ["includeApplications", "excludeApplications"])
    }

    private func locationFaults(
        _ document: PolicyDocument, _ missing: Set<NamedLocationID>
    ) -> [UnenforceableReason] {
        (document.policy.conditions.locations?.references ?? []).sorted().compactMap { id in
            let path = document.path(of: id.rawValue, under: "locations", in: ["includeLocations", "excludeLocations"])
            guard !missing.contains(id) else {
                return UnenforceableReason(
                    .unresolvedReference, in: .condition(.location), at: path,
                    "there is no named location `\(id)`; import it with the policy")
            }
            return .unsupported(id, extents[id], at: path)
        }
    }

    private func strengthFaults(_ missing: Set<AuthenticationStrengthID>) -> [UnenforceableReason] {
        missing.sorted().map { id in
            UnenforceableReason(
                .unresolvedReference, in: .grant, at: "grantControls.authenticationStrength.id",
                "there is no authentication strength `\(id)`; import it with the policy")
        }
    }

    private func groupFaults(
        _ document: PolicyDocument, _ missing: Set<ApplicationGroupID>
    ) -> [UnenforceableReason] {
        missing.sorted().map { id in
            UnenforceableReason(
                .unresolvedReference, in: .condition(.application),
                at: Self.path(of: id, in: document),
                "there is no group of applications `\(id)`; import one of that name (`Policies/catalogue` has `Office365` and `MicrosoftAdminPortals`), or put an application's identifier in its place"
            )
        }
    }
}
