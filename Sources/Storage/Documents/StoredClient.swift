import AccessModel
import Cryptography
import Directory
import JSONCoding

/// A client as it is stored.
struct StoredClient: JSONObjectReadable, JSONWritable {
    static var unknownMembers: UnknownMembers { .refuse }

    let client: ClientApp

    init(_ client: ClientApp) {
        self.client = client
    }

    init(json: inout JSONObject) throws(JSONError) {
        let hashes: [String] = try json.required("secretHashes")
        client = ClientApp(
            id: ClientID(try json.required("id")), name: try json.required("name"),
            kind: try json.rawValue("kind"), redirectURIs: try json.required("redirectURIs"),
            instanceProof: try json.rawValue("instanceProof"),
            authentication: ClientAuthentication(
                secretHashes: try json.bytes(hashes, "secretHashes"), jwkSet: try json.optional("jwkSet"),
                certificates: try json.required("certificates")),
            permissions: try json.required("permissions", as: [StoredPermission].self).map(\.permission),
            readsEvents: try json.optional("readsEvents") ?? false)
    }

    func write(to writer: inout JSONWriter) {
        writer.object { object in
            object.member("id", client.id.rawValue)
            object.member("name", client.name)
            object.member("kind", client.kind.rawValue)
            object.member("redirectURIs", client.redirectURIs)
            object.member("instanceProof", client.instanceProof.rawValue)
            object.member("secretHashes", client.authentication.secretHashes.map(Hexadecimal.encode))
            object.member("jwkSet", ifPresent: client.authentication.jwkSet)
            object.member("certificates", client.authentication.certificates)
            object.member("permissions", client.permissions.map(StoredPermission.init))
            // Left out where it is not so: an earlier version refuses members that it does not know.
            if client.readsEvents { object.member("readsEvents", true) }
        }
    }
}

private struct StoredPermission: JSONObjectReadable, JSONWritable {
    static var unknownMembers: UnknownMembers { .refuse }

    let permission: ClientPermission

    init(_ permission: ClientPermission) {
        self.permission = permission
    }

    init(json: inout JSONObject) throws(JSONError) {
        permission = ClientPermission(
            resource: ApplicationID(try json.required("resource")),
            scopes: Set(try json.required("scopes", as: [String].self)))
    }

    func write(to writer: inout JSONWriter) {
        writer.object { object in
            object.member("resource", permission.resource.rawValue)
            object.member("scopes", permission.scopes.sorted())
        }
    }
}

extension JSONObject {
    /// A member that spells a case.
    mutating func rawValue<Value: RawRepresentable<String>>(_ name: String) throws(JSONError) -> Value {
        guard let value = Value(rawValue: try required(name)) else {
            throw invalid(name, "has a value that is not known")
        }
        return value
    }

    fileprivate func bytes(_ texts: [String], _ name: String) throws(JSONError) -> [[UInt8]] {
        var all: [[UInt8]] = []
        for text in texts {
            do {
                all.append(try Hexadecimal.decode(text))
            } catch {
                throw invalid(name, "is not hexadecimal")
            }
        }
        return all
    }
}
