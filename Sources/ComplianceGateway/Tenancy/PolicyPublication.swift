import AccessPolicy
import JSONCoding
public import PolicyFormat

/// A published set of policies as the store keeps it: one JSON array of the canonical documents, policies first.
public enum PolicyPublication {
    /// The bytes to publish.
    public static func bytes(of collection: PolicyCollection) -> [UInt8] {
        JSONValue.array(collection.entries.map { .object($0.document) }).canonical(.compact)
    }

    /// Reads published bytes back.
    ///
    /// - Parameter bytes: the published bytes; nil is the empty set.
    /// - Returns: every document.
    /// - Throws: an error when anything of it cannot be read: a set that lost a policy decides nothing.
    public static func collection(of bytes: [UInt8]?) throws -> PolicyCollection {
        guard let bytes else { return PolicyCollection() }
        let file = PolicyReader().read(bytes, named: "published policies")
        let collection = PolicyCollection([file])
        guard collection.refusedCount == 0 else {
            throw UnreadablePublication(first: collection.diagnostics.first.map { "\($0)" } ?? "no reason")
        }
        // Whatever else a reader passes over, such as one policy named twice, was not published like that.
        let published = try JSONValue.parse(bytes, limits: PolicyReader.standardLimits).arrayValue?.count
        guard published == collection.entries.count else {
            throw UnreadablePublication(first: "they are not an array of different policies and what they refer to")
        }
        return collection
    }

    /// Reads published bytes back as the set to decide with.
    ///
    /// - Parameters:
    ///   - bytes: the published bytes; nil is the empty set.
    ///   - unmatched: what is decided when no policy matches.
    /// - Returns: the set to decide with.
    /// - Throws: an error that says why they cannot be read.
    static func policySet(
        of bytes: [UInt8]?, whenNothingMatches unmatched: UnmatchedAccess
    ) throws -> PolicySet {
        // What is missing is not held here: in force it is a failure, which denies.
        try collection(of: bytes).policySet(whenNothingMatches: unmatched)
    }
}

/// Published policies that cannot be read.
struct UnreadablePublication: Error, CustomStringConvertible {
    let first: String

    var description: String { "the published policies cannot be read: \(first)" }
}
