import AccessModel
public import AccessPolicy
public import JSONCoding

/// One document of a set of policies, whatever kind it is of.
public struct PolicySetEntry: Sendable {
    /// What kind of document it is, in the order in which a published set holds them.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// A policy.
        case policy
        /// A named location.
        case namedLocation
        /// An authentication strength.
        case authenticationStrength
        /// A group of applications.
        case applicationGroup

        /// The kind in words, within a sentence.
        package var noun: String {
            switch self {
            case .policy: "policy"
            case .namedLocation: "named location"
            case .authenticationStrength: "authentication strength"
            case .applicationGroup: "group of applications"
            }
        }
    }

    /// The kind.
    public let kind: Kind
    /// The identifier, unique among the documents of the kind.
    public let id: String
    /// The name that administrators see.
    public let name: String
    /// The state, of a policy.
    public let state: PolicyState?
    /// The canonical document.
    public let document: JSONMembers
    /// The name of the file that it is exported to.
    public let fileName: String

    fileprivate init(
        _ kind: Kind, _ id: String, _ name: String, _ document: some SetDocument, state: PolicyState? = nil
    ) {
        self.kind = kind
        self.id = id
        self.name = name
        self.state = state
        self.document = document.document
        fileName = document.fileName
    }

    /// The canonical document as a file: UTF-8, line feeds, sorted names.
    public var canonicalBytes: [UInt8] { JSONValue.object(document).canonical(.indented) }
}

extension PolicyCollection {
    /// Every document, ordered by kind and identifier: the one order of a published set.
    public var entries: [PolicySetEntry] {
        let kinds = [
            policies.map {
                PolicySetEntry(.policy, $0.policy.id.rawValue, $0.policy.displayName, $0, state: $0.policy.state)
            },
            namedLocations.map {
                PolicySetEntry(.namedLocation, $0.location.id.rawValue, $0.location.displayName, $0)
            },
            authenticationStrengths.map {
                PolicySetEntry(.authenticationStrength, $0.strength.id.rawValue, $0.strength.displayName, $0)
            },
            applicationGroups.map {
                PolicySetEntry(.applicationGroup, $0.group.id.rawValue, $0.group.id.rawValue, $0)
            },
        ]
        return kinds.flatMap { $0.sorted { $0.id < $1.id } }
    }
}
