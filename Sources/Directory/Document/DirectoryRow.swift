import AccessModel
import JSONCoding

/// A row of a list of the document, whose members are all known.
protocol DirectoryRow: JSONObjectReadable {
    /// The members that must be there.
    static var required: [String] { get }
    /// The members that may be there.
    static var optional: [String] { get }
    /// The members that hold a row, or a list of rows, themselves.
    static var nested: [String: any DirectoryRow.Type] { get }
}

extension DirectoryRow {
    static var unknownMembers: UnknownMembers { .refuse }
    static var nested: [String: any DirectoryRow.Type] { [:] }

    /// Every member that is missing or unknown, here and in the rows inside: a misspelt name is both at once.
    static func nameFaults(in element: JSONElement) -> [JSONError] {
        guard case .object(let members) = element.value else { return [] }
        let known = required + optional
        var faults = required.filter { members[$0] == nil }.map {
            JSONError(.missing, at: element.path.appending($0))
        }
        for (name, value) in members {
            let inner = JSONElement(value, at: element.path.appending(name))
            if !known.contains(name) {
                faults.append(.unknownMember(name, of: element.path, known: known))
            } else if let row = nested[name] {
                faults +=
                    inner.value.arrayValue.map { values in
                        values.indices.flatMap {
                            row.nameFaults(in: JSONElement(values[$0], at: inner.path.appending($0)))
                        }
                    } ?? row.nameFaults(in: inner)
            }
        }
        return faults
    }
}

extension JSONError {
    /// The error that says that an object has a member that is not known, with those that are.
    static func unknownMember(_ name: String, of path: JSONPath, known: [String]) -> JSONError {
        let names = known.map { "`\($0)`" }.joined(separator: ", ")
        return JSONError(.invalidValue("unknown member; the members are \(names)"), at: path.appending(name))
    }
}

extension JSONObject {
    /// A member that holds a GUID, in canonical form.
    mutating func guid(_ name: String) throws(JSONError) -> String {
        let text: String = try required(name)
        guard let guid = GUID(text) else { throw invalid(name, "must be a GUID") }
        return guid.description
    }

    /// A member that holds a name: something visible, of one line and at most 256 bytes.
    mutating func name(_ name: String) throws(JSONError) -> String {
        let text: String = try required(name)
        guard (1...256).contains(text.utf8.count), text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
            throw invalid(name, "must be 1 to 256 bytes without control characters")
        }
        return text
    }

    /// A member that holds a list of texts; absent is empty.
    mutating func texts(_ name: String) throws(JSONError) -> [String] {
        try optional(name, as: [String].self) ?? []
    }
}

struct GroupRow: DirectoryRow {
    static let required = ["id", "name"]
    static let optional = ["members"]

    let id: GroupID
    let name: String
    let members: [String]

    init(json: inout JSONObject) throws(JSONError) {
        id = GroupID(try json.guid("id"))
        name = try json.name("name")
        members = try json.texts("members")
    }
}

struct AccountRow: DirectoryRow {
    static let required = ["id", "upn", "name"]
    static let optional = ["enabled", "guest", "roles", "groups", "breakGlass", "preferredLanguage"]

    let id: AccountID
    let userPrincipalName: UserPrincipalName
    let name: String
    let isEnabled: Bool
    let guest: GuestIdentity?
    let isBreakGlass: Bool
    let preferredLanguage: String?
    let roles: Set<RoleID>
    let groups: [String]

    init(json: inout JSONObject) throws(JSONError) {
        id = AccountID(try json.guid("id"))
        guard let upn = UserPrincipalName(try json.required("upn")) else {
            throw json.invalid("upn", "must be a user principal name")
        }
        userPrincipalName = upn
        name = try json.name("name")
        isEnabled = try json.optional("enabled") ?? true
        guest = try json.guest("guest")
        isBreakGlass = try json.optional("breakGlass") ?? false
        preferredLanguage = try json.optional("preferredLanguage")
        if let preferredLanguage, !DirectorySyntax.isLanguageTag(preferredLanguage) {
            throw json.invalid("preferredLanguage", "must be a language tag, such as `es` or `pt-BR`")
        }
        var roles: Set<RoleID> = []
        for text in try json.texts("roles") {
            guard let guid = GUID(text) else { throw json.invalid("roles", "must be role template identifiers") }
            roles.insert(RoleID(guid.description))
        }
        self.roles = roles
        groups = try json.texts("groups")
    }
}

struct ResourceRow: DirectoryRow {
    static let required = ["id", "identifier", "name"]
    static let optional = ["scopes", "wantsClientCapabilities", "tokenLifetime", "introspectionClients"]

    let id: ApplicationID
    let identifier: String
    let name: String
    let scopes: [String]
    let wantsClientCapabilities: Bool
    let tokenLifetime: TokenLifetimeClass
    let introspectionClients: [String]

    init(json: inout JSONObject) throws(JSONError) {
        id = ApplicationID(try json.guid("id"))
        guard id != .complianceResource else { throw json.invalid("id", "is the compliance resource's") }
        guard id != .administrationResource else { throw json.invalid("id", "is the administration resource's") }
        identifier = try json.required("identifier")
        guard DirectorySyntax.isResourceIdentifier(identifier) else {
            throw json.invalid("identifier", "must be an absolute URI without fragment, space or final slash")
        }
        name = try json.name("name")
        scopes = try json.texts("scopes")
        guard scopes.allSatisfy(DirectorySyntax.isScopeName) else {
            throw json.invalid("scopes", "must be scope names without slash, and none of the reserved ones")
        }
        wantsClientCapabilities = try json.optional("wantsClientCapabilities") ?? false
        tokenLifetime = try json.optional("tokenLifetime") ?? .short
        introspectionClients = try json.texts("introspectionClients")
    }
}

struct ClientRow: DirectoryRow {
    static let required = ["id", "name", "type"]
    static let optional = ["redirectURIs", "instanceProof", "authentication", "permissions", "readsEvents"]
    static var nested: [String: any DirectoryRow.Type] {
        ["authentication": AuthenticationRow.self, "permissions": PermissionRow.self]
    }

    let id: ClientID
    let name: String
    let kind: ClientAppKind
    let redirectURIs: [String]
    let instanceProof: InstanceProof
    let authentication: ClientAuthentication
    let permissions: [PermissionRow]
    let readsEvents: Bool

    init(json: inout JSONObject) throws(JSONError) {
        id = ClientID(try json.guid("id"))
        name = try json.name("name")
        kind = try json.required("type")
        redirectURIs = try json.texts("redirectURIs")
        let kind = kind
        guard redirectURIs.allSatisfy({ DirectorySyntax.isRedirectURI($0, for: kind) }) else {
            throw json.invalid("redirectURIs", "must be absolute URIs without fragment or wildcard, of a safe scheme")
        }
        instanceProof = try json.optional("instanceProof") ?? .key
        let row: AuthenticationRow? = try json.optional("authentication")
        authentication = row?.authentication ?? ClientAuthentication()
        permissions = try json.optional("permissions") ?? []
        readsEvents = try json.optional("readsEvents") ?? false
        guard !readsEvents || !authentication.secretHashes.isEmpty else {
            throw json.invalid("readsEvents", "is for clients with a secret")
        }
        guard kind != .daemon || !authentication.isEmpty else {
            throw json.invalid("authentication", "is required of a daemon")
        }
        guard kind != .daemon || redirectURIs.isEmpty else {
            throw json.invalid("redirectURIs", "must be empty for a daemon")
        }
    }
}

struct PermissionRow: DirectoryRow {
    static let required = ["resource"]
    static let optional = ["scopes"]

    let resource: String
    let scopes: [String]

    init(json: inout JSONObject) throws(JSONError) {
        resource = try json.required("resource")
        scopes = try json.texts("scopes")
    }
}

struct AuthenticationRow: DirectoryRow {
    static let required: [String] = []
    static let optional = ["secretHashes", "jwks", "certificates"]

    let authentication: ClientAuthentication

    init(json: inout JSONObject) throws(JSONError) {
        var hashes: [[UInt8]] = []
        for text in try json.texts("secretHashes") {
            guard let hash = DirectorySyntax.sha256(hexadecimal: text) else {
                throw json.invalid("secretHashes", "must be SHA-256 hashes in 64 hexadecimal digits")
            }
            hashes.append(hash)
        }
        let keys: JSONValue? = try json.optional("jwks")
        if let keys, !DirectorySyntax.isPublicKeySet(keys) {
            throw json.invalid("jwks", "must be a JWK set of 1 to 16 public keys")
        }
        let certificates = try json.texts("certificates")
        guard certificates.allSatisfy(DirectorySyntax.isCertificate) else {
            throw json.invalid("certificates", "must be certificates in PEM form")
        }
        authentication = ClientAuthentication(
            secretHashes: hashes, jwkSet: keys.map { String(decoding: $0.serialized(), as: UTF8.self) },
            certificates: certificates)
    }
}

struct AuthorityRow: DirectoryRow {
    static let required = ["name", "certificate"]
    static let optional = ["clients", "device"]

    let name: String
    let certificate: String
    let clients: [String]
    let device: DeviceNamingRow?

    init(json: inout JSONObject) throws(JSONError) {
        name = try json.name("name")
        certificate = try json.required("certificate")
        guard DirectorySyntax.isCertificate(certificate) else {
            throw json.invalid("certificate", "must be a certificate in PEM form")
        }
        clients = try json.texts("clients")
        device = try json.optional("device")
    }
}

/// How certificates name the device: `from`, for a URI `prefix`, and `kind`.
struct DeviceNamingRow: JSONObjectReadable {
    static let unknownMembers = UnknownMembers.refuse

    let naming: DeviceNaming

    init(json: inout JSONObject) throws(JSONError) {
        let kind: String = try json.required("kind")
        guard DeviceNaming.kinds.contains(kind) else {
            throw json.invalid("kind", "must be `deviceId`, `serialNumber` or `udid`")
        }
        let from: String = try json.required("from")
        let prefix: String? = try json.optional("prefix")
        guard (from == "uri") == (prefix != nil) else {
            throw json.invalid("prefix", "is needed for `uri`, and for nothing else")
        }
        switch from {
        case "subjectSerialNumber": naming = DeviceNaming(.subjectSerialNumber, kind: kind)
        case "subjectCommonName": naming = DeviceNaming(.subjectCommonName, kind: kind)
        case "uri":
            guard let prefix, (1...256).contains(prefix.utf8.count) else {
                throw json.invalid("prefix", "must be 1 to 256 bytes")
            }
            naming = DeviceNaming(.uri(prefix: prefix), kind: kind)
        default: throw json.invalid("from", "must be `subjectSerialNumber`, `subjectCommonName` or `uri`")
        }
    }
}
