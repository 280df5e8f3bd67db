import AccessModel
import JSONCoding

/// A device as a document: the attributes that device filters name, under their names there, and `isManaged`.
struct DeviceDocument: JSONObjectReadable {
    static let unknownMembers = UnknownMembers.refuse
    let device: DeviceInfo

    init(json: inout JSONObject) throws(JSONError) {
        var device = DeviceInfo()
        for (name, attribute) in Self.texts { device[keyPath: attribute] = try json.optional(name, as: String.self) }
        for number in 1...DeviceInfo.extensionAttributeCount {
            device.extensionAttributes[number] = try json.optional("extensionAttribute\(number)", as: String.self)
        }
        device.isCompliant = try json.optional("isCompliant", as: Bool.self)
        device.isManaged = try json.optional("isManaged", as: Bool.self) ?? false
        device.physicalIDs = try json.optional("physicalIds", as: [String].self) ?? []
        device.systemLabels = try json.optional("systemLabels", as: [String].self) ?? []
        self.device = device
    }

    /// The attributes that are strings.
    static var texts: [(name: String, attribute: WritableKeyPath<DeviceInfo, String?>)] {
        [
            ("deviceId", \.deviceID), ("deviceOwnership", \.deviceOwnership), ("displayName", \.displayName),
            ("enrollmentProfileName", \.enrollmentProfileName), ("manufacturer", \.manufacturer),
            ("mdmAppId", \.mdmAppID), ("model", \.model), ("operatingSystem", \.operatingSystem),
            ("operatingSystemVersion", \.operatingSystemVersion), ("profileType", \.profileType),
            ("trustType", \.trustType),
        ]
    }
}
