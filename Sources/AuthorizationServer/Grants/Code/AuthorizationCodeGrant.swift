import AccessModel

/// Redeeming an authorization code (RFC 6749 section 4.1.3, RFC 7636 section 4.6, RFC 9700 section 4.5).
public enum AuthorizationCodeGrant {
    /// Whether the code is good; a code that is known is used up whatever comes of it.
    ///
    /// - Parameters:
    ///   - code: what the store has under the hash of the presented code.
    ///   - redirectURI: the request's `redirect_uri`.
    ///   - codeVerifier: the request's `code_verifier`.
    ///   - account: the standing of the code's account.
    ///   - context: the request.
    /// - Returns: the grant, or why it is refused.
    public static func validate(
        _ code: AuthorizationCode?, redirectURI: String?, codeVerifier: PresentedSecret?, account: AccountStanding,
        context: GrantContext
    ) -> GrantValidation {
        guard let code, code.tenant == context.tenant else { return .refused(.invalidGrant(.unknown), writes: []) }
        guard code.consumedAt == nil else {
            let kill = GrantChange.killGrant(code.grant, .codeReused, at: context.now)
            return .refused(.invalidGrant(.reused), writes: [kill])
        }
        let refusal = refusal(
            of: code, redirectURI: redirectURI, codeVerifier: codeVerifier, account: account, context: context)
        if let refusal {
            return .refused(refusal, writes: [.consumeCode(code.hash, grant: code.grant, at: context.now)])
        }
        guard case .active(let userPrincipalName, let displayName) = account else {
            return .refused(.invalidGrant(.dead(.accountDisabled)), writes: [])
        }
        return .valid(
            ValidatedGrant(
                grant: grant(of: code, now: context.now), scope: context.scope ?? code.scope,
                declaredCapabilities: code.declaredCapabilities.union(context.declaredCapabilities ?? []),
                userPrincipalName: userPrincipalName, displayName: displayName, nonce: code.nonce,
                keyThumbprint: context.keyThumbprint, isConfidential: context.client.isConfidential,
                presented: .code(code.hash)))
    }

    private static func refusal(
        of code: AuthorizationCode, redirectURI: String?, codeVerifier: PresentedSecret?, account: AccountStanding,
        context: GrantContext
    ) -> TokenRequestRefusal? {
        guard code.client == context.client.id else { return .invalidGrant(.otherClient) }
        guard context.now < code.expiresAt else { return .invalidGrant(.expired) }
        guard let redirectURI, redirectURI.utf8.elementsEqual(code.redirectURI.utf8) else {
            return .invalidGrant(.redirectURI)
        }
        guard PKCE.holds(verifier: codeVerifier?.text, challenge: code.codeChallenge) else {
            return .invalidGrant(.codeVerifier)
        }
        if let expected = code.keyThumbprint {
            guard let proved = context.keyThumbprint else { return .invalidProof(.missing) }
            guard proved == expected else { return .invalidProof(.otherKey) }
        }
        guard case .active = account else { return .invalidGrant(.dead(.accountDisabled)) }
        return ScopeSubset.refusal(of: context.scope, within: code.scope)
    }

    private static func grant(of code: AuthorizationCode, now: Timestamp) -> Grant {
        Grant(
            id: code.grant, tenant: code.tenant, account: code.account, client: code.client, session: code.session,
            origin: .authorizationCode, scope: code.scope, declaredCapabilities: code.declaredCapabilities,
            authenticationMethods: code.authenticationMethods, authenticatedAt: code.authenticatedAt,
            platform: code.platform, createdAt: now)
    }
}
