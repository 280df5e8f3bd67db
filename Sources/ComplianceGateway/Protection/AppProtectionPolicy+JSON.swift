import AccessModel
public import Compliance
public import JSONCoding

/// The document form of an app-protection policy: what administrators write and what the store keeps.
///
/// Durations are whole seconds. A member that is not known refuses the document, because it might be a check that would
/// then silently not be made.
extension AppProtectionPolicy: JSONObjectReadable, JSONWritable {
    /// A member that is not known refuses the document.
    public static var unknownMembers: UnknownMembers { .refuse }

    /// Reads a policy.
    ///
    /// - Throws: ``JSONError`` with the place of what is missing, of another type or out of range.
    public init(json: inout JSONObject) throws(JSONError) {
        let id: String = try json.required("id")
        let name: String = try json.required("displayName")
        let revision: Int64 = try json.optional("revision") ?? 1
        let target: AssignmentTarget = try json.required("target")
        let apps: [String]? = try json.optional("apps")
        let rules: ProtectionRules = try json.required("rules")
        do {
            self = try AppProtectionPolicy(
                id: AppProtectionPolicyID(id), displayName: name, revision: revision, target: target,
                apps: apps.map { .clients(Set($0.map { ClientID(GUID($0)?.description ?? $0) })) } ?? .all, rules: rules
            )
        } catch {
            throw json.invalid(error.member.rawValue, error.problem)
        }
    }

    /// Writes the policy; lists are sorted.
    public func write(to writer: inout JSONWriter) {
        writer.object { object in
            object.member("id", id.rawValue)
            object.member("displayName", displayName)
            object.member("revision", revision)
            object.member("target", target)
            if case .clients(let clients) = apps { object.member("apps", clients.map(\.rawValue).sorted()) }
            object.member("rules", rules)
        }
    }

    /// The same policy at another revision.
    public func at(revision: Int64) throws(AppProtectionPolicyError) -> AppProtectionPolicy {
        try AppProtectionPolicy(
            id: id, displayName: displayName, revision: revision, target: target, apps: apps, rules: rules)
    }
}
