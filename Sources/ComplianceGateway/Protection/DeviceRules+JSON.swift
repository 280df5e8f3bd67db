import AccessModel
public import Compliance
public import JSONCoding

extension DeviceRules: JSONObjectReadable, JSONWritable {
    /// A member that is not known refuses the document.
    public static var unknownMembers: UnknownMembers { .refuse }

    /// Reads the rules; what is left out keeps its default.
    public init(json: inout JSONObject) throws(JSONError) {
        self.init()
        withoutVerdict = try json.optional("withoutVerdict") ?? withoutVerdict
        minimumOSVersion = try json.versions("minimumOSVersion")
        requiresManagement = try json.optional("requiresManagement") ?? requiresManagement
        blocksRooted = try json.optional("blocksRooted") ?? blocksRooted
        requiresEncryption = try json.optional("requiresEncryption") ?? requiresEncryption
        seenWithin = try json.seconds("seenWithinSeconds")
        if let element = json.element("responses") {
            let object = try element.object()
            for name in object.members.names {
                guard let check = DeviceCheck(rawValue: name) else {
                    throw object.invalid(name, "is not a check; one of \(DeviceCheck.allCases.map(\.rawValue).quoted)")
                }
                var copy = object
                responses[check] = try copy.required(name)
            }
        }
        if let (member, problem) = fault { throw json.invalid(member, problem) }
    }

    /// Writes the rules; what is at its default is written too, so that a document says what holds.
    public func write(to writer: inout JSONWriter) {
        writer.object { object in
            object.member("withoutVerdict", withoutVerdict.rawValue)
            object.object("minimumOSVersion") { versions in
                for (platform, version) in minimumOSVersion.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
                    versions.member(platform.rawValue, version.description)
                }
            }
            object.member("requiresManagement", requiresManagement)
            object.member("blocksRooted", blocksRooted)
            object.member("requiresEncryption", requiresEncryption)
            object.member("seenWithinSeconds", ifPresent: seenWithin?.wholeSeconds)
            object.object("responses") { answers in
                for (check, response) in responses.sorted(by: { $0.key < $1.key }) {
                    answers.member(check.rawValue, response)
                }
            }
        }
    }
}

extension DeviceRules.WithoutVerdict: JSONReadable {}
