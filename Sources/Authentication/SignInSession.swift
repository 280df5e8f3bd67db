public import AccessModel
import Cryptography

/// A browser's sign-in session in one tenant.
///
/// The cookie holds the 32-byte secret; the store keeps its hash and names the tenant, so that the cookie of one tenant is
/// nothing under another.
public struct SignInSession: Sendable, Hashable {
    /// How long a session lives.
    public static let lifetime: Duration = .seconds(12 * 3600)

    /// The identifier, by which codes and grants name the session; it opens nothing.
    public var id: SessionID
    /// SHA-256 of the cookie's secret, 32 bytes.
    public var secretHash: [UInt8]
    /// The tenant.
    public var tenant: TenantID
    /// The account that signed in.
    public var account: AccountID
    /// How it authenticated.
    public var methods: Set<AuthenticationMethod>
    /// When it authenticated.
    public var authenticatedAt: Timestamp
    /// When the session ends.
    public var expiresAt: Timestamp

    /// Takes a stored session.
    public init(
        id: SessionID, secretHash: [UInt8], tenant: TenantID, account: AccountID, methods: Set<AuthenticationMethod>,
        authenticatedAt: Timestamp, expiresAt: Timestamp
    ) {
        self.id = id
        self.secretHash = secretHash
        self.tenant = tenant
        self.account = account
        self.methods = methods
        self.authenticatedAt = authenticatedAt
        self.expiresAt = expiresAt
    }

    /// Starts a session of an account that has just authenticated.
    public static func start(
        id: SessionID, secret: SessionSecret, tenant: TenantID, account: AccountID,
        methods: Set<AuthenticationMethod>, now: Timestamp
    ) -> SignInSession {
        SignInSession(
            id: id, secretHash: secret.hash, tenant: tenant, account: account, methods: methods,
            authenticatedAt: now, expiresAt: now + lifetime)
    }

    /// Whether the session holds for this tenant, at this time, and was opened with this secret.
    public func holds(in tenant: TenantID, secret: SessionSecret, now: Timestamp) -> Bool {
        tenant == self.tenant && now < expiresAt && ConstantTime.equal(secret.hash, secretHash)
    }
}

/// The secret that a session cookie holds: 32 random bytes, never printed.
public struct SessionSecret: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    private let bytes: [UInt8]

    /// Makes a secret of 32 fresh random bytes.
    ///
    /// - Returns: nil unless there are 32 bytes.
    public init?(randomBytes: [UInt8]) {
        guard randomBytes.count == 32 else { return nil }
        bytes = randomBytes
    }

    /// Reads a cookie's value.
    ///
    /// - Returns: nil when it is not the text of 32 bytes.
    public init?(cookie: String) {
        // What can't be decoded is no secret of ours, whatever the decoder's reason.
        guard cookie.utf8.count == Base64URL.encodedCount(32), let decoded = try? Base64URL.decode(cookie) else {
            return nil
        }
        self.init(randomBytes: decoded)
    }

    /// The cookie's value.
    public var cookie: String { Base64URL.encode(bytes) }
    /// SHA-256 of the secret: what the store finds the session by.
    public var hash: [UInt8] { Digest.sha256(bytes) }

    /// Always `***`.
    public var description: String { "***" }
    /// Always `***`.
    public var debugDescription: String { "***" }
    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
