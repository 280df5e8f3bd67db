public import AccessModel
public import AccessPolicy
public import AuthorizationServer
public import Compliance
public import Cryptography
public import Directory
import JOSE

/// A tenant's configuration, opened and indexed: what every request of the tenant is decided with.
public struct TenantConfiguration: Sendable {
    /// The head at which it was read.
    public let head: TenantHead
    /// The tenant's URLs.
    public let urls: TenantURLs
    /// The tenant's display name.
    public let name: String
    /// The clients.
    public let clients: [ClientID: ClientApp]
    /// What clients authenticate with.
    public let registrations: [ClientID: ClientRegistration]
    /// The resources, the compliance resource among them.
    public let resources: [ResourceApp]
    /// The authorities whose certificates show that an app is managed, by the client they are configured for.
    public let authorities: [ClientID: CertificateAuthorityStore]
    /// How certificates of some of them name the device, by the same clients.
    let deviceNaming: [ClientID: [DeviceNamingAuthority]]
    /// The policies.
    public let policies: PolicySet
    /// The app-protection policies.
    public let protectionPolicies: [AppProtectionPolicy]
    /// The exemptions.
    public let exemptions: [Exemption]
    /// How exemptions are given, and when a step is told again.
    let protectionSettings: ProtectionSettings
    /// What devices are evaluated with: sources, rules and exemptions.
    public let devices: DeviceFacts
    /// The sources of signals about devices, by name, with what they sign with.
    let signalSources: [String: OpenedSignalSource]
    /// The keys that tokens are signed with.
    public let keys: TenantKeys
    /// The key that the tokens of forms are made with: the same on every node and after a restart.
    public let csrfKey: SecretBytes
    /// The key that the secrets of remediation addresses are derived with.
    let remediationKey: SecretBytes
    /// The key that seals the tenant's secrets.
    let dataKey: SealingKey
    /// The access tokens that ``keys`` are known to have signed.
    let verifiedTokens: VerifiedTokens

    /// What compliance is evaluated with for an account and a client.
    ///
    /// - Parameters:
    ///   - account: the account.
    ///   - client: the client whose app instance it is.
    ///   - declared: whether the client declared the capability `protapp`; nil when nobody asked it.
    /// - Returns: the policies that apply, whether protection is demanded, and the exemptions.
    func complianceFacts(account: AccountFacts, client: ClientApp, declared: Bool?) -> ComplianceFacts {
        let membership = account.membership
        return ComplianceFacts(
            policies: ComplianceFacts.applying(protectionPolicies, to: membership, client: client.id),
            isProtectionDemanded: policies.demandsAppProtection(
                of: membership, for: client.permissions.lazy.map(\.resource)),
            declaredCapability: declared, isAccountEnabled: account.account.isEnabled, exemptions: exemptions,
            remindAhead: protectionSettings.remindAhead)
    }

    /// Believes an access token of this tenant.
    ///
    /// Whether it was revoked is not decided here.
    ///
    /// - Parameters:
    ///   - token: the token as it was presented.
    ///   - audience: who it must be for.
    ///   - now: the time of the request.
    /// - Returns: the claims, or why the token is refused.
    func verify(
        accessToken token: String, for audience: AccessToken.Audience, now: Timestamp
    ) -> Result<AccessTokenClaims, TokenRefusal> {
        verifiedTokens.claims(of: token, for: audience, now: now) {
            AccessToken.verify(token, keys: keys.published, issuer: urls.issuer, audience: audience, now: now)
        }
    }

    /// Authenticates a client (RFC 6749 section 2.3).
    ///
    /// - Parameters:
    ///   - credential: what it presents.
    ///   - tokenURL: the endpoint that was called, which older clients name as the audience of their assertion.
    ///   - now: the time.
    /// - Returns: the client, and what authenticating uses up; or why not.
    func authenticate(
        _ credential: ClientCredential, tokenURL: String, now: Timestamp
    ) -> ClientAuthenticationOutcome {
        ClientAuthenticator.authenticate(
            credential, registration: credential.claimedClient.flatMap { registrations[$0] }, tenant: head.id,
            audiences: [urls.issuer, urls.token, tokenURL], now: now)
    }
}
