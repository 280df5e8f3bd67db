public import AccessModel

/// An authorize request whose client and redirect URI are known to belong together (RFC 6749 section 4.1.1).
public struct AuthorizeRequest: Sendable, Hashable {
    /// The client.
    public var client: ClientID
    /// The redirect URI, exactly as it was sent.
    public var redirectURI: String
    /// How the answer is to reach the client.
    public var responseMode: AuthorizeResponseMode
    /// The scope.
    public var scope: String
    /// `state`, which every answer returns.
    public var state: String?
    /// `nonce`, which the id_token returns.
    public var nonce: String?
    /// The S256 code challenge (RFC 7636 section 4.3).
    public var codeChallenge: String
    /// What the user is to be asked.
    public var prompt: AuthorizePrompt
    /// The account that the client expects.
    public var loginHint: String?
    /// How long ago the account may have authenticated (`max_age`); nil when it does not matter.
    public var maximumAge: Duration?
    /// The capabilities that `claims` declares.
    public var declaredCapabilities: Set<ClientCapability>
    /// The key that must be proved at redemption (`dpop_jkt`, RFC 9449 section 10).
    public var keyThumbprint: String?
    /// Whether the answer carries `client_info`.
    public var wantsClientInfo: Bool
}

/// What the user is to be asked (OpenID Connect Core section 3.1.2.1).
public enum AuthorizePrompt: Sendable, Hashable {
    /// To sign in, if there is no session that will do.
    case whenNeeded
    /// To sign in, whatever session there is; also for `select_account`, since a session has one account.
    case login
    /// Nothing: what can't be answered at once is answered with an error.
    case none
}

/// What an authorize request comes to before anybody is asked anything.
public enum AuthorizeParsing: Sendable, Hashable {
    /// Client or redirect URI can't be trusted: a page says so, and nothing is ever redirected
    /// (RFC 9700 section 4.11).
    case page(AuthorizePageFault)
    /// The client is told by redirect.
    case redirect(AuthorizeRedirect)
    /// It can be gone on with.
    case request(AuthorizeRequest)
}

/// Why an authorize request is answered with a page and never with a redirect.
public enum AuthorizePageFault: Sendable, Hashable {
    /// The parameters can't be read, or one that decides on the redirect is missing or repeated.
    case malformed(RequestFault)
    /// No such client is registered in the tenant.
    case unknownClient
    /// The client has not registered the redirect URI.
    case redirectURI
}

/// What the directory says of a client and a redirect URI.
public enum RedirectRegistration: Sendable, Hashable {
    /// No such client is registered in the tenant.
    case unknownClient
    /// The client has not registered the URI.
    case unregistered
    /// The client has registered the URI.
    ///
    /// - Parameter actsForItself: whether it is a service, to which no account can give anything.
    case registered(actsForItself: Bool)
}
