public import AccessModel

/// What a client presented to authenticate itself at the token endpoint (RFC 6749 section 2.3, RFC 7523 section 2.2).
public enum ClientCredential: Sendable, Hashable {
    /// Only its identifier.
    case none(ClientID)
    /// A secret in the Authorization header (`client_secret_basic`).
    case basic(ClientID, PresentedSecret)
    /// A secret in the form (`client_secret_post`).
    case post(ClientID, PresentedSecret)
    /// A signed assertion (`private_key_jwt`); the identifier when the form names it too.
    case assertion(PresentedSecret, claimed: ClientID?)
}

/// A secret as a client presented it: never printed.
public struct PresentedSecret: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    /// The text.
    public let text: String

    /// Takes a presented secret.
    public init(_ text: String) {
        self.text = text
    }

    /// Always `***`.
    public var description: String { "***" }
    /// Always `***`.
    public var debugDescription: String { "***" }
    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
