public import Cryptography
import JSONCoding

/// What one use of tokens accepts: algorithms, kind and keys.
///
/// There are no defaults: each use says all three.
public struct JWSPolicy: Sendable {
    /// The algorithms; never taken from the token.
    public let algorithms: Set<SignatureAlgorithm>
    /// The kind of token.
    public let type: TypeRule
    /// The keys.
    public let keys: KeySource

    /// A policy of its three parts.
    public init(algorithms: Set<SignatureAlgorithm>, type: TypeRule, keys: KeySource) {
        self.algorithms = algorithms
        self.type = type
        self.keys = keys
    }

    /// What the `typ` header must say (RFC 8725 section 3.11).
    public enum TypeRule: Sendable {
        /// It must be this value.
        case exactly(String)
        /// It may be absent, as old issuers leave it, or one of these values.
        case absentOr([String])

        func accepts(_ type: String?) -> Bool {
            switch self {
            case .exactly(let expected): type.map { TokenType.matches($0, expected) } ?? false
            case .absentOr(let expected):
                type.map { type in expected.contains { TokenType.matches(type, $0) } } ?? true
            }
        }
    }

    /// Where the key comes from.
    public enum KeySource: Sendable {
        /// One key, whatever identifier the header names.
        case key(PublicKey)
        /// A set of one issuer or client: the key whose identifier or certificate thumbprint the header names exactly,
        /// or, when it names none, the only one that fits the algorithm.
        case set(JWKSet)
        /// The header itself, for uses that bind the key by its thumbprint afterwards (RFC 9449).
        case embedded

        func select(for header: JWSHeader, algorithm: SignatureAlgorithm) throws(TokenRefusal) -> PublicKey {
            switch self {
            case .key(let key):
                guard key.type == algorithm.keyType else { throw .unknownKey }
                return key
            case .set(let set): return try set.select(for: header, algorithm: algorithm)
            case .embedded:
                let key = try header.embeddedKey()
                guard key.fits(algorithm) else { throw .unacceptableEmbeddedKey }
                return key.publicKey
            }
        }
    }
}

extension JWKSet {
    fileprivate func select(
        for header: JWSHeader, algorithm: SignatureAlgorithm
    ) throws(TokenRefusal) -> PublicKey {
        let candidates = keys.filter { $0.fits(algorithm) && $0.isNamed(by: header) }
        guard let first = candidates.first else { throw .unknownKey }
        guard candidates.count == 1 else { throw .ambiguousKey }
        return first.publicKey
    }
}

extension JWK {
    /// Whether each identifier in the header is this key's; true when the header has none.
    fileprivate func isNamed(by header: JWSHeader) -> Bool {
        Self.agrees(header.keyID, keyID) && Self.agrees(header.certificateSHA256, certificateSHA256)
            && Self.agrees(header.certificateSHA1, certificateSHA1)
    }

    private static func agrees(_ named: String?, _ own: String?) -> Bool {
        guard let named else { return true }
        return own?.hasSameBytes(as: named) ?? false
    }
}
