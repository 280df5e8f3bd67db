public import AccessModel
public import Cryptography

/// What takes messages to destinations.
public protocol DeliverySender: Sendable {
    /// Takes a message to its destination, within bounded time.
    ///
    /// A message may come twice when the answer to the first was lost; what a destination is made to do must bear it.
    ///
    /// - Parameters:
    ///   - message: the message.
    ///   - destination: where it goes.
    ///   - secret: the destination's secret; nil when it has none.
    /// - Returns: what became of it.
    func send(_ message: DeliveryMessage, to destination: Destination, secret: SecretBytes?) async -> DeliveryOutcome
}

/// What became of a try.
public enum DeliveryOutcome: Sendable, Hashable {
    /// It arrived.
    case delivered
    /// It did not, and another try may help; why, without any secret.
    case failed(String)
    /// It did not, and no other try will; why, without any secret.
    case refused(String)
}

/// What a destination is told.
public struct DeliveryMessage: Sendable, Hashable {
    /// Names the message wherever it comes: the same for each try.
    public var id: String
    /// The tenant.
    public var tenant: TenantID
    /// What happened.
    public var event: DeliveryEvent
    /// When.
    public var at: Timestamp
    /// The account that it is about.
    public var account: AccountID?
    /// The account's name to sign in with.
    public var userPrincipalName: String?
    /// The account's display name.
    public var displayName: String?
    /// The app.
    public var client: ClientID?
    /// The app's name.
    public var clientName: String?
    /// The app instance.
    public var instance: AppInstanceID?
    /// The device, of an event about one.
    public var device: DeviceID?
    /// What the device is called, by the source that named it last.
    public var deviceName: String?
    /// The language that the account prefers (BCP 47).
    public var preferredLanguage: String?
    /// Where the account's user sees the own apps and devices, and how to put them right.
    public var selfServiceURL: String?
    /// The status now, of an event about compliance.
    public var status: ComplianceStatus?
    /// Why.
    public var reasons: [ReasonCode]
    /// What follows from checks that fail, of an event about them.
    public var steps: [DeliveryStep]
    /// Whether nothing has happened, and somebody only tries the destination.
    public var isTest: Bool

    /// Makes a message.
    public init(
        id: String, tenant: TenantID, event: DeliveryEvent, at: Timestamp, account: AccountID? = nil,
        userPrincipalName: String? = nil, displayName: String? = nil, client: ClientID? = nil,
        clientName: String? = nil, instance: AppInstanceID? = nil, device: DeviceID? = nil,
        deviceName: String? = nil, preferredLanguage: String? = nil, selfServiceURL: String? = nil,
        status: ComplianceStatus? = nil, reasons: [ReasonCode] = [], steps: [DeliveryStep] = [],
        isTest: Bool = false
    ) {
        self.id = id
        self.tenant = tenant
        self.event = event
        self.at = at
        self.account = account
        self.userPrincipalName = userPrincipalName
        self.displayName = displayName
        self.client = client
        self.clientName = clientName
        self.instance = instance
        self.device = device
        self.deviceName = deviceName
        self.preferredLanguage = preferredLanguage
        self.selfServiceURL = selfServiceURL
        self.status = status
        self.reasons = reasons
        self.steps = steps
        self.isTest = isTest
    }
}
