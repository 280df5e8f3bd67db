import AccessModel
import Compliance
import JSONCoding

/// How what is said of a device follows from a record; what has no rule is not said.
struct SourceAttributes: Sendable, Hashable {
    var platform: ChoiceRule<DevicePlatform>?
    var osVersion: VersionRule?
    var model: TextRule?
    var manufacturer: TextRule?
    var displayName: TextRule?
    var ownership: ChoiceRule<DeviceOwnership>?
    var trustType: ChoiceRule<DeviceTrustType>?
    var managed: ChoiceRule<Bool>?
    var compliance: ChoiceRule<DeviceVerdict>?
    var rooted: ChoiceRule<Bool>?
    var encrypted: ChoiceRule<Bool>?
    var lastSeen: TimeRule?
    var owners: OwnersRule?

    /// What may be said.
    var tells: Set<DeviceAttribute> {
        var tells: Set<DeviceAttribute> = []
        if platform != nil || osVersion != nil { tells.insert(.system) }
        if model != nil || manufacturer != nil || displayName != nil { tells.insert(.description) }
        if ownership != nil || trustType != nil || managed != nil { tells.insert(.management) }
        if compliance != nil { tells.insert(.compliance) }
        if rooted != nil || encrypted != nil { tells.insert(.integrity) }
        if lastSeen != nil { tells.insert(.lastSeen) }
        if owners != nil { tells.insert(.owners) }
        return tells
    }

    /// What a record says, but for the people.
    func report(of record: JSONElement) throws(JSONError) -> DeviceReport {
        var report = DeviceReport()
        report.platform = try platform?.choice(in: record)
        report.osVersion = try osVersion?.version(in: record)
        report.model = try model?.text(in: record)
        report.manufacturer = try manufacturer?.text(in: record)
        report.displayName = try displayName?.text(in: record)
        report.ownership = try ownership?.choice(in: record)
        report.trustType = try trustType?.choice(in: record)
        report.isManaged = try managed?.choice(in: record)
        report.verdict = try compliance?.choice(in: record)
        report.isRooted = try rooted?.choice(in: record)
        report.isEncrypted = try encrypted?.choice(in: record)
        report.lastSeen = try lastSeen?.time(in: record)
        return report
    }
}

extension SourceAttributes: JSONObjectReadable, JSONWritable {
    static var unknownMembers: UnknownMembers { .refuse }

    init(json: inout JSONObject) throws(JSONError) {
        platform = try json.optional("platform")
        osVersion = try json.optional("osVersion")
        model = try json.optional("model")
        manufacturer = try json.optional("manufacturer")
        displayName = try json.optional("displayName")
        ownership = try json.optional("ownership")
        trustType = try json.optional("trustType")
        managed = try json.optional("managed")
        compliance = try json.optional("compliance")
        rooted = try json.optional("rooted")
        encrypted = try json.optional("encrypted")
        lastSeen = try json.optional("lastSeen")
        owners = try json.optional("owners")
    }

    func write(to writer: inout JSONWriter) {
        writer.object { object in
            object.member("platform", ifPresent: platform)
            object.member("osVersion", ifPresent: osVersion)
            object.member("model", ifPresent: model)
            object.member("manufacturer", ifPresent: manufacturer)
            object.member("displayName", ifPresent: displayName)
            object.member("ownership", ifPresent: ownership)
            object.member("trustType", ifPresent: trustType)
            object.member("managed", ifPresent: managed)
            object.member("compliance", ifPresent: compliance)
            object.member("rooted", ifPresent: rooted)
            object.member("encrypted", ifPresent: encrypted)
            object.member("lastSeen", ifPresent: lastSeen)
            object.member("owners", ifPresent: owners)
        }
    }
}
