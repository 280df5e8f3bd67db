public import AccessModel

/// Which group is nested in which, so that an account's memberships can be flattened.
public struct GroupGraph: Sendable, Hashable {
    /// The most groups that one account may belong to, nested ones included.
    public static let maximumClosure = 4096

    /// For each group the groups that it is a direct member of.
    private let parents: [GroupID: Set<GroupID>]

    /// Makes the graph from each group's direct member groups.
    public init(groups: [AccountGroup]) {
        var parents: [GroupID: Set<GroupID>] = [:]
        for group in groups {
            for member in group.groups { parents[member, default: []].insert(group.id) }
        }
        self.parents = parents
    }

    /// Makes the graph from edges, as a store keeps them.
    public init(edges: [(member: GroupID, of: GroupID)]) {
        var parents: [GroupID: Set<GroupID>] = [:]
        for edge in edges { parents[edge.member, default: []].insert(edge.of) }
        self.parents = parents
    }

    /// Every group that a member of `direct` belongs to, `direct` included; cycles end where they began.
    ///
    /// - Returns: nil when there are more than ``maximumClosure``: membership is then unknown, and a caller that decides
    ///   on it refuses.
    public func closure(of direct: Set<GroupID>) -> Set<GroupID>? {
        guard direct.count <= Self.maximumClosure else { return nil }
        var reached = direct
        var open = Array(direct)
        while let group = open.popLast() {
            for parent in parents[group] ?? [] where reached.insert(parent).inserted {
                guard reached.count <= Self.maximumClosure else { return nil }
                open.append(parent)
            }
        }
        return reached
    }
}
