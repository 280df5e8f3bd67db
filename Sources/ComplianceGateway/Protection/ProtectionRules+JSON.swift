public import AccessModel
public import Compliance
public import JSONCoding

extension ProtectionRules: JSONObjectReadable, JSONWritable {
    /// A member that is not known refuses the document.
    public static var unknownMembers: UnknownMembers { .refuse }

    /// Reads the rules; what is left out keeps its default.
    public init(json: inout JSONObject) throws(JSONError) {
        self.init()
        minimumAppVersion = try json.optional("minimumAppVersion")
        minimumOSVersion = try json.versions("minimumOSVersion")
        requiresPIN = try json.optional("requiresPIN") ?? requiresPIN
        blocksRooted = try json.optional("blocksRooted") ?? blocksRooted
        checkInInterval = try json.seconds("checkInIntervalSeconds") ?? checkInInterval
        minimumEvidence = try json.optional("minimumEvidence") ?? minimumEvidence
        revisionGrace = try json.seconds("revisionGraceSeconds") ?? revisionGrace
        guard let element = json.element("responses") else { return }
        let object = try element.object()
        for name in object.members.names {
            guard let check = ProtectionCheck(rawValue: name) else {
                throw object.invalid(name, "is not a check; one of \(ProtectionCheck.allCases.map(\.rawValue).quoted)")
            }
            var copy = object
            responses[check] = try copy.required(name)
        }
    }

    /// Writes the rules; what is at its default is written too, so that a document says what holds.
    public func write(to writer: inout JSONWriter) {
        writer.object { object in
            object.member("minimumAppVersion", ifPresent: minimumAppVersion?.description)
            object.object("minimumOSVersion") { versions in
                for (platform, version) in minimumOSVersion.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
                    versions.member(platform.rawValue, version.description)
                }
            }
            object.member("requiresPIN", requiresPIN)
            object.member("blocksRooted", blocksRooted)
            object.member("checkInIntervalSeconds", checkInInterval.wholeSeconds)
            object.member("minimumEvidence", minimumEvidence.name)
            object.member("revisionGraceSeconds", revisionGrace.wholeSeconds)
            object.object("responses") { answers in
                for (check, response) in responses.sorted(by: { $0.key < $1.key }) {
                    answers.member(check.rawValue, response)
                }
            }
        }
    }
}

extension CheckResponse: JSONObjectReadable, JSONWritable {
    /// A member that is not known refuses the document.
    public static var unknownMembers: UnknownMembers { .refuse }

    /// Reads a response.
    public init(json: inout JSONObject) throws(JSONError) {
        self.init(action: try json.required("action"), grace: try json.seconds("graceSeconds") ?? .zero)
    }

    /// Writes the response.
    public func write(to writer: inout JSONWriter) {
        writer.object { object in
            object.member("action", action.rawValue)
            object.member("graceSeconds", grace.wholeSeconds)
        }
    }
}

extension CheckAction: JSONReadable {}

extension EvidenceLevel: JSONReadable {
    /// Reads a level by its name.
    public init(json: JSONElement) throws(JSONError) {
        guard let level = EvidenceLevel(name: try json.string()) else {
            throw json.invalid("is not an evidence level; one of \(EvidenceLevel.allCases.map(\.name).quoted)")
        }
        self = level
    }
}

extension Version: JSONReadable {
    /// Reads a dotted version.
    public init(json: JSONElement) throws(JSONError) {
        guard let version = Version(try json.string()) else { throw json.invalid("is not a dotted version") }
        self = version
    }
}

extension JSONObject {
    /// A duration in whole seconds, at most 100 years; nil when the member is absent or null.
    mutating func seconds(_ name: String) throws(JSONError) -> Duration? {
        guard let count: Int64 = try optional(name) else { return nil }
        guard (0...3_155_760_000).contains(count) else { throw invalid(name, "must be 0 seconds to 100 years") }
        return .seconds(count)
    }

    mutating func versions(_ name: String) throws(JSONError) -> [DevicePlatform: Version] {
        guard let element = element(name), element.value != .null else { return [:] }
        var object = try element.object()
        var versions: [DevicePlatform: Version] = [:]
        for name in object.members.names {
            guard let platform = DevicePlatform(rawValue: name) else {
                throw object.invalid(
                    name, "is not a device platform; one of \(DevicePlatform.allCases.map(\.rawValue).quoted)")
            }
            versions[platform] = try object.required(name)
        }
        return versions
    }
}
