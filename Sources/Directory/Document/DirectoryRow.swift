import AccessModel
import JSONCoding

/// A row of a list of the document, whose members are all known.
protocol DirectoryRow: JSONObjectReadable {}

extension DirectoryRow {
    static var unknownMembers: UnknownMembers { .refuse }
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
    let id: AccountID
    let userPrincipalName: UserPrincipalName
    let name: String
    let isEnabled: Bool
    let isGuest: Bool
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
        isGuest = try json.optional("guest") ?? false
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
    let id: ClientID
    let name: String
    let kind: ClientAppKind
    let redirectURIs: [String]
    let instanceProof: InstanceProof
    let authentication: ClientAuthentication
    let permissions: [PermissionRow]

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
        guard kind != .daemon || !authentication.isEmpty else {
            throw json.invalid("authentication", "is required of a daemon")
        }
        guard kind != .daemon || redirectURIs.isEmpty else {
            throw json.invalid("redirectURIs", "must be empty for a daemon")
        }
    }
}

struct PermissionRow: DirectoryRow {
    let resource: String
    let scopes: [String]

    init(json: inout JSONObject) throws(JSONError) {
        resource = try json.required("resource")
        scopes = try json.texts("scopes")
    }
}

struct AuthenticationRow: DirectoryRow {
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
    let name: String
    let certificate: String
    let clients: [String]

    init(json: inout JSONObject) throws(JSONError) {
        name = try json.name("name")
        certificate = try json.required("certificate")
        guard DirectorySyntax.isCertificate(certificate) else {
            throw json.invalid("certificate", "must be a certificate in PEM form")
        }
        clients = try json.texts("clients")
    }
}
