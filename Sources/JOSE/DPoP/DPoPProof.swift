public import AccessModel
public import Cryptography
import JSONCoding

/// A proof that the sender of one request holds a key (RFC 9449).
///
/// Whether its `tokenID` was seen before is the caller's to find out: this is a function of the proof alone.
public struct DPoPProof: Sendable {
    /// The identifier (`jti`), 1 to 128 bytes: it must not be accepted twice while the proof is fresh.
    public let tokenID: String
    /// The thumbprint of the key, which access tokens are bound to (`cnf.jkt`).
    public let keyThumbprint: KeyThumbprint
    /// The key.
    public let key: PublicKey
    /// When the proof was made.
    public let issuedAt: Timestamp
    /// The nonce that the proof was made with; nil when it has none.
    public let nonce: String?

    /// What the request that carries the proof is.
    public struct Request: Sendable {
        /// The method, in upper case.
        public var method: String
        /// The address that the client was told: scheme, host and path.
        public var url: String
        /// The access token that comes with the proof; nil at the token endpoint.
        public var accessToken: String?
        /// The nonce that was given to this client; nil when none is demanded.
        public var nonce: String?

        /// A request.
        public init(method: String, url: String, accessToken: String? = nil, nonce: String? = nil) {
            self.method = method
            self.url = url
            self.accessToken = accessToken
            self.nonce = nonce
        }
    }

    /// How old a proof may be, and how far ahead of our clock.
    public struct Freshness: Sendable {
        /// The greatest age.
        public var past: Duration
        /// The most that the client's clock may be ahead.
        public var future: Duration

        /// A window.
        public init(past: Duration, future: Duration) {
            self.past = past
            self.future = future
        }

        /// 60 seconds old, 10 seconds ahead (FAPI 2.0 Security Profile section 5.3.2.1 asks for at least the latter).
        public static let standard = Freshness(past: .seconds(60), future: .seconds(10))
    }

    /// The algorithms that proofs may use: every asymmetric one that is known here.
    public static let algorithms = Set(SignatureAlgorithm.allCases)

    /// Checks a proof in the order of RFC 9449 section 4.3.
    public static func verify(
        _ compact: String, for request: Request, at now: Timestamp, freshness: Freshness = .standard,
        algorithms: Set<SignatureAlgorithm> = algorithms
    ) -> Result<DPoPProof, TokenRefusal> {
        Result { () throws(TokenRefusal) in
            let policy = JWSPolicy(algorithms: algorithms, type: .exactly(TokenType.dpop), keys: .embedded)
            let signed = try UnverifiedJWS(compact, limits: limits).verify(policy)
            let claims = try signed.claims()
            try check(claims, for: request)
            return try DPoPProof(signed, claims: claims, freshness: freshness, at: now)
        }
    }

    /// A proof is small: 8 KiB has room for an RSA key and its signature.
    private static let limits = JWSLimits(maximumBytes: 8 << 10, header: .token, claims: .token)

    private init(
        _ signed: VerifiedJWS, claims: JWTClaims, freshness: Freshness, at now: Timestamp
    ) throws(TokenRefusal) {
        guard let tokenID = claims.tokenID else { throw .missingClaim("jti") }
        guard tokenID.utf8.count <= 128 else { throw .malformedClaim("jti") }
        guard let issuedAt = claims.issuedAt else { throw .missingClaim("iat") }
        guard issuedAt <= now + freshness.future else { throw .issuedInFuture }
        guard issuedAt + freshness.past >= now else { throw .tooOld }
        self.tokenID = tokenID
        self.issuedAt = issuedAt
        key = signed.key
        keyThumbprint = KeyThumbprint(of: signed.key)
        nonce = try claims.string("nonce")
    }

    private static func check(_ claims: JWTClaims, for request: Request) throws(TokenRefusal) {
        guard let method = try claims.string("htm") else { throw .missingClaim("htm") }
        guard method.hasSameBytes(as: request.method) else { throw .wrongMethod }
        guard let target = try claims.string("htu") else { throw .missingClaim("htu") }
        guard let proven = TargetURI.normalized(target), let expected = TargetURI.normalized(request.url),
            proven == expected
        else { throw .wrongTarget }
        if let nonce = request.nonce {
            guard let value = try claims.string("nonce"), value.hasSameBytes(as: nonce) else { throw .wrongNonce }
        }
        guard let accessToken = request.accessToken else { return }
        guard let hash = try claims.string("ath") else { throw .missingClaim("ath") }
        let expectedHash = Base64URL.encode(Digest.sha256(Array(accessToken.utf8)))
        guard ConstantTime.equal(Array(hash.utf8), Array(expectedHash.utf8)) else { throw .wrongAccessToken }
    }
}
