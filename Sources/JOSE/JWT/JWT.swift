public import AccessModel

/// A token whose signature and claims were found good for one use.
public struct VerifiedJWT: Sendable {
    /// The signed token.
    public let signed: VerifiedJWS
    /// The claims.
    public let claims: JWTClaims

    init(signed: VerifiedJWS, claims: JWTClaims) {
        self.signed = signed
        self.claims = claims
    }
}

/// Verifying tokens whose payload is a set of claims (RFC 7519 section 7.2).
public enum JWT {
    /// Believes the text of a token if signature, kind and claims are good at the time `now`.
    public static func verify(
        _ compact: String, policy: JWSPolicy, rules: JWTRules, at now: Timestamp, limits: JWSLimits = .standard
    ) -> Result<VerifiedJWT, TokenRefusal> {
        Result { () throws(TokenRefusal) in
            try verify(UnverifiedJWS(compact, limits: limits), policy: policy, rules: rules, at: now).get()
        }
    }

    /// Believes a token that was taken apart if signature, kind and claims are good at the time `now`.
    public static func verify(
        _ token: UnverifiedJWS, policy: JWSPolicy, rules: JWTRules, at now: Timestamp
    ) -> Result<VerifiedJWT, TokenRefusal> {
        Result { () throws(TokenRefusal) in
            let signed = try token.verify(policy)
            let claims = try signed.claims()
            try rules.check(claims, at: now)
            return VerifiedJWT(signed: signed, claims: claims)
        }
    }
}
