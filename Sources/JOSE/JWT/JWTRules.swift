public import AccessModel
import JSONCoding

/// What the claims of one use of tokens must say (RFC 7519 section 4.1, RFC 8725 section 3).
public struct JWTRules: Sendable {
    /// What the audience must be.
    public enum Audience: Sendable {
        /// The claim must name at least one of these, and may name others.
        case contains([String])
        /// The claim must name one of these and nothing else, so that the token works nowhere else.
        case only([String])
        /// The use has no audience; the claim is not looked at.
        case unchecked
    }

    /// The issuer, compared byte by byte; nil when the key alone says who issued.
    public var issuer: String?
    /// The subject, compared byte by byte; nil when any is good.
    public var subject: String?
    /// The audience.
    public var audience: Audience
    /// How far the clocks of issuer and verifier may be apart.
    public var clockSkew: Duration
    /// The claims that must be there beside those that other rules need.
    public var requiredClaims: [String]
    /// The greatest age by `iat`, which it makes required; nil when it does not matter.
    public var maximumAge: Duration?
    /// The longest time that `exp` may lie ahead; nil when it does not matter.
    public var maximumLifetime: Duration?

    /// Rules; `exp` is required unless `requiredClaims` is given without it.
    public init(
        issuer: String?, subject: String? = nil, audience: Audience, clockSkew: Duration = .seconds(60),
        requiredClaims: [String] = ["exp"], maximumAge: Duration? = nil, maximumLifetime: Duration? = nil
    ) {
        self.issuer = issuer
        self.subject = subject
        self.audience = audience
        self.clockSkew = clockSkew
        self.requiredClaims = requiredClaims
        self.maximumAge = maximumAge
        self.maximumLifetime = maximumLifetime
    }

    /// Refuses claims that break a rule at the time `now`.
    public func check(_ claims: JWTClaims, at now: Timestamp) throws(TokenRefusal) {
        for name in requiredClaims where claims.members[name] == nil {
            throw .missingClaim(name)
        }
        try checkNames(claims)
        try checkTimes(claims, at: now)
    }

    private func checkNames(_ claims: JWTClaims) throws(TokenRefusal) {
        if let issuer {
            guard let value = claims.issuer else { throw .missingClaim("iss") }
            guard value.hasSameBytes(as: issuer) else { throw .wrongIssuer }
        }
        if let subject {
            guard let value = claims.subject else { throw .missingClaim("sub") }
            guard value.hasSameBytes(as: subject) else { throw .wrongSubject }
        }
        switch audience {
        case .unchecked: return
        case .contains(let accepted):
            guard !claims.audience.isEmpty else { throw .missingClaim("aud") }
            guard claims.audience.contains(where: { Self.isAny($0, of: accepted) }) else { throw .wrongAudience }
        case .only(let accepted):
            guard let value = claims.audience.first else { throw .missingClaim("aud") }
            guard claims.audience.count == 1, Self.isAny(value, of: accepted) else { throw .wrongAudience }
        }
    }

    private func checkTimes(_ claims: JWTClaims, at now: Timestamp) throws(TokenRefusal) {
        if let expiration = claims.expiration {
            guard now < expiration + clockSkew else { throw .expired }
            if let maximumLifetime, expiration > now + maximumLifetime + clockSkew { throw .lifetimeTooLong }
        }
        if let notBefore = claims.notBefore, notBefore > now + clockSkew { throw .notYetValid }
        if let issuedAt = claims.issuedAt {
            guard issuedAt <= now + clockSkew else { throw .issuedInFuture }
            if let maximumAge, now > issuedAt + maximumAge + clockSkew { throw .tooOld }
        } else if maximumAge != nil {
            throw .missingClaim("iat")
        }
    }

    private static func isAny(_ value: String, of accepted: [String]) -> Bool {
        accepted.contains { $0.hasSameBytes(as: value) }
    }
}
