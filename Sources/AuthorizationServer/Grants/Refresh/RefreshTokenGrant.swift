import AccessModel

/// Exchanging a refresh token (RFC 6749 section 6, RFC 9700 section 4.14).
///
/// | token | grant | answer |
/// |---|---|---|
/// | unknown, or of another tenant or client | | `invalid_grant` |
/// | any | dead | `invalid_grant` |
/// | rotated | active | `invalid_grant`, and the grant dies: somebody else has the token |
/// | current | active | good until it was idle for 90 days |
public enum RefreshTokenGrant {
    /// Whether the token is good; it is neither used up nor exchanged before the outcome is known.
    ///
    /// - Parameters:
    ///   - token: what the store has under the hash of the presented token.
    ///   - grant: the token's grant.
    ///   - account: the standing of the grant's account.
    ///   - context: the request.
    /// - Returns: the grant, or why it is refused.
    public static func validate(
        _ token: RefreshToken?, grant: Grant?, account: AccountStanding, context: GrantContext
    ) -> GrantValidation {
        guard let token, let grant, token.grant == grant.id, token.tenant == context.tenant,
            grant.tenant == context.tenant
        else { return .refused(.invalidGrant(.unknown), writes: []) }
        guard grant.client == context.client.id else { return .refused(.invalidGrant(.otherClient), writes: []) }
        if case .dead(let death) = grant.state { return .refused(.invalidGrant(.dead(death)), writes: []) }
        guard token.rotatedAt == nil else {
            return killed(grant, .refreshTokenReused, .invalidGrant(.reused), context)
        }
        guard case .active(let userPrincipalName, let displayName) = account else {
            return killed(grant, .accountDisabled, .invalidGrant(.dead(.accountDisabled)), context)
        }
        guard context.now < token.expiresAt else { return .refused(.invalidGrant(.expired), writes: []) }
        if let fault = proofFault(of: token, context) { return .refused(.invalidProof(fault), writes: []) }
        return .valid(
            ValidatedGrant(
                grant: grant, scope: context.scope ?? grant.scope,
                declaredCapabilities: context.declaredCapabilities ?? grant.declaredCapabilities,
                userPrincipalName: userPrincipalName, displayName: displayName, nonce: nil,
                keyThumbprint: context.keyThumbprint, isConfidential: context.client.isConfidential,
                presented: .refreshToken(token)))
    }

    private static func killed(
        _ grant: Grant, _ death: GrantDeath, _ refusal: TokenRequestRefusal, _ context: GrantContext
    ) -> GrantValidation {
        .refused(refusal, writes: [.killGrant(grant.id, death, at: context.now)])
    }

    /// A token that was issued with a proof is used with the same key only (RFC 9449 section 5).
    private static func proofFault(of token: RefreshToken, _ context: GrantContext) -> ProofFault? {
        guard let expected = token.keyThumbprint else { return nil }
        guard let proved = context.keyThumbprint else { return .missing }
        return proved == expected ? nil : .otherKey
    }
}
