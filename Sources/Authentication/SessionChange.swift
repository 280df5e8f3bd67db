public import AccessModel

/// A change of state that the sign-in rules ask for.
public enum SessionChange: Sendable, Hashable {
    /// Keeps a new session.
    ///
    /// Precondition: none; the secret is of fresh random bytes.
    case insertSession(SignInSession)
    /// Ends a session.
    ///
    /// Precondition: none.
    case endSession(SessionID, tenant: TenantID)
    /// Ends every session of an account, as when it is disabled or its password changes.
    ///
    /// Precondition: none.
    case endSessions(account: AccountID, tenant: TenantID)
}
