public import AccessModel

/// Every URL of a tenant: the one place where paths are put together.
public struct TenantURLs: Sendable, Hashable {
    /// The public origin, `https://host[:port]`, without a trailing slash.
    public let origin: String
    /// The tenant.
    public let tenant: TenantID

    /// Makes the URLs of a tenant.
    public init(origin: String, tenant: TenantID) {
        self.origin = origin
        self.tenant = tenant
    }

    /// The origin with the tenant's GUID as its path.
    public var base: String { "\(origin)/\(tenant.rawValue)" }

    /// The issuer of OpenID Connect and RFC 9207, and the audience of client assertions.
    public var issuer: String { "\(base)/v2.0" }
    /// The tenant's keys (RFC 7517).
    public var keys: String { "\(base)/discovery/v2.0/keys" }
    /// The authorization endpoint (RFC 6749 section 3.1).
    public var authorize: String { "\(base)/oauth2/v2.0/authorize" }
    /// The token endpoint (RFC 6749 section 3.2).
    public var token: String { "\(base)/oauth2/v2.0/token" }
    /// The device authorization endpoint (RFC 8628 section 3.1).
    public var deviceCode: String { "\(base)/oauth2/v2.0/devicecode" }
    /// Where a user enters a user code (RFC 8628 section 3.3).
    public var deviceVerification: String { "\(base)/oauth2/v2.0/deviceauth" }
    /// The introspection endpoint (RFC 7662).
    public var introspect: String { "\(base)/oauth2/v2.0/introspect" }
    /// The revocation endpoint (RFC 7009).
    public var revoke: String { "\(base)/oauth2/v2.0/revoke" }

    /// Where a user is led through a remediation; the address is a secret.
    func remediation(_ secret: RemediationSecret) -> String { "\(base)/remediate/\(secret.text)" }
    /// The picture of that address as a QR code.
    public static func remediationQRCode(of url: String) -> String { url + "/qr.svg" }
    /// Where users look after their own apps.
    public var selfService: String { "\(base)/me" }

    /// The compliance resource's identifier: the audience of the tokens that open the compliance API.
    public var complianceResource: String { "\(base)/compliance" }
    /// The same as a user may write it with the tenant's alias.
    public func complianceResource(alias: String) -> String { "\(origin)/\(alias)/compliance" }
    /// The compliance API.
    public var compliance: String { "\(base)/compliance/v1" }
    /// Where a source sends signals about devices.
    public func signals(from source: String) -> String { "\(base)/signals/v1/\(source)" }
    /// Where app instances enrol.
    public var enrollments: String { "\(compliance)/enrollments" }
    /// One app instance.
    public func enrollment(_ instance: AppInstanceID) -> String { "\(enrollments)/\(instance.rawValue)" }
}
