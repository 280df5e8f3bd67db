import AccessModel
import AuthorizationServer
import JOSE
import ServiceRuntime

/// The access tokens of a tenant whose signatures were found good, so that a token is verified once and not each time.
///
/// Only what can't change is kept: that these bytes were signed by a published key and say these claims. Time, audience and
/// revocation are looked at with every use. It belongs to one ``TenantConfiguration`` and goes away with its keys.
///
/// Bounded: when the newer half is full it becomes the older one, and what was older is forgotten.
final class VerifiedTokens: Sendable {
    private struct Halves {
        var newer: [SecretHash: AccessTokenClaims] = [:]
        var older: [SecretHash: AccessTokenClaims] = [:]
    }

    private let halves = Lock(Halves())
    private let halfCount: Int

    /// Makes an empty one.
    ///
    /// - Parameter halfCount: how many tokens each half holds.
    init(halfCount: Int = 4096) {
        self.halfCount = halfCount
    }

    /// Believes a token of ours, as ``AuthorizationServer/AccessToken/verify(_:keys:issuer:audience:now:)`` does.
    ///
    /// - Parameters:
    ///   - token: the token as it was presented.
    ///   - audience: who it must be for.
    ///   - now: the time of the request.
    ///   - verify: verifies the token whole.
    /// - Returns: the claims, or why the token is refused.
    func claims(
        of token: String, for audience: AccessToken.Audience, now: Timestamp,
        verify: () -> Result<AccessTokenClaims, TokenRefusal>
    ) -> Result<AccessTokenClaims, TokenRefusal> {
        let hash = SecretHash(of: token)
        // What is known but not good now is verified again, so that there is one place that says why.
        if let known = known(hash), known.isCurrent(at: now), audience.admits(known) { return .success(known) }
        let verified = verify()
        if case .success(let claims) = verified { keep(claims, hash) }
        return verified
    }

    private func known(_ hash: SecretHash) -> AccessTokenClaims? {
        halves.withLock { $0.newer[hash] ?? $0.older[hash] }
    }

    private func keep(_ claims: AccessTokenClaims, _ hash: SecretHash) {
        halves.withLock { halves in
            if halves.newer.count >= halfCount { halves = Halves(older: halves.newer) }
            halves.newer[hash] = claims
        }
    }
}
