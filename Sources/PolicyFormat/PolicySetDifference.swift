public import AccessPolicy
public import JSONCoding

/// What changes from one set of policies to another, document by document and member by member.
public struct PolicySetDifference: Sendable {
    /// What becomes of one member of a document.
    public enum MemberChange: Sendable, Equatable {
        /// It is new; of a list, this element is.
        case added(JSONValue)
        /// It is gone; of a list, this element is.
        case removed(JSONValue)
        /// It has another value.
        case replaced(JSONValue, with: JSONValue)
    }

    /// One member and what becomes of it.
    public struct Member: Sendable, Equatable {
        /// Where it stands, such as `conditions.users.excludeGroups`.
        public let path: String
        /// What becomes of it.
        public let change: MemberChange
    }

    /// What becomes of one document.
    public enum Change: Sendable, Equatable {
        /// It is new.
        case added
        /// It is gone.
        case removed
        /// Members of it change, ordered by path; never none.
        case changed([Member])
    }

    /// One document and what becomes of it.
    public struct Entry: Sendable {
        /// The kind of the document.
        public let kind: PolicySetEntry.Kind
        /// Its identifier.
        public let id: String
        /// Its name: the new one, or the last one of a document that is gone.
        public let name: String
        /// What becomes of it.
        public let change: Change
        /// The state of a policy before; nil when it was not there, or for anything else.
        public let stateBefore: PolicyState?
        /// The state of a policy after; nil when it is gone, or for anything else.
        public let stateAfter: PolicyState?
    }

    /// The documents that change, ordered by kind and identifier.
    public let entries: [Entry]

    /// Whether nothing changes.
    public var isEmpty: Bool { entries.isEmpty }

    /// Compares two sets.
    public init(from old: PolicyCollection, to new: PolicyCollection) {
        var before: [String: PolicySetEntry] = [:]
        for entry in old.entries { before[Self.key(entry)] = entry }
        var found = new.entries.compactMap { entry -> Entry? in
            let twin = before.removeValue(forKey: Self.key(entry))
            return Self.entry(from: twin, to: entry)
        }
        found += before.values.compactMap { Self.entry(from: $0, to: nil) }
        entries = found.sorted { (Self.rank($0.kind), $0.id) < (Self.rank($1.kind), $1.id) }
    }

    private static func key(_ entry: PolicySetEntry) -> String { entry.kind.rawValue + " " + entry.id }

    private static func rank(_ kind: PolicySetEntry.Kind) -> Int {
        PolicySetEntry.Kind.allCases.firstIndex(of: kind) ?? 0
    }

    private static func entry(from old: PolicySetEntry?, to new: PolicySetEntry?) -> Entry? {
        guard let some = new ?? old else { return nil }
        let change: Change
        switch (old, new) {
        case (let old?, let new?):
            let members = MemberComparison.members(from: old.document, to: new.document)
            guard !members.isEmpty else { return nil }
            change = .changed(members)
        case (nil, _): change = .added
        case (_, nil): change = .removed
        }
        return Entry(
            kind: some.kind, id: some.id, name: some.name, change: change, stateBefore: old?.state,
            stateAfter: new?.state)
    }
}

/// Compares documents member by member.
private enum MemberComparison {
    typealias Member = PolicySetDifference.Member

    static func members(from old: JSONMembers, to new: JSONMembers, at path: String = "") -> [Member] {
        Set(old.names + new.names).sorted().flatMap { name in
            compare(old[name], new[name], at: path.isEmpty ? name : "\(path).\(name)")
        }
    }

    private static func compare(_ old: JSONValue?, _ new: JSONValue?, at path: String) -> [Member] {
        switch (old, new) {
        case (nil, nil): return []
        case (nil, let new?): return [Member(path: path, change: .added(new))]
        case (let old?, nil): return [Member(path: path, change: .removed(old))]
        case (let old?, let new?):
            if old == new { return [] }
            if let old = old.objectValue, let new = new.objectValue { return members(from: old, to: new, at: path) }
            if let old = old.arrayValue, let new = new.arrayValue, let elements = elements(old, new, path) {
                return elements
            }
            return [Member(path: path, change: .replaced(old, with: new))]
        }
    }

    /// What joins and leaves a list of texts; nil for any other list, and for one whose order alone changes.
    private static func elements(_ old: [JSONValue], _ new: [JSONValue], _ path: String) -> [Member]? {
        let before = old.compactMap(\.stringValue)
        let after = new.compactMap(\.stringValue)
        guard before.count == old.count, after.count == new.count, Set(before) != Set(after) else { return nil }
        let removed = Set(before).subtracting(after).sorted().map { Member(path: path, change: .removed(.string($0))) }
        let added = Set(after).subtracting(before).sorted().map { Member(path: path, change: .added(.string($0))) }
        return removed + added
    }
}
