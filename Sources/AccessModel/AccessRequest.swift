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
    case servicePrincipal(ServicePrincipal)
}

/// A client that acts for itself.
public struct ServicePrincipal: Sendable, Hashable {
    /// The client.
    public var client: ClientID
    /// Whether the client is registered in this tenant, and not brought along from elsewhere.
    public var isOfThisTenant: Bool

    /// Makes a service principal.
    public init(_ client: ClientID, isOfThisTenant: Bool = true) {
        self.client = client
        self.isOfThisTenant = isOfThisTenant
    }
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
