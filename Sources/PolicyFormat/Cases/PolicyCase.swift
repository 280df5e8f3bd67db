public import AccessModel
public import AccessPolicy
public import JSONCoding

/// A case: policies, a request, and what must come of it; the article "Policies" shows one.
public struct PolicyCase: Sendable {
    /// A document that a case needs.
    public enum Source: Sendable, Equatable {
        /// It stands in the case itself.
        case inline(JSONValue)
        /// It stands in a file of this name.
        case file(String)
    }

    /// What the case shows, in one sentence.
    public var note: String
    /// The policies; nil for those that the caller has.
    public var policies: [Source]?
    /// The named locations, authentication strengths and application groups that the policies refer to.
    public var others: [Source]
    /// What happens when no enabled policy matches.
    public var whenNothingMatches: UnmatchedAccess
    /// The request.
    public var request: AccessRequest
    /// What must come of it.
    public var expectation: Expectation

    /// What must come of a request.
    public struct Expectation: Sendable {
        /// The outcome, by its name in documents.
        public var outcome: String
        /// The control that is asked for; nil when none may be.
        public var control: String?
        /// The reason code; nil when there must be none.
        public var reason: String?
        /// The names of the policies that are open or, where none is, of those that applied; in any order.
        public var decidedBy: [String]
        /// What is demanded of the session, as decisions write it; nil when it may be anything.
        public var session: JSONValue?
        /// Members that the traces of policies must have, by the policies' names.
        public var policies: JSONMembers
    }

    /// The names of the files that the case needs, each once, in the order in which it names them.
    public var fileNames: [String] {
        var names: [String] = []
        for case .file(let name) in (policies ?? []) + others where !names.contains(name) { names.append(name) }
        return names
    }
}

extension PolicyCase: JSONObjectReadable {
    /// A case with a member that nobody knows is refused: a typo must not change what is checked.
    public static var unknownMembers: UnknownMembers { .refuse }

    /// Reads a case.
    public init(json: inout JSONObject) throws(JSONError) {
        try json.refuseMembers(otherThan: [
            "note", "policies", "namedLocations", "strengths", "applicationGroups", "whenNothingMatches", "request",
            "expect",
        ])
        note = try json.required("note")
        policies = try json.optional("policies")
        others = []
        for name in ["namedLocations", "strengths", "applicationGroups"] {
            others += try json.optional(name, as: [Source].self) ?? []
        }
        let word = try json.optional("whenNothingMatches", as: String.self) ?? UnmatchedAccess.allow.rawValue
        guard let unmatched = UnmatchedAccess(rawValue: word) else {
            throw json.invalid("whenNothingMatches", "give `allow` or `deny`")
        }
        whenNothingMatches = unmatched
        request = try json.required("request")
        expectation = try json.required("expect")
    }

    /// The cases of a document, which is one or a list of them.
    public static func cases(in document: JSONValue) throws(JSONError) -> [PolicyCase] {
        var cases: [PolicyCase] = []
        for example in eachCase(in: document) { cases.append(try example.get()) }
        return cases
    }

    /// The cases of a document, which is one or a list of them, each as it is or with what is wrong with it.
    public static func eachCase(in document: JSONValue) -> [Result<PolicyCase, JSONError>] {
        let element = JSONElement(document)
        do {
            return (document.arrayValue == nil ? [element] : try element.elements()).map(read)
        } catch {
            return [.failure(error)]
        }
    }

    private static func read(_ element: JSONElement) -> Result<PolicyCase, JSONError> {
        do {
            return .success(try element.read())
        } catch {
            return .failure(error)
        }
    }
}

extension PolicyCase.Source: JSONReadable {
    /// Reads a document, or the name of a file.
    public init(json: JSONElement) throws(JSONError) {
        switch json.value {
        case .string(let name): self = .file(name)
        case .object: self = .inline(json.value)
        default: throw json.invalid("give a document or the name of a file")
        }
    }
}

extension PolicyCase.Expectation: JSONObjectReadable {
    /// An expectation with a member that nobody knows is refused.
    public static var unknownMembers: UnknownMembers { .refuse }

    /// Reads an expectation.
    public init(json: inout JSONObject) throws(JSONError) {
        try json.refuseMembers(otherThan: ["outcome", "control", "reason", "decidedBy", "session", "policies"])
        outcome = try json.required("outcome")
        control = try json.optional("control")
        reason = try json.optional("reason")
        decidedBy = try json.required("decidedBy")
        session = try json.optional("session")
        policies = JSONMembers()
        guard let element = json.element("policies"), element.value != .null else { return }
        policies = try element.object().members
        for (name, members) in policies where members.objectValue == nil {
            throw JSONElement(members, at: element.path.appending(name)).wrongType(expected: .object)
        }
    }
}
