public import AccessModel
public import JSONCoding

/// The document form of an assignment: two sides with the same members, `all`, `guests`, `accounts`, `groups`, `roles`.
extension AssignmentTarget: JSONObjectReadable, JSONWritable {
    /// A member that is not known refuses the document: it might be an exclusion.
    public static var unknownMembers: UnknownMembers { .refuse }

    /// Reads a target.
    public init(json: inout JSONObject) throws(JSONError) {
        self.init(include: try json.required("include"), exclude: try json.optional("exclude") ?? Members())
    }

    /// Writes both sides.
    public func write(to writer: inout JSONWriter) {
        writer.object { object in
            object.member("include", include)
            object.member("exclude", exclude)
        }
    }
}

extension AssignmentTarget.Members: JSONObjectReadable, JSONWritable {
    /// A member that is not known refuses the document.
    public static var unknownMembers: UnknownMembers { .refuse }

    /// Reads one side.
    public init(json: inout JSONObject) throws(JSONError) {
        let accounts: [String] = try json.optional("accounts") ?? []
        let groups: [String] = try json.optional("groups") ?? []
        let roles: [String] = try json.optional("roles") ?? []
        self.init(
            all: try json.optional("all") ?? false, guests: try json.optional("guests") ?? false ? [.everyGuest] : [],
            accounts: Set(accounts.map { AccountID(GUID($0)?.description ?? $0) }),
            groups: Set(groups.map { GroupID(GUID($0)?.description ?? $0) }),
            roles: Set(roles.map { RoleID(GUID($0)?.description ?? $0) }))
    }

    /// Writes one side; lists are sorted.
    public func write(to writer: inout JSONWriter) {
        writer.object { object in
            if all { object.member("all", true) }
            if guests.contains(.everyGuest) { object.member("guests", true) }
            object.member("accounts", ifNotEmpty: accounts.map(\.rawValue).sorted())
            object.member("groups", ifNotEmpty: groups.map(\.rawValue).sorted())
            object.member("roles", ifNotEmpty: roles.map(\.rawValue).sorted())
        }
    }
}
