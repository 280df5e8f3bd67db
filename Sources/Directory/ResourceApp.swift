public import AccessModel

/// What a token is for: an API that is registered in a tenant.
public struct ResourceApp: Sendable, Hashable {
    /// The `appId` by which policies name the resource; a GUID in canonical form.
    public var id: ApplicationID
    /// The identifier URI: the token's `aud`, and the prefix of the resource's scopes.
    public var identifier: String
    /// Other identifiers that scopes may be spelled with; the token's `aud` is ``identifier`` all the same.
    public var alternativeIdentifiers: [String]
    /// The name that people see.
    public var name: String
    /// The scopes that the resource knows.
    public var scopes: Set<String>
    /// Whether its tokens carry the client's earned capabilities in `xms_cc`.
    public var wantsClientCapabilities: Bool
    /// How long its tokens live.
    public var tokenLifetime: TokenLifetimeClass
    /// The clients that may introspect its tokens (RFC 7662 section 2.1).
    public var introspectionClients: Set<ClientID>

    /// Makes a resource.
    public init(
        id: ApplicationID, identifier: String, alternativeIdentifiers: [String] = [], name: String,
        scopes: Set<String> = [], wantsClientCapabilities: Bool = false, tokenLifetime: TokenLifetimeClass = .short,
        introspectionClients: Set<ClientID> = []
    ) {
        self.id = id
        self.identifier = identifier
        self.alternativeIdentifiers = alternativeIdentifiers
        self.name = name
        self.scopes = scopes
        self.wantsClientCapabilities = wantsClientCapabilities
        self.tokenLifetime = tokenLifetime
        self.introspectionClients = introspectionClients
    }

    /// Whether this is the resource at which a client becomes compliant; every client may ask for it.
    public var isComplianceResource: Bool { id == .complianceResource }
}

/// How long a resource's access tokens live.
public enum TokenLifetimeClass: String, Sendable, Hashable, CaseIterable {
    /// 10 minutes: the resource validates tokens by itself and never sees a revocation.
    case short
    /// 60 minutes: the resource asks whether a token is still active.
    case introspecting

    /// The lifetime.
    public var duration: Duration {
        switch self {
        case .short: .seconds(600)
        case .introspecting: .seconds(3600)
        }
    }
}

extension ApplicationID {
    /// The `appId` of every tenant's compliance resource, the same everywhere so that policies can name it.
    public static let complianceResource = ApplicationID("2c7e2f8a-51d1-4d0b-9a34-6f8f0f0c0001")
    /// The `appId` of what every tenant is administered at: console and administration API, the same everywhere.
    public static let administrationResource = ApplicationID("2c7e2f8a-51d1-4d0b-9a34-6f8f0f0c0002")
}

extension ResourceApp {
    /// A tenant's compliance resource: enrolment, posture, status, policy and remediation.
    ///
    /// - Parameters:
    ///   - identifier: `https://host/{tenant-guid}/compliance`.
    ///   - aliasIdentifier: the same with the tenant's alias; scopes may be spelled with it.
    /// - Returns: the resource.
    public static func compliance(identifier: String, aliasIdentifier: String) -> ResourceApp {
        ResourceApp(
            id: .complianceResource, identifier: identifier, alternativeIdentifiers: [aliasIdentifier],
            name: "Compliance")
    }
}
