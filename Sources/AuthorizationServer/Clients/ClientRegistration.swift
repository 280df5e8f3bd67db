public import AccessModel
public import Cryptography

/// What is registered of a client, as far as authenticating it and opening grant types to it depend on it.
public struct ClientRegistration: Sendable, Hashable {
    /// The `client_id`.
    public var id: ClientID
    /// The hashes of its secrets; several while one is replaced.
    public var secretHashes: [SecretHash]
    /// The keys that its assertions may be signed with.
    public var keys: [AssertionKey]
    /// Whether it holds credentials of any kind, which it must then always present.
    public var isConfidential: Bool
    /// Whether it is a service that acts for itself, to which no grant of an account is open.
    public var actsForItself: Bool

    /// Makes a registration.
    ///
    /// - Parameters:
    ///   - id: the `client_id`.
    ///   - secretHashes: the hashes of its secrets.
    ///   - keys: the keys of its assertions, as far as they could be read.
    ///   - isConfidential: whether it holds credentials; true also when none of its keys can be read, so that damaged
    ///     credentials never make a client public.
    ///   - actsForItself: whether it is a service.
    public init(
        id: ClientID, secretHashes: [SecretHash] = [], keys: [AssertionKey] = [], isConfidential: Bool,
        actsForItself: Bool
    ) {
        self.id = id
        self.secretHashes = secretHashes
        self.keys = keys
        self.isConfidential = isConfidential || !secretHashes.isEmpty || !keys.isEmpty
        self.actsForItself = actsForItself
    }

    /// Whether the client may use the grant type.
    public func mayUse(_ type: GrantType) -> Bool {
        switch type {
        case .clientCredentials: actsForItself && isConfidential
        case .authorizationCode, .refreshToken, .deviceCode: !actsForItself
        }
    }
}

/// A key that a client's assertions may be signed with, and the names by which a header can choose it.
public struct AssertionKey: Sendable, Hashable {
    /// The key's identifier in the client's JWK set.
    public var id: String?
    /// The base64url SHA-1 thumbprint of its certificate (`x5t`); only to find it, never to trust it.
    public var certificateSHA1: String?
    /// The base64url SHA-256 thumbprint of its certificate (`x5t#S256`).
    public var certificateSHA256: String?
    /// The key.
    public var key: PublicKey
    /// The one algorithm that it is for, where its JWK names one.
    public var algorithm: SignatureAlgorithm?

    /// Makes a key.
    public init(
        id: String? = nil, certificateSHA1: String? = nil, certificateSHA256: String? = nil, key: PublicKey,
        algorithm: SignatureAlgorithm? = nil
    ) {
        self.id = id
        self.certificateSHA1 = certificateSHA1
        self.certificateSHA256 = certificateSHA256
        self.key = key
        self.algorithm = algorithm
    }
}
