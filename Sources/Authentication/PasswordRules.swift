/// What a new password must be (NIST SP 800-63B section 3.1.1.2): long enough, not too long to hash, and nobody's name.
///
/// There are no rules of composition, and none of expiry.
public struct PasswordRules: Sendable, Hashable {
    /// The fewest characters, as people count them.
    public var minimumCharacters: Int
    /// The most UTF-8 bytes that are hashed; a longer text is refused, never cut.
    public var maximumBytes: Int

    /// Makes rules; by default at least 12 characters and at most 1,024 bytes.
    public init(minimumCharacters: Int = 12, maximumBytes: Int = 1024) {
        self.minimumCharacters = minimumCharacters
        self.maximumBytes = maximumBytes
    }

    /// Why a password is not accepted.
    public enum Fault: String, Sendable, Hashable, CaseIterable {
        /// It has fewer characters than it must.
        case tooShort = "too_short"
        /// It has more bytes than are hashed.
        case tooLong = "too_long"
        /// It is one character over and over.
        case repetitive
        /// It contains the account's own name.
        case containsName = "contains_name"
    }

    /// Checks a new password.
    ///
    /// - Parameters:
    ///   - password: the password.
    ///   - userPrincipalName: the account's name; the part before the `@` must not be in the password.
    /// - Returns: nil when it is accepted.
    public func check(_ password: String, userPrincipalName: String) -> Fault? {
        guard password.utf8.count <= maximumBytes else { return .tooLong }
        guard password.count >= minimumCharacters else { return .tooShort }
        guard Set(password).count > 1 else { return .repetitive }
        let name = userPrincipalName.prefix { $0 != "@" }.lowercased()
        guard name.count < 4 || !password.lowercased().contains(name) else { return .containsName }
        return nil
    }
}
