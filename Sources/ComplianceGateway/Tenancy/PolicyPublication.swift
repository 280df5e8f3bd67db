import AccessPolicy
import JSONCoding
public import PolicyFormat

/// A published set of policies as the store keeps it: one JSON array of the canonical documents, policies first.
public enum PolicyPublication {
    /// The bytes to publish.
    public static func bytes(of collection: PolicyCollection) -> [UInt8] {
        JSONValue.array(documents(of: collection).map(JSONValue.object)).canonical(.compact)
    }

    /// Everything that makes up the set, each kind ordered by identifier.
    private static func documents(of collection: PolicyCollection) -> [JSONMembers] {
        let policies = collection.policies.sorted { $0.policy.id < $1.policy.id }.map(\.document)
        let locations = collection.namedLocations.sorted { $0.location.id < $1.location.id }.map(\.document)
        let strengths = collection.authenticationStrengths.sorted { $0.strength.id < $1.strength.id }.map(\.document)
        let groups = collection.applicationGroups.sorted { $0.group.id < $1.group.id }.map(\.document)
        return policies + locations + strengths + groups
    }

    /// Reads published bytes back.
    ///
    /// - Parameters:
    ///   - bytes: the published bytes; nil is the empty set.
    ///   - unmatched: what is decided when no policy matches.
    /// - Returns: the set to decide with.
    /// - Throws: ``UnreadablePublication`` when anything of it cannot be read: a set that lost a policy decides nothing.
    static func policySet(
        of bytes: [UInt8]?, whenNothingMatches unmatched: UnmatchedAccess
    ) throws -> PolicySet {
        guard let bytes else { return try PolicySet(policies: [], whenNothingMatches: unmatched) }
        let file = PolicyReader().read(bytes, named: "published policies")
        let collection = PolicyCollection([file])
        guard collection.refusedCount == 0 else {
            throw UnreadablePublication(first: collection.diagnostics.first.map { "\($0)" } ?? "no reason")
        }
        // Whatever else a reader passes over, such as one policy named twice, was not published like that.
        let published = try JSONValue.parse(bytes, limits: PolicyReader.standardLimits).arrayValue?.count
        guard published == documents(of: collection).count else {
            throw UnreadablePublication(first: "they are not an array of different policies and what they refer to")
        }
        // What is missing is not held here: in force it is a failure, which denies.
        return try collection.policySet(whenNothingMatches: unmatched)
    }
}

/// Published policies that cannot be read.
struct UnreadablePublication: Error, CustomStringConvertible {
    let first: String

    var description: String { "the published policies cannot be read: \(first)" }
}
