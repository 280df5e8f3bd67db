public import AccessModel

/// An OAuth client that is registered in a tenant (RFC 6749 section 2).
public struct ClientApp: Sendable, Hashable {
    /// The `client_id`; a GUID in canonical form.
    public var id: ClientID
    /// The name that people see.
    public var name: String
    /// What kind of application it is.
    public var kind: ClientAppKind
    /// The redirect URIs, compared exactly but for a loopback address's port; see ``RedirectURIMatch``.
    public var redirectURIs: [String]
    /// How an instance of the app shows which one it is.
    public var instanceProof: InstanceProof
    /// What the client can authenticate itself with; empty for a public client.
    public var authentication: ClientAuthentication
    /// What the client may ask for, beside the compliance resource, which is open to every client.
    public var permissions: [ClientPermission]
    /// Whether the client may follow the compliance of every account of the tenant; only one that holds credentials can.
    public var readsEvents: Bool

    /// Makes a client.
    public init(
        id: ClientID, name: String, kind: ClientAppKind, redirectURIs: [String] = [],
        instanceProof: InstanceProof = .key, authentication: ClientAuthentication = ClientAuthentication(),
        permissions: [ClientPermission] = [], readsEvents: Bool = false
    ) {
        self.id = id
        self.name = name
        self.kind = kind
        self.redirectURIs = redirectURIs
        self.instanceProof = instanceProof
        self.authentication = authentication
        self.permissions = permissions
        self.readsEvents = readsEvents
    }

    /// Whether the client holds credentials, which it must then always present (RFC 6749 section 2.1).
    public var isConfidential: Bool { !authentication.isEmpty }
}

/// What kind of application a client is.
public enum ClientAppKind: String, Sendable, Hashable, CaseIterable {
    /// An app on a device: mobile or desktop.
    case native
    /// A web application, used in a browser.
    case web
    /// A service that acts for itself.
    case daemon

    /// The kind as the condition `clientAppTypes` names it; nil for a service, whose sign-ins have none.
    public var clientAppType: ClientAppType? {
        switch self {
        case .native: .mobileAppsAndDesktopClients
        case .web: .browser
        case .daemon: nil
        }
    }
}

/// How an instance of an app shows which one it is.
public enum InstanceProof: String, Sendable, Hashable, CaseIterable {
    /// By a DPoP proof of its key at the token endpoint (RFC 9449).
    case key
    /// By `microsoft_enrollment_id`, for stock clients that can't prove a key.
    case enrollmentId
}

/// What a client can authenticate itself with (RFC 6749 section 2.3, RFC 7523 section 2.2).
public struct ClientAuthentication: Sendable, Hashable {
    /// SHA-256 hashes of the client's secrets, 32 bytes each; several while one is replaced.
    public var secretHashes: [[UInt8]]
    /// The client's JWK set as JSON text (RFC 7517 section 5); nil when it has none.
    public var jwkSet: String?
    /// The client's certificates in PEM form, whose keys sign assertions.
    public var certificates: [String]

    /// Makes the credentials; by default there are none.
    public init(secretHashes: [[UInt8]] = [], jwkSet: String? = nil, certificates: [String] = []) {
        self.secretHashes = secretHashes
        self.jwkSet = jwkSet
        self.certificates = certificates
    }

    /// Whether there is nothing to authenticate with.
    public var isEmpty: Bool { secretHashes.isEmpty && jwkSet == nil && certificates.isEmpty }
}

/// What a client may ask for at one resource.
public struct ClientPermission: Sendable, Hashable {
    /// The resource.
    public var resource: ApplicationID
    /// The resource's scopes that the client is registered for; empty means that only app-only access is.
    public var scopes: Set<String>

    /// Makes a permission.
    public init(resource: ApplicationID, scopes: Set<String>) {
        self.resource = resource
        self.scopes = scopes
    }
}
