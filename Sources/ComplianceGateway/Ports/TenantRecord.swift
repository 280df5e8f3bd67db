public import AccessModel
public import AccessPolicy
public import Compliance
public import Directory

/// A tenant's configuration as the store keeps it, read in one snapshot.
public struct TenantRecord: Sendable {
    /// The head at which it was read.
    public var head: TenantHead
    /// The tenant's display name.
    public var name: String
    /// What is decided when no policy matches.
    public var whenNothingMatches: UnmatchedAccess
    /// The tenant's data key, sealed under the master key.
    public var sealedDataKey: [UInt8]
    /// The tenant's signing keys, the active one first.
    public var signingKeys: [SigningKeyRecord]
    /// The registered clients.
    public var clients: [ClientApp]
    /// The registered resources, without the compliance resource, whose identifier depends on the host.
    public var resources: [ResourceApp]
    /// The authorities whose certificates show that an app is managed.
    public var authorities: [CertificateAuthorityRegistration]
    /// The published Conditional Access policies and named locations, in canonical form.
    public var policyDocument: [UInt8]?
    /// The published app-protection policies.
    public var protectionPolicies: [AppProtectionPolicy]
    /// The exemptions that were granted, ended ones included.
    public var exemptions: [Exemption]
    /// What the organisation asks of devices.
    public var deviceRules: DeviceRules
    /// How exemptions are given, and when a step is told again.
    public var protectionSettings: ProtectionSettings
    /// The sources of signals about devices.
    public var signalSources: [SignalSourceRecord]

    /// Makes a record.
    public init(
        head: TenantHead, name: String, whenNothingMatches: UnmatchedAccess, sealedDataKey: [UInt8],
        signingKeys: [SigningKeyRecord], clients: [ClientApp], resources: [ResourceApp],
        authorities: [CertificateAuthorityRegistration], policyDocument: [UInt8]?,
        protectionPolicies: [AppProtectionPolicy], exemptions: [Exemption], deviceRules: DeviceRules = DeviceRules(),
        protectionSettings: ProtectionSettings = ProtectionSettings(), signalSources: [SignalSourceRecord] = []
    ) {
        self.head = head
        self.name = name
        self.whenNothingMatches = whenNothingMatches
        self.sealedDataKey = sealedDataKey
        self.signingKeys = signingKeys
        self.clients = clients
        self.resources = resources
        self.authorities = authorities
        self.policyDocument = policyDocument
        self.protectionPolicies = protectionPolicies
        self.exemptions = exemptions
        self.deviceRules = deviceRules
        self.protectionSettings = protectionSettings
        self.signalSources = signalSources
    }
}

/// A signing key as it is stored.
public struct SigningKeyRecord: Sendable, Hashable {
    /// The key's identifier: its RFC 7638 thumbprint.
    public var id: String
    /// The private key (PKCS#8, DER) sealed under the tenant's data key.
    public var sealedPrivateKey: [UInt8]
    /// Whether new tokens are signed with it; every other key only verifies.
    public var isActive: Bool
    /// When it was made.
    public var createdAt: Timestamp

    /// Makes a record.
    public init(id: String, sealedPrivateKey: [UInt8], isActive: Bool, createdAt: Timestamp) {
        self.id = id
        self.sealedPrivateKey = sealedPrivateKey
        self.isActive = isActive
        self.createdAt = createdAt
    }
}
