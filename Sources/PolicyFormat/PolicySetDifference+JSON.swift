import AccessPolicy
public import JSONCoding

extension PolicySetDifference: JSONWritable {
    /// Writes the changes as a list; the same difference gives the same bytes.
    public func write(to writer: inout JSONWriter) {
        writer.array { list in
            for entry in entries { list.append(entry) }
        }
    }
}

extension PolicySetDifference.Entry: JSONWritable {
    /// Writes one document's change as an object.
    public func write(to writer: inout JSONWriter) {
        writer.object { object in
            object.member("change", change.name)
            object.member("displayName", name)
            object.member("id", id)
            object.member("kind", kind.rawValue)
            if case .changed(let members) = change { object.member("members", members) }
            object.member("stateAfter", ifPresent: stateAfter?.rawValue)
            object.member("stateBefore", ifPresent: stateBefore?.rawValue)
        }
    }
}

extension PolicySetDifference.Change {
    /// The change's name in documents.
    public var name: String {
        switch self {
        case .added: "added"
        case .removed: "removed"
        case .changed: "changed"
        }
    }
}

extension PolicySetDifference.Member: JSONWritable {
    /// Writes one member's change as an object.
    public func write(to writer: inout JSONWriter) {
        writer.object { object in
            switch change {
            case .added(let value): object.member("added", value)
            case .removed(let value): object.member("removed", value)
            case .replaced(let old, let new):
                object.member("new", new)
                object.member("old", old)
            }
            object.member("path", path)
        }
    }
}
