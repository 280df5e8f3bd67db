import AccessModel
public import Compliance
import ComplianceGateway
public import JSONCoding

/// The stored state of a device. Instants are milliseconds since the epoch.
extension Device: JSONObjectReadable, JSONWritable {
    /// A member that is not known was written by a newer binary and would be lost by this one.
    public static var unknownMembers: UnknownMembers { .refuse }

    /// Reads the state.
    public init(json: inout JSONObject) throws(JSONError) {
        let records: [StoredSourceRecord] = try json.required("records")
        self.init(
            id: DeviceID(try json.required("id")),
            identifiers: Set(try json.required("identifiers", as: [DeviceIdentifier].self)),
            registeredAt: try json.instant("registeredAt"),
            records: Dictionary(records.map { ($0.source, $0.record) }, uniquingKeysWith: { first, _ in first }),
            failingSince: try json.failingDeviceChecks(), result: try json.optional("result"))
    }

    /// Writes the state.
    public func write(to writer: inout JSONWriter) {
        writer.object { object in
            object.member("id", id.rawValue)
            object.member("identifiers", identifiers.sorted())
            object.member("registeredAt", registeredAt.milliseconds)
            object.member(
                "records",
                records.sorted { $0.key < $1.key }.map { StoredSourceRecord(source: $0.key, record: $0.value) })
            object.object("failingSince") { checks in
                for (check, since) in failingSince.sorted(by: { $0.key < $1.key }) {
                    checks.member(check.rawValue, since.milliseconds)
                }
            }
            object.member("result", ifPresent: result)
        }
    }
}

extension DeviceIdentifier: JSONObjectReadable, JSONWritable {
    /// A member that is not known refuses the document.
    public static var unknownMembers: UnknownMembers { .refuse }

    /// Reads an identifier.
    public init(json: inout JSONObject) throws(JSONError) {
        let kind: Kind = try json.rawValue("kind")
        guard let identifier = DeviceIdentifier(kind, try json.required("value")) else {
            throw json.invalid("value", "identifies no device")
        }
        self = identifier
    }

    /// Writes the identifier.
    public func write(to writer: inout JSONWriter) {
        writer.object { object in
            object.member("kind", kind.rawValue)
            object.member("value", value)
        }
    }
}

/// What one source has said of a device, as it is stored.
private struct StoredSourceRecord: JSONObjectReadable, JSONWritable {
    static var unknownMembers: UnknownMembers { .refuse }

    let source: SignalSourceID
    let record: SourceRecord

    init(source: SignalSourceID, record: SourceRecord) {
        self.source = source
        self.record = record
    }

    init(json: inout JSONObject) throws(JSONError) {
        source = SignalSourceID(try json.required("source"))
        var report = DeviceReport()
        report.platform = try json.optional("platform")
        report.osVersion = try json.optional("osVersion")
        report.model = try json.optional("model")
        report.manufacturer = try json.optional("manufacturer")
        report.displayName = try json.optional("displayName")
        report.ownership = try json.optional("ownership")
        report.trustType = try json.optional("trustType")
        report.isManaged = try json.optional("managed")
        report.verdict = try json.optional("compliance")
        report.isRooted = try json.optional("rooted")
        report.isEncrypted = try json.optional("encrypted")
        report.lastSeen = try json.optionalInstant("lastSeen")
        report.accounts = try json.optional("accounts", as: [String].self).map { Set($0.map(AccountID.init)) }
        record = SourceRecord(
            observedAt: try json.instant("observedAt"), verdictAt: try json.optionalInstant("verdictAt"),
            report: report)
    }

    func write(to writer: inout JSONWriter) {
        let report = record.report
        writer.object { object in
            object.member("source", source.rawValue)
            object.member("observedAt", record.observedAt.milliseconds)
            object.member("verdictAt", ifPresent: record.verdictAt?.milliseconds)
            object.member("platform", ifPresent: report.platform?.rawValue)
            object.member("osVersion", ifPresent: report.osVersion?.description)
            object.member("model", ifPresent: report.model)
            object.member("manufacturer", ifPresent: report.manufacturer)
            object.member("displayName", ifPresent: report.displayName)
            object.member("ownership", ifPresent: report.ownership?.rawValue)
            object.member("trustType", ifPresent: report.trustType?.rawValue)
            object.member("managed", ifPresent: report.isManaged)
            object.member("compliance", ifPresent: report.verdict?.rawValue)
            object.member("rooted", ifPresent: report.isRooted)
            object.member("encrypted", ifPresent: report.isEncrypted)
            object.member("lastSeen", ifPresent: report.lastSeen?.milliseconds)
            object.member("accounts", ifPresent: report.accounts.map { $0.map(\.rawValue).sorted() })
        }
    }
}

extension DeviceOwnership: JSONReadable {}
extension DeviceTrustType: JSONReadable {}
extension DeviceVerdict: JSONReadable {}

extension JSONObject {
    fileprivate mutating func failingDeviceChecks() throws(JSONError) -> [DeviceCheck: Timestamp] {
        guard let element = element("failingSince") else { return [:] }
        var object = try element.object()
        var checks: [DeviceCheck: Timestamp] = [:]
        for name in object.members.names {
            guard let check = DeviceCheck(rawValue: name) else { throw object.invalid(name, "is not a check") }
            checks[check] = try object.instant(name)
        }
        return checks
    }
}
