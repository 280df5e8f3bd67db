import AccessModel
import JSONCoding

/// The members of a small document that say something, under their folded names, and what there is to say of them.
struct DocumentFields {
    /// What a finding is about.
    typealias Finding = ConfiguredMembers.Fault

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
    /// The members that are not known, by their names as they are shown: what they change cannot be evaluated.
    private(set) var unknown: [String] = []
    private var failed: Set<Finding> = []

    private let known: Set<String>

    /// Reads members.
    ///
    /// - Parameters:
    ///   - element: the document.
    ///   - known: every member that it is known to have.
    ///   - names: the names of other configuration files for members of Graph.
    init(_ element: JSONElement, known: Set<String> = [], names: [String: String] = [:]) {
        root = element
        self.known = known
        let given = element.value.objectValue ?? JSONMembers()
        let folded = Set(given.names.map(MemberName.folded))
        type = given["@odata.type"]?.stringValue.map { String($0.split(separator: ".").last ?? "") }
        let configured = ConfiguredMembers(element, isKnown: known.contains)
        for (name, member) in configured.members {
            if let graphName = names[name], !folded.contains(graphName) {
                members[graphName] = member
            } else {
                members[name] = member
            }
        }
        adopt(configured.faults)
    }

    subscript(name: String) -> JSONElement? { members[name] }

    /// Takes a member out.
    mutating func remove(_ name: String) -> JSONElement? { members.removeValue(forKey: name) }

    /// Every member as it is kept in a canonical document, and a warning for each that is not known.
    mutating func kept() -> JSONMembers {
        var document = JSONMembers()
        for (name, element) in members.sorted(by: { $0.key < $1.key }) {
            document.append(name, cleaned(element))
            if !known.contains(name) { noteUnknown(name, element, among: known) }
        }
        return document
    }

    /// Notes a member that is not known, of the document or of an object in it.
    mutating func noteUnknown(_ name: String, _ element: JSONElement, among known: Set<String>) {
        let shown = name.printable(atMost: 64)
        unknown.append(shown)
        warn(
            element,
            "`\(shown)` is not known, so policies that refer to this cannot be enforced; remove it if it says nothing"
                + MemberSuggestion.question(for: name, among: known))
    }

    /// What keeps the document from being evaluated; nil when every member of it is known.
    var fault: String? {
        guard let first = unknown.first else { return nil }
        return "the member `\(first)`" + (unknown.count > 1 ? " and \(unknown.count - 1) more" : "")
            + (unknown.count > 1 ? ", which are not known" : ", which is not known")
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
        warnings.append(Finding(source: element.path, message: message))
    }

    mutating func fail(_ element: JSONElement, _ message: String) {
        adopt([Finding(source: element.path, message: message)])
    }

    /// Takes over errors of a part of the document, each once: a part may be read more than one way.
    mutating func adopt(_ faults: [Finding]) {
        for fault in faults where failed.insert(fault).inserted { errors.append(fault) }
    }

    /// A part of the document without annotations and without what says nothing.
    mutating func cleaned(_ element: JSONElement) -> JSONValue {
        var faults: [Finding] = []
        let value = element.cleaned(&faults)
        adopt(faults)
        return value
    }
}
