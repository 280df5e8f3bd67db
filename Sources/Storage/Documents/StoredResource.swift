import AccessModel
import Directory
import JSONCoding

/// A resource as it is stored.
struct StoredResource: JSONObjectReadable, JSONWritable {
    static var unknownMembers: UnknownMembers { .refuse }

    let resource: ResourceApp

    init(_ resource: ResourceApp) {
        self.resource = resource
    }

    init(json: inout JSONObject) throws(JSONError) {
        resource = ResourceApp(
            id: ApplicationID(try json.required("id")), identifier: try json.required("identifier"),
            alternativeIdentifiers: try json.required("alternativeIdentifiers"), name: try json.required("name"),
            scopes: Set(try json.required("scopes", as: [String].self)),
            wantsClientCapabilities: try json.required("wantsClientCapabilities"),
            tokenLifetime: try json.rawValue("tokenLifetime"),
            introspectionClients: Set(try json.required("introspectionClients", as: [String].self).map(ClientID.init)))
    }

    func write(to writer: inout JSONWriter) {
        writer.object { object in
            object.member("id", resource.id.rawValue)
            object.member("identifier", resource.identifier)
            object.member("alternativeIdentifiers", resource.alternativeIdentifiers)
            object.member("name", resource.name)
            object.member("scopes", resource.scopes.sorted())
            object.member("wantsClientCapabilities", resource.wantsClientCapabilities)
            object.member("tokenLifetime", resource.tokenLifetime.rawValue)
            object.member("introspectionClients", resource.introspectionClients.map(\.rawValue).sorted())
        }
    }
}

/// An authority as it is stored.
struct StoredAuthority: JSONObjectReadable, JSONWritable {
    static var unknownMembers: UnknownMembers { .refuse }

    let authority: CertificateAuthorityRegistration

    init(_ authority: CertificateAuthorityRegistration) {
        self.authority = authority
    }

    init(json: inout JSONObject) throws(JSONError) {
        authority = CertificateAuthorityRegistration(
            name: try json.required("name"), certificate: try json.required("certificate"),
            clients: Set(try json.required("clients", as: [String].self).map(ClientID.init)),
            deviceNaming: try json.optional("device", as: StoredDeviceNaming.self)?.naming)
    }

    func write(to writer: inout JSONWriter) {
        writer.object { object in
            object.member("name", authority.name)
            object.member("certificate", authority.certificate)
            object.member("clients", authority.clients.map(\.rawValue).sorted())
            object.member("device", ifPresent: authority.deviceNaming.map(StoredDeviceNaming.init))
        }
    }
}

/// How certificates name the device, as it is stored.
private struct StoredDeviceNaming: JSONObjectReadable, JSONWritable {
    static var unknownMembers: UnknownMembers { .refuse }

    let naming: DeviceNaming

    init(_ naming: DeviceNaming) {
        self.naming = naming
    }

    init(json: inout JSONObject) throws(JSONError) {
        let from: String = try json.required("from")
        let kind: String = try json.required("kind")
        let prefix: String? = try json.optional("prefix")
        switch (from, prefix) {
        case ("subjectSerialNumber", nil): naming = DeviceNaming(.subjectSerialNumber, kind: kind)
        case ("subjectCommonName", nil): naming = DeviceNaming(.subjectCommonName, kind: kind)
        case ("uri", let prefix?): naming = DeviceNaming(.uri(prefix: prefix), kind: kind)
        default: throw json.invalid("from", "is not what the gateway wrote")
        }
    }

    func write(to writer: inout JSONWriter) {
        writer.object { object in
            object.member("kind", naming.kind)
            switch naming.part {
            case .subjectSerialNumber: object.member("from", "subjectSerialNumber")
            case .subjectCommonName: object.member("from", "subjectCommonName")
            case .uri(let prefix):
                object.member("from", "uri")
                object.member("prefix", prefix)
            }
        }
    }
}
