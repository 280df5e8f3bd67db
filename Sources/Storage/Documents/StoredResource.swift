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
            clients: Set(try json.required("clients", as: [String].self).map(ClientID.init)))
    }

    func write(to writer: inout JSONWriter) {
        writer.object { object in
            object.member("name", authority.name)
            object.member("certificate", authority.certificate)
            object.member("clients", authority.clients.map(\.rawValue).sorted())
        }
    }
}
