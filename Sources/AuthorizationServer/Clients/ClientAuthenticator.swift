public import AccessModel
public import Cryptography
import JOSE

/// Client authentication at the token, introspection and revocation endpoints.
///
/// | registered | presented | answer |
/// |---|---|---|
/// | nothing | only the identifier | public client |
/// | nothing | any credential | refused |
/// | credentials | only the identifier | refused |
/// | secrets | one of them, in header or form | authenticated |
/// | keys | an assertion by one of them | authenticated, the `jti` used up |
public enum ClientAuthenticator {
    /// How far the clocks of client and gateway may be apart.
    public static let clockSkew: Duration = .seconds(60)
    /// The longest time that an assertion may still be valid, so that used ones need be remembered no longer.
    public static let maximumLifetime: Duration = .seconds(600)
    /// The algorithms of assertions; stock clients sign with PS256 or RS256.
    public static let algorithms: Set<SignatureAlgorithm> = [.es256, .ps256, .rs256]

    /// Authenticates a client.
    ///
    /// - Parameters:
    ///   - credential: what it presented.
    ///   - registration: what is registered under ``ClientCredential/claimedClient``; nil when nothing is.
    ///   - tenant: the tenant.
    ///   - audiences: who an assertion may be for: the issuer, and the URL of the endpoint that was asked.
    ///   - now: the time of the request.
    /// - Returns: the client, or why it is refused.
    public static func authenticate(
        _ credential: ClientCredential, registration: ClientRegistration?, tenant: TenantID, audiences: [String],
        now: Timestamp
    ) -> ClientAuthenticationOutcome {
        guard let registration, registration.id == credential.claimedClient else { return .refused(.unknownClient) }
        switch credential {
        case .none:
            guard !registration.isConfidential else { return .refused(.credentialMissing) }
            return .authenticated(AuthenticatedClient(registration: registration), uses: [])
        case .basic(_, let secret), .post(_, let secret):
            return verify(secret, registration)
        case .assertion(let assertion, _):
            return verify(assertion, registration, tenant: tenant, audiences: audiences, now: now)
        }
    }

    private static func verify(
        _ secret: PresentedSecret, _ registration: ClientRegistration
    ) -> ClientAuthenticationOutcome {
        guard !registration.secretHashes.isEmpty else { return .refused(.credentialNotRegistered) }
        let presented = SecretHash(of: secret.text)
        // Every hash is compared, so that the time does not tell which one matched.
        let matches = registration.secretHashes.reduce(false) { $1.matches(presented) || $0 }
        guard matches else { return .refused(.wrongSecret) }
        return .authenticated(AuthenticatedClient(registration: registration), uses: [])
    }

    private static func verify(
        _ assertion: PresentedSecret, _ registration: ClientRegistration, tenant: TenantID, audiences: [String],
        now: Timestamp
    ) -> ClientAuthenticationOutcome {
        guard !registration.keys.keys.isEmpty else { return .refused(.credentialNotRegistered) }
        let policy = JWSPolicy(
            algorithms: algorithms, type: .absentOr([TokenType.jwt, TokenType.clientAuthentication]),
            keys: .set(registration.keys))
        // One audience alone: an assertion that also names another server could be replayed by it (RFC 9700).
        let rules = JWTRules(
            issuer: registration.id.rawValue, subject: registration.id.rawValue, audience: .only(audiences),
            clockSkew: clockSkew, requiredClaims: ["exp", "jti"], maximumLifetime: maximumLifetime)
        switch JWT.verify(assertion.text, policy: policy, rules: rules, at: now) {
        case .failure(let refusal): return .refused(ClientFault(refusal))
        case .success(let verified):
            guard let identifier = verified.claims.tokenID, let expiration = verified.claims.expiration else {
                return .refused(.assertionReplayed)
            }
            let use = OneTimeUse(
                .clientAssertion, tenant: tenant, owner: registration.id.rawValue, identifier: identifier)
            return .authenticated(
                AuthenticatedClient(registration: registration),
                uses: [.useOnce(use, until: expiration + clockSkew)])
        }
    }
}

extension ClientCredential {
    /// The client that the request names; nil when it names none.
    ///
    /// An assertion's own word is taken only to find the keys that it must verify with; where the form names a client too,
    /// both must agree.
    public var claimedClient: ClientID? {
        switch self {
        case .none(let client), .basic(let client, _), .post(let client, _): return client
        case .assertion(let assertion, let claimed):
            do {
                let issuer = try UnverifiedJWS(assertion.text).unverifiedClaims().issuer.map(ClientID.init)
                return claimed == nil || claimed == issuer ? issuer : nil
            } catch {
                return claimed
            }
        }
    }
}

extension ClientFault {
    /// The fault that a refused assertion shows.
    init(_ refusal: TokenRefusal) {
        switch refusal {
        case .unknownKey, .ambiguousKey: self = .assertionKeyUnknown
        case .badSignature: self = .assertionSignature
        case .wrongIssuer, .wrongSubject, .missingClaim("iss"), .missingClaim("sub"): self = .assertionSubject
        case .wrongAudience, .missingClaim("aud"): self = .assertionAudience
        case .expired, .notYetValid, .issuedInFuture, .tooOld, .lifetimeTooLong, .missingClaim("exp"):
            self = .assertionTime
        case .missingClaim("jti"): self = .assertionReplayed
        default: self = .assertionMalformed
        }
    }
}
