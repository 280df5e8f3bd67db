/// A space-separated scope parameter, taken apart (RFC 6749 section 3.3).
public struct ScopeRequest: Sendable, Hashable {
    /// What a scope parameter may cost.
    public struct Limits: Sendable, Hashable {
        /// The longest text, in bytes.
        public var maximumByteCount: Int
        /// The most scopes.
        public var maximumCount: Int

        /// Makes limits.
        public init(maximumByteCount: Int = 4096, maximumCount: Int = 64) {
            self.maximumByteCount = maximumByteCount
            self.maximumCount = maximumCount
        }
    }

    /// The reserved scopes that were asked for.
    public let reserved: Set<ReservedScope>
    /// The other scopes, in the order of the text, each once.
    public let resourceScopes: [String]

    /// Reads a scope parameter; a scope that is named twice counts once.
    ///
    /// - Returns: the request, or why it is refused.
    public static func parse(_ text: String, limits: Limits = Limits()) -> Result<ScopeRequest, ScopeRefusal> {
        guard text.utf8.count <= limits.maximumByteCount else { return .failure(.tooLarge) }
        let tokens = text.utf8.split(separator: 0x20).map { String(Substring($0)) }
        guard tokens.count <= limits.maximumCount else { return .failure(.tooLarge) }
        var reserved: Set<ReservedScope> = []
        var scopes: [String] = []
        for token in tokens {
            guard token.utf8.allSatisfy(isScopeCharacter) else { return .failure(.malformed) }
            if let known = ReservedScope.allCases.first(where: { $0.rawValue.utf8.elementsEqual(token.utf8) }) {
                reserved.insert(known)
            } else if !scopes.contains(token) {
                scopes.append(token)
            }
        }
        return .success(ScopeRequest(reserved: reserved, resourceScopes: scopes))
    }

    static func isScopeCharacter(_ byte: UInt8) -> Bool {
        byte == 0x21 || (0x23...0x5B).contains(byte) || (0x5D...0x7E).contains(byte)
    }
}

/// A scope that belongs to no resource.
public enum ReservedScope: String, Sendable, Hashable, CaseIterable {
    /// An id_token is wanted (OpenID Connect Core section 3.1.2.1).
    case openid
    /// The account's name and user principal name are wanted.
    case profile
    /// A refresh token is wanted (OpenID Connect Core section 11).
    case offlineAccess = "offline_access"
    /// The account's address is wanted.
    case email
}

/// Why a scope parameter is refused; the token endpoint answers `invalid_scope`.
public enum ScopeRefusal: Error, Sendable, Hashable {
    /// It is too long or names too many scopes.
    case tooLarge
    /// A scope holds a character that none may hold.
    case malformed
    /// No scope of a resource is asked for; every token is for exactly one.
    case noResource
    /// Scopes of more than one resource are asked for.
    case severalResources
    /// This scope belongs to no registered resource.
    case unknownScope(String)
    /// The client is not registered for this scope.
    case notPermitted(String)
    /// Only `{identifier}/.default` can be asked for by a client that acts for itself.
    case defaultOnly(String)
}
