public import AccessModel

/// Who an app is at its gateway, and how it behaves.
public struct ManagedAppConfiguration: Sendable {
    /// What the app shows at the token endpoint so that the gateway knows which installation asks.
    public enum InstanceProof: Sendable, Hashable {
        /// A proof of the installation's key with each request (RFC 9449), for registrations that say `instanceProof: key`.
        case key
        /// The enrolment identifier, for registrations that say `instanceProof: enrollmentId`.
        case enrollmentID
    }

    /// The tenant's address: `https://host/tenant`, the tenant by GUID or name.
    public var authority: String
    /// The identifier of the app's registration.
    public var clientID: String
    /// Where the browser goes after a sign-in; as registered.
    public var redirectURI: String
    /// What the app shows at the token endpoint.
    public var instanceProof = InstanceProof.key
    /// The capabilities that every request declares: `protapp` and `cp1` (understands claims challenges) by default.
    ///
    /// An app that does not declare `protapp` can not be made compliant.
    public var capabilities = ["protapp", "cp1"]
    /// The platform that the app reports.
    public var platform: DevicePlatform
    /// The app's version.
    public var appVersion: Version
    /// The operating system's version.
    public var osVersion: Version
    /// The language of titles and messages.
    public var language = AppLanguage.english
    /// How often one token request is repeated after a remediation that ended compliant, 1 to 5; 3 by default.
    public var repetitions = 3
    /// The longest `Retry-After` that is waited for within a call; 5 s by default; beyond it the call fails and says when to come
    /// again.
    public var longestWait = Duration.seconds(5)

    /// Makes a configuration.
    public init(
        authority: String, clientID: String, redirectURI: String, platform: DevicePlatform, appVersion: Version,
        osVersion: Version
    ) {
        self.authority = authority
        self.clientID = clientID
        self.redirectURI = redirectURI
        self.platform = platform
        self.appVersion = appVersion
        self.osVersion = osVersion
    }
}
