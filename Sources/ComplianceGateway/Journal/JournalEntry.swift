public import AccessModel
public import JSONCoding

/// One thing that the gateway learned or decided, as it goes into a tenant's journal.
///
/// The store gives it its sequence number and writes it in the same transaction as the state that it tells of.
public struct JournalEntry: Sendable {
    /// What happened.
    public var kind: JournalKind
    /// When it happened.
    public var at: Timestamp
    /// Whom and what it concerns.
    public var subject: JournalSubject
    /// The correlation identifier of the request that caused it; nil when none did.
    public var correlation: CorrelationID?
    /// Members that this kind adds; never a secret.
    public var details: [(name: String, value: JSONValue)]
    /// What the policies decided, of an entry about a token; its members are among the details.
    public var signIn: SignInRecord?

    /// Makes an entry.
    public init(
        _ kind: JournalKind, at: Timestamp, subject: JournalSubject = JournalSubject(),
        correlation: CorrelationID? = nil, details: [(name: String, value: JSONValue)] = [],
        signIn: SignInRecord? = nil
    ) {
        self.kind = kind
        self.at = at
        self.subject = subject
        self.correlation = correlation
        self.details = details
        self.signIn = signIn
    }
}

/// Whom and what a journal entry concerns; nil where nobody is.
public struct JournalSubject: Sendable, Hashable {
    /// The account.
    public var account: AccountID?
    /// The client.
    public var client: ClientID?
    /// The app instance.
    public var instance: AppInstanceID?
    /// The device.
    public var device: DeviceID?
    /// The administrator who acted, as the operating system or the directory names them.
    public var actor: String?

    /// Makes a subject; by default it names nobody.
    public init(
        account: AccountID? = nil, client: ClientID? = nil, instance: AppInstanceID? = nil, device: DeviceID? = nil,
        actor: String? = nil
    ) {
        self.account = account
        self.client = client
        self.instance = instance
        self.device = device
        self.actor = actor
    }
}

/// The kinds of journal entries; their texts are stable.
public enum JournalKind: String, Sendable, Hashable, CaseIterable {
    // Sign-in and tokens.
    case signInSucceeded
    case signInFailed
    case sessionsEnded
    case authorizationCodeIssued
    case authorizationRefused
    case deviceCodeIssued
    case deviceCodeDecided
    case tokenIssued
    case tokenRefused
    case grantBound
    case grantRevoked
    case refreshTokenReused
    case authorizationCodeReused

    // App instances.
    case instanceEnrolled
    case evidenceProved
    case postureReported
    case complianceChanged
    case remediationAsked
    case remediationCancelled
    case remediationOpened
    case remediationClosed
    case enrollmentIDIssued
    case tokensSuspended
    /// Checks of an app or of a device fail that have still time; what follows when.
    case checkFailing
    /// What follows from a failing check is near.
    case checkStepNear
    /// Checks pass again before what was told to follow did.
    case checkSettled
    case instanceApproved
    case instanceApprovalRevoked
    case instanceBlocked
    case instanceUnblocked
    case wipeRequested
    case instanceWiped
    case wipeConfirmed
    case instanceUnenrolled

    // Devices.
    case deviceRegistered
    case deviceSignalReceived
    case deviceComplianceChanged
    /// More app instances depend on the device than were told with the change itself.
    case deviceReevaluationDue
    /// Somebody who uses a device is told that its compliance is not what it was.
    case deviceNoticeGiven

    // Administration.
    case tenantCreated
    /// The store turned out to be an older state or a copy, and its next epoch began.
    case storeRestored
    case directoryApplied
    case policySetPublished
    case policyPromotionScheduled
    case policyPromotionCancelled
    case protectionPoliciesPublished
    case exemptionRequested
    case exemptionApproved
    case exemptionWithdrawn
    case accountEnabled
    case accountDisabled
    case passwordSet
    case journalPruned
    case signalSourceAdded
    case signalSourceSecretRotated
    case signalSourceEnabled
    case signalSourceDisabled
    case signalSourceRemoved
    case signalSourceCredentialChanged
    case signalSourcePullRequested

    // What the gateway does by itself.
    case reevaluationCompleted
    case signalSourceFailed
    case signalSourceRecovered
    case deliveryCompleted
    case deliveryFailed

    // What destinations outside are told, and that a break-glass account was used.
    case destinationChanged
    case destinationRemoved
    case deliveryRevived
    case deliveryDiscarded
    case breakGlassUsed
}
