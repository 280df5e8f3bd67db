public import AccessModel

/// A change of state that the sign-in rules ask for.
public enum SessionChange: Sendable, Hashable {
    /// Keeps a new session of whoever showed the password.
    ///
    /// Precondition: the account is enabled and its password hash is still the one that the password was checked
    /// against; the secret is of fresh random bytes.
    case insertSession(SignInSession, passwordHash: String?)
    /// Ends a session.
    ///
    /// Precondition: none.
    case endSession(SessionID, tenant: TenantID)
    /// Ends every session of an account but one.
    ///
    /// Precondition: none.
    case endOtherSessions(AccountID, keeping: SessionID, tenant: TenantID)
    /// Ends every session of an account, as when it is disabled or its password changes.
    ///
    /// Precondition: none.
    case endSessions(account: AccountID, tenant: TenantID)
}
