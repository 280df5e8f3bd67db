public import AccessModel
public import Cryptography
public import JOSE
import JSONCoding

/// Access tokens as JWTs (RFC 9068): signed with ES256 alone, of the type `at+jwt` alone.
public enum AccessToken {
    /// The header of a key's tokens, encoded once.
    ///
    /// - Parameter keyID: the signing key's identifier.
    /// - Returns: the header.
    public static func header(keyID: String) -> ProtectedHeader {
        ProtectedHeader(algorithm: .es256, type: TokenType.accessToken, keyID: keyID)
    }

    /// Signs a token.
    /// - Throws: when signing fails.
    public static func mint(
        _ claims: AccessTokenClaims, header: ProtectedHeader, signer: Signer
    ) throws(CryptographyError) -> [UInt8] {
        try JWS.sign(claims.jsonBytes(), header: header, signer: signer)
    }

    /// Who an access token must be for.
    public enum Audience: Sendable, Hashable {
        /// This resource and no other.
        case only(String)
        /// Any resource of the issuer; what may be done with it is decided by the resource that it names.
        case any

        /// Whether it may be the audience of these claims.
        public func admits(_ claims: AccessTokenClaims) -> Bool {
            switch self {
            case .only(let resource): claims.audience == resource
            case .any: true
            }
        }
    }

    /// Believes a token of ours.
    ///
    /// Whether it was revoked is not decided here; see ``AccessTokenClaims/isRevoked(by:epoch:)``.
    ///
    /// - Parameters:
    ///   - token: the token as it was presented.
    ///   - keys: the tenant's keys, retired ones included as long as their tokens live.
    ///   - issuer: the tenant's issuer.
    ///   - audience: who it must be for.
    ///   - now: the time of the request; our own clock made the token, so there is no skew.
    /// - Returns: the claims, or why the token is refused.
    public static func verify(
        _ token: String, keys: JWKSet, issuer: String, audience: Audience, now: Timestamp
    ) -> Result<AccessTokenClaims, TokenRefusal> {
        let policy = JWSPolicy(algorithms: [.es256], type: .exactly(TokenType.accessToken), keys: .set(keys))
        let expected: JWTRules.Audience =
            switch audience {
            case .only(let resource): .only([resource])
            case .any: .unchecked
            }
        let rules = JWTRules(
            issuer: issuer, audience: expected, clockSkew: .zero, requiredClaims: ["exp", "iat", "jti", "client_id"])
        return JWT.verify(token, policy: policy, rules: rules, at: now).flatMap { verified in
            Result { () throws(TokenRefusal) in try AccessTokenClaims(verified.claims) }
        }
    }
}
