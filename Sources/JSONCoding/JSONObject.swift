/// What to do with members that nobody read.
public enum UnknownMembers: Sendable {
    /// They are an error: for configuration, policies and everything that a typo would weaken.
    case refuse
    /// They are left alone: for protocols that say so (OAuth, JWT claims, SCIM).
    case ignore
}

/// A reader of one object that remembers which members were read.
public struct JSONObject: Sendable {
    /// The object's place.
    public let path: JSONPath
    /// The object's members, read or not.
    public let members: JSONMembers
    private var isRead: [Bool]

    /// Starts reading; throws `wrongType` if the value is no object.
    public init(_ element: JSONElement) throws(JSONError) {
        guard case .object(let members) = element.value else { throw element.wrongType(expected: .object) }
        path = element.path
        self.members = members
        isRead = Array(repeating: false, count: members.count)
    }

    /// Starts reading the object at the root of a document; throws `wrongType` if it is another value.
    public init(_ value: JSONValue) throws(JSONError) {
        try self.init(JSONElement(value))
    }

    /// Reads a member that must be there; throws `missing` if it is not.
    public mutating func required<T: JSONReadable>(_ name: String, as type: T.Type = T.self) throws(JSONError) -> T {
        guard let element = element(name) else { throw JSONError(.missing, at: path.appending(name)) }
        return try T(json: element)
    }

    /// Reads a member that may be absent or null, either of which gives nil.
    public mutating func optional<T: JSONReadable>(_ name: String, as type: T.Type = T.self) throws(JSONError) -> T? {
        guard let element = element(name), element.value != .null else { return nil }
        return try T(json: element)
    }

    /// Takes a member as it is, null included; nil if it is absent.
    public mutating func element(_ name: String) -> JSONElement? {
        guard let index = members.index(of: name) else { return nil }
        isRead[index] = true
        return JSONElement(members[index].value, at: path.appending(name))
    }

    /// Whether the object has a member, read or not, null included.
    public func contains(_ name: String) -> Bool {
        members.index(of: name) != nil
    }

    /// The names of the members that nobody read, in document order.
    public var unread: [String] {
        members.indices.filter { !isRead[$0] }.map { members[$0].name }
    }

    /// Ends reading; throws `unknownMember` for the first member that nobody read, if those are refused.
    public func finish(unknown: UnknownMembers) throws(JSONError) {
        guard unknown == .refuse, let name = unread.first else { return }
        throw JSONError(.unknownMember, at: path.appending(name))
    }

    /// The error that says a member's value is not allowed; `reason` is lower case and never holds the value.
    public func invalid(_ name: String, _ reason: String) -> JSONError {
        JSONError(.invalidValue(reason), at: path.appending(name))
    }
}
