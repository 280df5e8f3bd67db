public import AccessModel
public import AuthorizationServer
import Compliance
import Cryptography

/// The unguessable part of a remediation page's address: 144 bits that follow from the session and a key of the tenant.
///
/// The store keeps its hash. Whoever joins a session is given the same address, since the secret can be derived again;
/// see the decision record. It is never printed.
public struct RemediationSecret: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    static let byteCount = 18

    private let bytes: [UInt8]

    /// Derives the secret of a session.
    init(of session: RemediationSessionID, key: SecretBytes) {
        bytes = Array(
            HMACSHA256.authenticate(Array("remediation:\(session.rawValue)".utf8), key: key).prefix(Self.byteCount))
    }

    /// Reads the segment of an address.
    ///
    /// - Returns: nil when it is not the text of a secret.
    public init?(text: String) {
        // What can't be decoded is no secret of ours, whatever the decoder's reason.
        guard text.utf8.count == Base64URL.encodedCount(Self.byteCount), let bytes = try? Base64URL.decode(text) else {
            return nil
        }
        self.bytes = bytes
    }

    /// The segment of an address.
    var text: String { Base64URL.encode(bytes) }
    /// What the store finds the session by.
    public var hash: SecretHash { SecretHash(of: bytes) }

    /// Always `***`.
    public var description: String { "***" }
    /// Always `***`.
    public var debugDescription: String { "***" }
    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// Where a user is led through a remediation.
public struct RemediationLink: Sendable, CustomStringConvertible {
    /// The page's address; a secret.
    public let url: String
    /// When the page expires if nobody uses it.
    public let expiresAt: Timestamp

    init(_ session: RemediationSession, _ configuration: TenantConfiguration) {
        let secret = RemediationSecret(of: session.id, key: configuration.remediationKey)
        url = configuration.urls.remediation(secret)
        expiresAt = session.expiresAt
    }

    /// Always `***`.
    public var description: String { "***" }
}
