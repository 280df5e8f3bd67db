import AccessModel
import JSONCoding

extension JSONObject {
    /// What an account's `guest` says: false, true, or an object with `type` and, where it is known, `tenant`.
    ///
    /// True is a guest who was invited to work together, from wherever.
    mutating func guest(_ name: String) throws(JSONError) -> GuestIdentity? {
        guard let element = element(name), element.value != .null else { return nil }
        if case .bool(let isGuest) = element.value { return isGuest ? GuestIdentity(.b2bCollaborationGuest) : nil }
        return try element.read(as: GuestMember.self).identity
    }
}

private struct GuestMember: JSONObjectReadable {
    static let unknownMembers = UnknownMembers.refuse
    let identity: GuestIdentity

    init(json: inout JSONObject) throws(JSONError) {
        guard let type = GuestType(rawValue: try json.required("type")) else {
            let types = GuestType.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ")
            throw json.invalid("type", "must be one of \(types)")
        }
        var homeTenant: TenantID?
        if let text: String = try json.optional("tenant") {
            guard let guid = GUID(text) else { throw json.invalid("tenant", "must be a GUID") }
            homeTenant = TenantID(guid.description)
        }
        identity = GuestIdentity(type, homeTenant: homeTenant)
    }
}
