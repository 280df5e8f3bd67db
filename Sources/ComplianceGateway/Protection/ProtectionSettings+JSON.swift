import AccessModel
public import Compliance
public import JSONCoding

/// The stored form of a tenant's settings of app protection, which are members of the protection document themselves.
extension ProtectionSettings: JSONObjectReadable, JSONWritable {
    /// A member that is not known refuses the document.
    public static var unknownMembers: UnknownMembers { .refuse }

    /// Reads settings; what is left out keeps its default.
    public init(json: inout JSONObject) throws(JSONError) {
        self.init()
        exemptionsNeedApproval = try json.optional("exemptionsNeedApproval") ?? exemptionsNeedApproval
        guard let ahead = try json.seconds("remindAheadSeconds") else { return }
        guard ahead <= .seconds(30 * 86_400) else { throw json.invalid("remindAheadSeconds", "must be 0 to 30 days") }
        remindAhead = ahead
    }

    /// Writes the settings.
    public func write(to writer: inout JSONWriter) {
        writer.object { object in
            object.member("exemptionsNeedApproval", exemptionsNeedApproval)
            object.member("remindAheadSeconds", remindAhead.wholeSeconds)
        }
    }
}
