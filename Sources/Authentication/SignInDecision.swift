public import AccessModel

/// What a sign-in with name and password comes to.
///
/// Whoever is refused is told one thing, whatever the reason: neither that a name exists nor that an account is disabled
/// can be found out without its password.
public enum SignInDecision: Sendable, Hashable {
    /// The account signed in.
    case signedIn(AccountID, Set<AuthenticationMethod>)
    /// It did not; the reason is for the log.
    case refused(SignInFault)

    /// Decides after the password was hashed.
    ///
    /// - Parameters:
    ///   - account: the account of the name; nil when there is none.
    ///   - isEnabled: whether the account may sign in.
    ///   - passwordMatches: whether the password is the account's; the caller hashes against a decoy where there is none,
    ///     so that the time does not tell.
    /// - Returns: the decision.
    public static func decide(account: AccountID?, isEnabled: Bool, passwordMatches: Bool) -> SignInDecision {
        guard let account else { return .refused(.unknownName) }
        guard passwordMatches else { return .refused(.wrongPassword) }
        guard isEnabled else { return .refused(.accountDisabled) }
        return .signedIn(account, [.password])
    }
}

/// Why a sign-in was refused; for the log only.
public enum SignInFault: String, Sendable, Hashable, CaseIterable {
    /// No account has the name.
    case unknownName = "unknown_name"
    /// The password is wrong, or the account has none.
    case wrongPassword = "wrong_password"
    /// The account is disabled.
    case accountDisabled = "account_disabled"
}
