import AccessModel
import JSONCoding

/// The members of a small document that say something, under their folded names, and what there is to say of them.
struct DocumentFields {
    /// What a finding is about.
    typealias Finding = (source: JSONPath, message: String)

    /// The whole document.
    let root: JSONElement
    /// The members; annotations and what says nothing are left out.
    private(set) var members: [String: JSONElement] = [:]
    /// The type that the document's annotation names, without its namespace.
    let type: String?
    /// Why the document is refused.
    private(set) var errors: [Finding] = []
    /// What was corrected, or has no effect.
    private(set) var warnings: [Finding] = []

    /// Reads members; `names` are those of other configuration files for members of Graph.
    init(_ element: JSONElement, names: [String: String] = [:]) {
        root = element
        let given = element.value.objectValue ?? JSONMembers()
        let folded = Set(given.names.map(MemberName.folded))
        type = given["@odata.type"]?.stringValue.map { String($0.split(separator: ".").last ?? "") }
        for (name, value) in given where !MemberName.isAnnotation(name) && PolicyCanonicalizer.isConfigured(value) {
            var member = MemberName.folded(name)
            if let graphName = names[member], !folded.contains(graphName) { member = graphName }
            let element = JSONElement(value, at: element.path.appending(name))
            if members.updateValue(element, forKey: member) != nil {
                fail(element, "`\(member.printable(atMost: 64))` is given twice; keep one of them")
            }
        }
    }

    subscript(name: String) -> JSONElement? { members[name] }

    /// Takes a member out.
    mutating func remove(_ name: String) -> JSONElement? { members.removeValue(forKey: name) }

    /// Every member as it is kept in a canonical document, and a warning for each that is not known.
    mutating func kept(known: Set<String>) -> JSONMembers {
        var document = JSONMembers()
        for (name, element) in members.sorted(by: { $0.key < $1.key }) {
            document.append(name, Self.cleaned(element.value))
            if !known.contains(name) {
                warn(element, "`\(name.printable(atMost: 64))` is not known; it is kept and has no effect")
            }
        }
        return document
    }

    /// A text; an error when it is anything else.
    mutating func text(_ name: String) -> String? {
        guard let element = members[name] else { return nil }
        if let text = element.value.stringValue { return text }
        fail(element, "expected a string, found \(element.value.type.rawValue)")
        return nil
    }

    /// A truth value, false when it is missing; an error when it is anything else.
    mutating func flag(_ name: String) -> Bool {
        guard let element = members[name] else { return false }
        if case .bool(let flag) = element.value { return flag }
        fail(element, "expected true or false, found \(element.value.type.rawValue)")
        return false
    }

    /// The elements of a list, none when it is missing; an error when it is anything else or too long.
    mutating func list(_ name: String, atMost limit: Int) -> [JSONElement] {
        guard let element = members[name] else { return [] }
        guard case .array(let elements) = element.value, elements.count <= limit else {
            fail(element, "`\(name)` is a list of at most \(limit) elements")
            return []
        }
        return elements.enumerated().map { JSONElement($1, at: element.path.appending($0)) }
    }

    /// The texts of a list; an error for each element that is none.
    mutating func texts(_ name: String, atMost limit: Int) -> [(text: String, element: JSONElement)] {
        list(name, atMost: limit).compactMap { element in
            if let text = element.value.stringValue { return (text, element) }
            fail(element, "expected a string, found \(element.value.type.rawValue)")
            return nil
        }
    }

    /// The identifier of the document: its own, or one that follows from its content.
    mutating func identifier(_ document: JSONMembers) -> GUID? {
        if let text = text("id") {
            if let guid = GUID(text) { return guid }
            warn(
                members["id"] ?? root,
                "`\(text.printable(atMost: 64))` is no GUID; an identifier is derived from the content")
        }
        return ContentIdentifier.derived(from: document)
    }

    mutating func warn(_ element: JSONElement, _ message: String) {
        warnings.append((element.path, message))
    }

    mutating func fail(_ element: JSONElement, _ message: String) {
        errors.append((element.path, message))
    }

    /// A value without annotations and without what says nothing.
    static func cleaned(_ value: JSONValue) -> JSONValue {
        switch value {
        case .object(let members):
            var kept: [(String, JSONValue)] = []
            for (name, value) in members where !MemberName.isAnnotation(name) {
                guard PolicyCanonicalizer.isConfigured(value) else { continue }
                kept.append((MemberName.folded(name), cleaned(value)))
            }
            return .object(JSONMembers(kept))
        case .array(let elements): return .array(elements.map(cleaned))
        default: return value
        }
    }
}
