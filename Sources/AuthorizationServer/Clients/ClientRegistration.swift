public import AccessModel
public import JOSE

/// What is registered of a client, as far as authenticating it and opening grant types to it depend on it.
public struct ClientRegistration: Sendable, Equatable {
    /// The `client_id`.
    public var id: ClientID
    /// The hashes of its secrets; several while one is replaced.
    public var secretHashes: [SecretHash]
    /// The keys that its assertions may be signed with.
    public var keys: JWKSet
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
        id: ClientID, secretHashes: [SecretHash] = [], keys: JWKSet = JWKSet([]), isConfidential: Bool,
        actsForItself: Bool
    ) {
        self.id = id
        self.secretHashes = secretHashes
        self.keys = keys
        self.isConfidential = isConfidential || !secretHashes.isEmpty || !keys.keys.isEmpty
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
