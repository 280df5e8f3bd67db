/// The circumstances of a sign-in.
public struct AccessContext: Sendable, Hashable {
    /// The kind of client application; nil when it is not known.
    public var clientAppType: ClientAppType?
    /// The device platform; nil when it is not known.
    public var platform: DevicePlatform?
    /// The address the request came from; nil when it is not known.
    public var ipAddress: IPAddress?
    /// The country that the address belongs to (ISO 3166-1 alpha-2, upper case); nil when it is not known.
    public var country: String?
    /// The risk of this sign-in; nil when it is not known.
    public var signInRisk: RiskLevel?
    /// The risk of the user; nil when it is not known.
    public var userRisk: RiskLevel?
    /// The risk of the service principal; nil when it is not known.
    public var servicePrincipalRisk: RiskLevel?
    /// The insider risk of the user; nil when it is not known.
    public var insiderRisk: InsiderRiskLevel?
    /// How the sign-in was carried from one device to another; nil when it was not.
    public var transferMethod: TransferMethod?
    /// The device that was presented; nil when none was.
    public var device: DeviceInfo?
    /// How and when whoever asks has signed in.
    public var authentication: AuthenticationFacts

    /// Makes a context; by default nothing is known.
    public init(
        clientAppType: ClientAppType? = nil, platform: DevicePlatform? = nil, ipAddress: IPAddress? = nil,
        country: String? = nil, signInRisk: RiskLevel? = nil, userRisk: RiskLevel? = nil,
        servicePrincipalRisk: RiskLevel? = nil, insiderRisk: InsiderRiskLevel? = nil,
        transferMethod: TransferMethod? = nil, device: DeviceInfo? = nil,
        authentication: AuthenticationFacts = AuthenticationFacts()
    ) {
        self.clientAppType = clientAppType
        self.platform = platform
        self.ipAddress = ipAddress
        self.country = country
        self.signInRisk = signInRisk
        self.userRisk = userRisk
        self.servicePrincipalRisk = servicePrincipalRisk
        self.insiderRisk = insiderRisk
        self.transferMethod = transferMethod
        self.device = device
        self.authentication = authentication
    }
}

/// The kind of client application, as the condition `clientAppTypes` names it.
public enum ClientAppType: String, Sendable, Hashable, CaseIterable {
    /// A web browser.
    case browser
    /// A mobile app or a desktop client that signs in with a current protocol.
    case mobileAppsAndDesktopClients
    /// Exchange ActiveSync.
    case exchangeActiveSync
    /// Exchange ActiveSync on a supported platform.
    case easSupported
    /// Every other client; legacy protocols.
    case other
}

/// A device platform, as the condition `platforms` names it.
public enum DevicePlatform: String, Sendable, Hashable, CaseIterable {
    /// Android.
    case android
    /// iOS and iPadOS.
    case iOS
    /// Windows.
    case windows
    /// Windows Phone.
    case windowsPhone
    /// macOS.
    case macOS
    /// Linux.
    case linux
}
