import Cryptography

/// What an opaque token is; its prefix says so, and one kind is never taken for another.
public enum OpaqueTokenKind: String, Sendable, Hashable, CaseIterable {
    /// An authorization code (RFC 6749 section 4.1.2).
    case authorizationCode = "pc_"
    /// A refresh token (RFC 6749 section 1.5).
    case refreshToken = "pr_"
    /// A device code (RFC 8628 section 3.2).
    case deviceCode = "pd_"
}

/// A prefix and the base64url text of 32 random bytes: stored only as the hash of the whole text.
public struct OpaqueToken: Sendable, Hashable {
    /// The kind.
    public let kind: OpaqueTokenKind
    /// The text as the client holds it; a secret.
    public let text: String

    /// Makes a token of 32 fresh random bytes.
    ///
    /// - Returns: nil unless there are 32 bytes.
    public init?(_ kind: OpaqueTokenKind, randomBytes: [UInt8]) {
        guard randomBytes.count == 32 else { return nil }
        self.kind = kind
        text = kind.rawValue + Base64URL.encode(randomBytes)
    }

    /// Reads a presented token; a shorter, longer or otherwise spelled one is none.
    ///
    /// - Returns: nil when the text is no token of that kind, whether or not one like it was ever issued.
    public init?(_ kind: OpaqueTokenKind, presented: String) {
        let expected = kind.rawValue.utf8.count + Base64URL.encodedCount(32)
        guard presented.utf8.count == expected, presented.utf8.starts(with: kind.rawValue.utf8) else { return nil }
        // Strict decoding: one value has one spelling, so that flipped trailing bits are no second token.
        guard (try? Base64URL.decode(Array(presented.utf8.dropFirst(kind.rawValue.utf8.count))))?.count == 32 else {
            return nil
        }
        self.kind = kind
        text = presented
    }

    /// What the store knows the token by.
    public var hash: SecretHash { SecretHash(of: text) }
}

extension OpaqueToken: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Always `***`.
    public var description: String { "***" }
    /// Always `***`.
    public var debugDescription: String { "***" }
    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
