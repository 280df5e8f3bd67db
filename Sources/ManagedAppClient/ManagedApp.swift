public import Cryptography

/// What the SDK asks of the app that it is part of.
public protocol ManagedApp: Sendable {
    /// Puts a policy in force for an account's data.
    ///
    /// - Parameters:
    ///   - policy: what must hold; its signature was verified.
    ///   - accountID: the account's object id.
    ///   - mayInteract: whether the app may ask the user for something, such as a PIN.
    /// - Returns: what came of it.
    func apply(
        _ policy: ProtectionPolicy, forAccountID accountID: String, mayInteract: Bool
    ) async -> PolicyOutcome

    /// What is so in the app and on the device at this moment; it is reported under the installation's key.
    func posture(forAccountID accountID: String) async -> AppPosture

    /// Removes the account's managed data, and nothing else.
    ///
    /// - Returns: whether it is gone; if not, the SDK asks again the next time.
    func wipeManagedData(forAccountID accountID: String) async -> Bool

    /// The identity that device management provisioned to this app on this device; nil when it has none.
    func managedIdentity() async -> (any ManagedIdentity)?
}

extension ManagedApp {
    /// No identity.
    public func managedIdentity() async -> (any ManagedIdentity)? { nil }
}

/// What came of putting a policy in force.
public enum PolicyOutcome: Sendable, Equatable {
    /// It is in force.
    case applied
    /// It is not, or not yet.
    case notApplied
    /// The user left when asked for something: no failure.
    case userCancelled
}

/// What an app says of itself.
public struct AppPosture: Sendable, Equatable {
    /// Whether a PIN protects the app; nil when that is not known.
    public var isPINSet: Bool?
    /// Whether the device's own protection is broken; nil when that is not known.
    public var isRooted: Bool?

    /// Makes a posture.
    public init(isPINSet: Bool?, isRooted: Bool?) {
        self.isPINSet = isPINSet
        self.isRooted = isRooted
    }
}

/// A certificate and its key that were provisioned to this app on this device and to nobody else.
public protocol ManagedIdentity: Sendable {
    /// The certificate in DER, then its intermediates.
    var certificateChain: [[UInt8]] { get }
    /// The algorithm of the key.
    var algorithm: SignatureAlgorithm { get }

    /// Signs in JOSE form (RFC 7518, section 3).
    func sign(_ message: [UInt8]) async throws(CryptographyError) -> [UInt8]
}

/// A managed identity whose key is in memory.
public struct SoftwareManagedIdentity: ManagedIdentity {
    /// The certificate in DER, then its intermediates.
    public let certificateChain: [[UInt8]]
    /// ES256 for a key on P-256, PS256 for an RSA key.
    public let algorithm: SignatureAlgorithm
    private let key: SigningKey

    /// Makes an identity of PEM texts.
    ///
    /// - Parameters:
    ///   - certificates: the certificate, then its intermediates.
    ///   - key: the private key (PKCS#8).
    /// - Throws: `CryptographyError` when they can't be read.
    public init(certificates: String, key: String) throws(CryptographyError) {
        self.key = try SigningKey(pem: key)
        certificateChain = try Certificate.list(pem: certificates).map(\.der)
        algorithm = self.key.type == .rsa ? .ps256 : .es256
    }

    /// Signs in JOSE form.
    public func sign(_ message: [UInt8]) async throws(CryptographyError) -> [UInt8] {
        try key.sign(message, algorithm: algorithm)
    }
}
