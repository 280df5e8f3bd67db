public import AccessModel
public import Compliance
import ComplianceGateway
public import JSONCoding

/// The stored state of an app instance. Instants are milliseconds since the epoch.
extension AppInstance: JSONObjectReadable, JSONWritable {
    /// A member that is not known was written by a newer binary and would be lost by this one.
    public static var unknownMembers: UnknownMembers { .refuse }

    /// Reads the state.
    public init(json: inout JSONObject) throws(JSONError) {
        let lifecycle: Lifecycle = try json.required("lifecycle")
        let revision: String? = try json.optional("confirmedRevision")
        self.init(
            id: AppInstanceID(try json.required("id")), account: AccountID(try json.required("account")),
            client: ClientID(try json.required("client")), platform: try json.required("platform"),
            keyThumbprint: try json.optional("keyThumbprint"), enrolledAt: try json.instant("enrolledAt"),
            device: try json.optional("device", as: String.self).map(DeviceID.init),
            evidence: try json.required("evidence"), isApproved: try json.required("isApproved"),
            isBlocked: try json.required("isBlocked"), lifecycle: lifecycle,
            pendingWipe: try json.required("pendingWipe"), posture: try json.optional("posture"),
            lastCheckIn: try json.optionalInstant("lastCheckIn"),
            confirmedRevision: try json.revision(revision, "confirmedRevision"),
            failingSince: try json.failingSince(), result: try json.required("result"))
    }

    /// Writes the state.
    public func write(to writer: inout JSONWriter) {
        writer.object { object in
            object.member("id", id.rawValue)
            object.member("account", account.rawValue)
            object.member("client", client.rawValue)
            object.member("platform", platform.rawValue)
            object.member("keyThumbprint", ifPresent: keyThumbprint)
            object.member("enrolledAt", enrolledAt.milliseconds)
            object.member("device", ifPresent: device?.rawValue)
            object.member("evidence", evidence)
            object.member("isApproved", isApproved)
            object.member("isBlocked", isBlocked)
            object.member("lifecycle", lifecycle)
            object.member("pendingWipe", pendingWipe)
            object.member("posture", ifPresent: posture)
            object.member("lastCheckIn", ifPresent: lastCheckIn?.milliseconds)
            object.member("confirmedRevision", ifPresent: confirmedRevision?.description)
            object.object("failingSince") { checks in
                for (check, since) in failingSince.sorted(by: { $0.key < $1.key }) {
                    checks.member(check.rawValue, since.milliseconds)
                }
            }
            object.member("result", result)
        }
    }
}

extension DevicePlatform: JSONReadable {}

extension AppInstance.Lifecycle: JSONObjectReadable, JSONWritable {
    /// A member that is not known refuses the document.
    public static var unknownMembers: UnknownMembers { .refuse }

    /// Reads the state and since when it holds.
    public init(json: inout JSONObject) throws(JSONError) {
        let name: String = try json.required("state")
        switch name {
        case "enrolled": self = .enrolled
        case "unenrolled": self = .unenrolled(try json.instant("at"))
        case "wiped": self = .wiped(try json.instant("at"))
        default: throw json.invalid("state", "is not a lifecycle state")
        }
    }

    /// Writes the state.
    public func write(to writer: inout JSONWriter) {
        writer.object { object in
            switch self {
            case .enrolled:
                object.member("state", "enrolled")
            case .unenrolled(let at):
                object.member("state", "unenrolled")
                object.member("at", at.milliseconds)
            case .wiped(let at):
                object.member("state", "wiped")
                object.member("at", at.milliseconds)
            }
        }
    }
}

extension Evidence: JSONObjectReadable, JSONWritable {
    /// A member that is not known refuses the document.
    public static var unknownMembers: UnknownMembers { .refuse }

    /// Reads the evidence.
    public init(json: inout JSONObject) throws(JSONError) {
        self.init(try json.required("level"), expires: try json.optionalInstant("expires"))
    }

    /// Writes the evidence.
    public func write(to writer: inout JSONWriter) {
        writer.object { object in
            object.member("level", level.name)
            object.member("expires", ifPresent: expires?.milliseconds)
        }
    }
}

extension PostureReport: JSONObjectReadable, JSONWritable {
    /// A member that is not known refuses the document.
    public static var unknownMembers: UnknownMembers { .refuse }

    /// Reads the report.
    public init(json: inout JSONObject) throws(JSONError) {
        let revision: String? = try json.optional("appliedRevision")
        self.init(
            appliedRevision: try json.revision(revision, "appliedRevision"),
            appVersion: try json.required("appVersion"), osVersion: try json.required("osVersion"),
            platform: try json.required("platform"), pinSet: try json.optional("pinSet"),
            rooted: try json.optional("rooted"), reportedAt: try json.instant("reportedAt"))
    }

    /// Writes the report.
    public func write(to writer: inout JSONWriter) {
        writer.object { object in
            object.member("appliedRevision", ifPresent: appliedRevision?.description)
            object.member("appVersion", appVersion.description)
            object.member("osVersion", osVersion.description)
            object.member("platform", platform.rawValue)
            object.member("pinSet", ifPresent: pinSet)
            object.member("rooted", ifPresent: rooted)
            object.member("reportedAt", reportedAt.milliseconds)
        }
    }
}

extension JSONObject {
    /// An instant in milliseconds since the epoch.
    mutating func instant(_ name: String) throws(JSONError) -> Timestamp {
        Timestamp(milliseconds: try required(name))
    }

    /// An instant in milliseconds since the epoch; nil when it is absent or null.
    mutating func optionalInstant(_ name: String) throws(JSONError) -> Timestamp? {
        try optional(name, as: Int64.self).map(Timestamp.init(milliseconds:))
    }

    fileprivate func revision(_ text: String?, _ name: String) throws(JSONError) -> PolicyRevision? {
        guard let text else { return nil }
        guard let revision = PolicyRevision(text) else { throw invalid(name, "is not a revision") }
        return revision
    }

    fileprivate mutating func failingSince() throws(JSONError) -> [ProtectionCheck: Timestamp] {
        guard let element = element("failingSince") else { return [:] }
        var object = try element.object()
        var checks: [ProtectionCheck: Timestamp] = [:]
        for name in object.members.names {
            guard let check = ProtectionCheck(rawValue: name) else { throw object.invalid(name, "is not a check") }
            checks[check] = try object.instant(name)
        }
        return checks
    }
}
