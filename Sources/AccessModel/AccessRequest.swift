/// Everything that a policy decision is made on: who asks, for what, under which circumstances, and what has been shown.
///
/// A value says what is known; nil says that the signal is missing, which is never the same as a harmless value.
public struct AccessRequest: Sendable, Hashable {
    /// Who asks.
    public var subject: AccessSubject
    /// What access is asked for.
    public var resource: AccessResource
    /// The circumstances of this sign-in.
    public var context: AccessContext
    /// What has been shown for each grant control.
    public var controls: ControlFacts
    /// How the app-protection and device controls are treated.
    public var purpose: AccessPurpose

    /// Makes a request.
    public init(
        subject: AccessSubject, resource: AccessResource, context: AccessContext = AccessContext(),
        controls: ControlFacts = ControlFacts(), purpose: AccessPurpose = .ordinary
    ) {
        self.subject = subject
        self.resource = resource
        self.context = context
        self.controls = controls
        self.purpose = purpose
    }
}

/// Who asks for access.
public enum AccessSubject: Sendable, Hashable {
    /// A person's account.
    case account(AccountMembership)
    /// A client that acts for itself (RFC 6749 section 4.4).
    case servicePrincipal(ClientID)
}

/// What access is asked for.
///
/// A policy targets exactly one of the three kinds.
public enum AccessResource: Sendable, Hashable {
    /// A resource application.
    case application(ApplicationID)
    /// A user action, by its URN such as `urn:user:registersecurityinfo`.
    case userAction(String)
    /// An authentication context, `c1` to `c99`.
    case authenticationContext(String)
}

/// Why access is asked for.
public enum AccessPurpose: Sendable, Hashable {
    /// To use the resource.
    case ordinary
    /// To become compliant: the app-protection and device controls count as met under AND and as absent under OR
    /// (met if nothing else is left), or nobody could ever become compliant. Every other control holds.
    case becomeCompliant
}

/// The circumstances of a sign-in.
public struct AccessContext: Sendable, Hashable {
    /// The kind of client application; nil when it is not known.
    public var clientAppType: ClientAppType?
    /// The device platform; nil when it is not known.
    public var platform: DevicePlatform?
    /// The address the request came from; nil when it is not known.
    public var ipAddress: IPAddress?

    /// Makes a context; by default nothing is known.
    public init(
        clientAppType: ClientAppType? = nil, platform: DevicePlatform? = nil, ipAddress: IPAddress? = nil
    ) {
        self.clientAppType = clientAppType
        self.platform = platform
        self.ipAddress = ipAddress
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
