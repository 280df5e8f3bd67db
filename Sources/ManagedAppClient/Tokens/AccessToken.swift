public import AccessModel

/// A token for a resource; it never shows itself in a text.
public struct AccessToken: Sendable, Equatable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable
{
    /// How a token is presented.
    public enum Scheme: String, Sendable, Hashable {
        /// RFC 6750.
        case bearer = "Bearer"
        /// RFC 9449: with a proof of the installation's key.
        case dpop = "DPoP"
    }

    /// The token; a secret.
    public let value: String
    /// How it is presented.
    public let scheme: Scheme
    /// When it ends.
    public let expiresAt: Timestamp
    /// What it was issued for, as the gateway said.
    public let scopes: [String]
    /// The account's object id.
    public let accountID: String

    /// A fixed word.
    public var description: String { "an access token" }
    /// A fixed word.
    public var debugDescription: String { description }
    /// Nothing to see.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
