import JSONCoding

/// The members of an object that say something, under their folded names, each once.
///
/// Whatever keeps one of them from being among them is a fault: none is lost without a word.
struct ConfiguredMembers {
    /// As many members as an object may have beside those that are known of it: a canonical document, which has members
    /// that its source had not, is never too large because of them.
    static let maximumCount = 256

    /// Why the object cannot be read as it is.
    struct Fault: Hashable {
        let source: JSONPath
        let message: String
    }

    /// The members, in document order; none of what is no object.
    private(set) var members: [(name: String, element: JSONElement)] = []
    /// What was left out although it says something.
    private(set) var faults: [Fault] = []

    /// Reads members.
    ///
    /// - Parameters:
    ///   - element: the object.
    ///   - isKnown: whether a member of a folded name is known of the object.
    ///   - isMeant: whether a member says something.
    init(
        _ element: JSONElement, isKnown: (String) -> Bool = { _ in false },
        where isMeant: (String, JSONValue) -> Bool = { !MemberName.isAnnotation($0) && $1.isConfigured }
    ) {
        var names: Set<String> = []
        var unknownCount = 0
        for (name, value) in element.value.objectValue ?? JSONMembers() {
            let folded = MemberName.folded(name)
            guard isMeant(folded, value) else { continue }
            unknownCount += isKnown(folded) ? 0 : 1
            guard unknownCount <= Self.maximumCount else {
                members = []
                faults = [Fault(source: element.path, message: "the object has more than \(Self.maximumCount) members")]
                return
            }
            let member = JSONElement(value, at: element.path.appending(name))
            if names.insert(folded).inserted {
                members.append((folded, member))
            } else {
                faults.append(
                    Fault(
                        source: member.path,
                        message: "`\(folded.printable(atMost: 64))` is given twice; keep one of them"))
            }
        }
    }
}

extension JSONElement {
    /// The value without annotations and without members that say nothing.
    ///
    /// - Parameter faults: gets what was left out although it says something; with any, the value is not the whole.
    /// - Returns: the value.
    func cleaned(_ faults: inout [ConfiguredMembers.Fault]) -> JSONValue {
        switch value {
        case .array(let elements):
            var kept: [JSONValue] = []
            for (index, element) in elements.enumerated() {
                kept.append(JSONElement(element, at: path.appending(index)).cleaned(&faults))
            }
            return .array(kept)
        case .object:
            let configured = ConfiguredMembers(self)
            faults += configured.faults
            return .object(JSONMembers(configured.members.map { ($0.name, $0.element.cleaned(&faults)) }))
        default: return value
        }
    }
}

extension JSONValue {
    /// Whether it says anything: null, an empty list and an object of such values do not.
    var isConfigured: Bool {
        switch self {
        case .null: false
        case .array(let elements): !elements.isEmpty
        case .object(let members): members.contains { !MemberName.isAnnotation($0.name) && $0.value.isConfigured }
        default: true
        }
    }
}
