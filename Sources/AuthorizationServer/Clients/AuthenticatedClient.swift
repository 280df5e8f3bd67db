public import AccessModel

/// A client that authenticated itself, or that is public and so has nothing to authenticate with.
public struct AuthenticatedClient: Sendable, Equatable {
    /// What is registered of it.
    public let registration: ClientRegistration

    /// The `client_id`.
    public var id: ClientID { registration.id }
    /// Whether it authenticated; a public client only named itself.
    public var isConfidential: Bool { registration.isConfidential }

    init(registration: ClientRegistration) {
        self.registration = registration
    }
}

/// What a client's authentication comes to.
public enum ClientAuthenticationOutcome: Sendable, Equatable {
    /// It is the client; the changes are to be made in the write of the outcome, whatever that is.
    case authenticated(AuthenticatedClient, uses: [GrantChange])
    /// It is not.
    case refused(ClientFault)
}
