public import AccessModel
public import Compliance
public import JSONCoding

/// The document form of an exemption: exactly one of `account`, `device` and `instance` says what is exempted.
extension Exemption: JSONObjectReadable, JSONWritable {
    /// A member that is not known refuses the document.
    public static var unknownMembers: UnknownMembers { .refuse }

    /// Reads an exemption; instants are RFC 3339.
    public init(json: inout JSONObject) throws(JSONError) {
        let scopes: [Scope] = [
            try json.optional("account", as: String.self).map { .account(AccountID(GUID($0)?.description ?? $0)) },
            try json.optional("device", as: String.self).map { .device(DeviceID($0)) },
            try json.optional("instance", as: String.self).map { .instance(AppInstanceID($0)) },
        ].compactMap(\.self)
        guard let scope = scopes.first, scopes.count == 1 else {
            throw JSONError(
                .invalidValue("exactly one of `account`, `device` and `instance` must be given"), at: json.path)
        }
        let id: String = try json.required("id")
        let check: ProtectionCheck = try json.required("check")
        let reason: String = try json.required("reason")
        let approver: String = try json.required("approver")
        let granted: Timestamp = try json.required("grantedAt")
        let ends: Timestamp = try json.required("ends")
        do {
            self = try Exemption(
                id: id, scope: scope, check: check, reason: reason, approver: approver, grantedAt: granted, ends: ends)
        } catch {
            throw json.invalid(error.member.rawValue, error.problem)
        }
    }

    /// Writes the exemption.
    public func write(to writer: inout JSONWriter) {
        writer.object { object in
            object.member("id", id)
            switch scope {
            case .account(let account): object.member("account", account.rawValue)
            case .device(let device): object.member("device", device.rawValue)
            case .instance(let instance): object.member("instance", instance.rawValue)
            }
            object.member("check", check.rawValue)
            object.member("reason", reason)
            object.member("approver", approver)
            object.member("grantedAt", grantedAt.exactRFC3339)
            object.member("ends", ends.exactRFC3339)
        }
    }
}

extension ProtectionCheck: JSONReadable {}

extension Timestamp: JSONReadable {
    /// Reads an RFC 3339 date-time.
    public init(json: JSONElement) throws(JSONError) {
        guard let instant = Timestamp(rfc3339: try json.string()) else { throw json.invalid("is not a date and time") }
        self = instant
    }
}

extension Timestamp {
    /// The instant as RFC 3339 writes it, with milliseconds where there are any: what is stored must be read back the
    /// same, or an exemption that ends within the second in which it began could not be read at all.
    fileprivate var exactRFC3339: String {
        let fraction = milliseconds - seconds * 1000
        guard fraction != 0 else { return rfc3339 }
        return rfc3339.dropLast() + "." + String(1000 + fraction).dropFirst() + "Z"
    }
}
