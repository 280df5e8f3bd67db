public import AccessModel

/// The sign-in session that an authorize request comes with, as far as the answer depends on it.
public struct AuthorizeSession: Sendable, Hashable {
    /// The session.
    public var id: SessionID
    /// The account.
    public var account: AccountID
    /// How it authenticated (RFC 8176).
    public var authenticationMethods: [String]
    /// When it authenticated.
    public var authenticatedAt: Timestamp
    /// Whether it did so to answer this very request, so that nothing asks for it again.
    public var isNew: Bool

    /// Makes a session.
    public init(
        id: SessionID, account: AccountID, authenticationMethods: [String], authenticatedAt: Timestamp,
        isNew: Bool = false
    ) {
        self.id = id
        self.account = account
        self.authenticationMethods = authenticationMethods
        self.authenticatedAt = authenticatedAt
        self.isNew = isNew
    }
}
